"""The table of openings of nine-board: what it holds, and who plays by it."""

import numpy as np
import pytest

from bot.brain import Budget
from bot.search.blackboard import Blackboard
from bot.search.core.memory_layout import BLACKBOARD_BYTES
from bot.search.core.mode import Mode
from bot.search.core.scores import INFINITY
from bot.search.driver import Searcher
from bot.search.nineboard.opening_table import FILE, PLIES, best_reply, key_of, parsed
from bot.search.root import Root
from bot.search.task import Task
from games.catalogue import game_named
from games.notation import read_moves
from games.symmetry import symmetries
from tests.bot.search.nineboard.test_kernel import RULES, kernel_for

GAME = game_named("nineboard")
LINES = FILE.read_text(encoding="ascii").splitlines()


def test_each_line_is_a_position_of_its_own_with_a_legal_reply() -> None:
    """Two lines for one position would be two minds."""
    assert len(parsed(LINES)) == len(LINES)
    for line in LINES:
        moves, reply, _, depth = line.split(",")
        position = read_moves(GAME, moves)
        assert len(position.moves) <= PLIES
        assert GAME.names.index(reply) in position.legal_moves()
        assert int(depth) > 0


@pytest.mark.parametrize("name", RULES)
def test_it_knows_every_first_move_however_the_board_is_turned(name: str) -> None:
    """The reply is turned with the board, by either rule about full boards."""
    game = game_named(name)
    for cell in range(81):
        found = best_reply(game.start().play(cell))
        assert found is not None
        for to in symmetries(game):
            turned = game.start().play(to[cell])
            same = best_reply(turned)
            assert same is not None
            images = {key_of(turned.play(same.reply), other) for other in symmetries(game)}
            assert key_of(game.start().play(cell).play(found.reply)) in images


def test_where_it_knows_nothing_it_tells_nothing() -> None:
    """Later positions are the search's own."""
    assert best_reply(read_moves(GAME, "55 51 12 25 53")) is None


def test_play_keeps_to_the_table() -> None:
    """In a time in which the search itself would not be sure; not where all moves are valued."""
    position = read_moves(GAME, "21")
    found = best_reply(position)
    assert found is not None
    with Searcher(workers=1, hash_mb=16, games=("nineboard",)) as search:
        search.warm_up()
        assert search.choose(position, Budget(0.05)).cell == found.reply
        assert len(search.values(position, Budget(None, 4))) > 1


def test_who_is_to_see_less_does_not_look_into_the_table() -> None:
    """A lower level searches to its depth, and every move."""
    position, kernel = read_moves(GAME, "21"), kernel_for(GAME)
    blackboard = Blackboard(memoryview(bytearray(BLACKBOARD_BYTES)))
    Root(kernel, blackboard, 0, Task(position, Mode.PLAY, 4)).deepen()
    _, upper = blackboard.bounds(4, np.array(position.legal_moves()))
    assert (upper < INFINITY).sum() > 1


def test_the_kernel_tells_it_for_what_is_loaded() -> None:
    """By position, whatever the moves that led to it."""
    kernel = kernel_for(GAME)
    position = read_moves(GAME, "21")
    kernel.load(position, Mode.PLAY)
    found = best_reply(position)
    assert found is not None
    assert kernel.opening() == found.reply
