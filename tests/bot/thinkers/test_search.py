"""Our search as a thinker."""

import pytest

from bot.brain import Budget
from bot.thinkers.search import SearchThinker
from bot.thinkers.thinker import BotTurn, Stopped, make_ready
from games import game_named
from tests.bot.thinkers.thinkers import stopping
from tests.patience import IN_VAIN


def test_it_can_be_stopped_while_it_starts() -> None:
    """It may have to be compiled, which takes a minute; and it starts anew when it is asked to."""
    thinker = SearchThinker(workers=1, hash_mb=1, games=("tictactoe",))
    with stopping(thinker), pytest.raises(Stopped):
        thinker.prepare()
    try:
        make_ready(thinker, game_named("tictactoe"))
        assert thinker.think(
            BotTurn(game_named("tictactoe").start(), Budget(depth=2), IN_VAIN)
        ).depth
    finally:
        thinker.close()


def test_it_gets_ready_for_a_game() -> None:
    """Which it has not known before."""
    game = game_named("connect4:width=5")
    thinker = SearchThinker(workers=1, hash_mb=1, games=("tictactoe",))
    try:
        make_ready(thinker, game)
        assert thinker._searcher is not None
        assert game.name in thinker._searcher.pool._games
    finally:
        thinker.close()
