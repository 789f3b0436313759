"""A game as data is enough to play it: whoever has read the page knows every rule."""

import json
import random
from typing import Any

import pytest

from games import CATALOGUE, game_named
from protocol.codec import JSON, MSGPACK
from protocol.parts import Fault
from protocol.replies import GameShown
from protocol.requests import ShowGame
from server.rules import rules_of
from tests.server.players_over_sockets import Player

GAMES = [
    *CATALOGUE,
    "mnk:rows=6,cols=7,k=4,exact=yes",
    "gomoku:exact=yes",
    "connect4:width=5,height=4,k=3",
    "nineboard:full=draw",
]
LARGEST = 80_000  # bytes; websockets libraries commonly take a frame of 1 MiB


class Stranger:
    """Somebody who knows a game from its data and from the page, and has nothing of ours."""

    def __init__(self, rules: dict[str, Any]) -> None:
        self.rules = rules
        self.moves: list[int] = []

    def legal(self) -> list[int]:
        if self.winner() is not None or self.is_drawn():
            return []
        sent = [cell for cell in self._held() if cell in self._sent()]
        return sent or self._held()

    def winner(self) -> int | None:
        beyond = self.rules["beyond"] or [[]] * len(self.rules["lines"])
        for side in (0, 1):
            mine = set(self.moves[side::2])
            for line, spoilers in zip(self.rules["lines"], beyond, strict=True):
                if mine.issuperset(line) and not mine.intersection(spoilers):
                    return side
        return None

    def is_drawn(self) -> bool:
        """With no winner."""
        full = bool(self._sent()) and set(self.moves).issuperset(self._sent())
        return not self._held() or (full and self.rules["full_target_draws"])

    def _held(self) -> list[int]:
        below = self.rules["below"]
        return [
            cell
            for cell in range(len(self.rules["names"]))
            if cell not in self.moves
            and (not below or below[cell] is None or below[cell] in self.moves)
        ]

    def _sent(self) -> list[int]:
        sends = self.rules["sends"]
        return list(sends[self.moves[-1]]) if sends and self.moves else []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_a_stranger_plays_by_the_data_alone(name: str, seed: int) -> None:
    """The same cells are open, and the same games won and drawn, as by our own rules."""
    game, chance = game_named(name), random.Random(seed)
    rules = json.loads(JSON.encode(GameShown(1, rules_of(game))))["game"]
    stranger, position = Stranger(rules), game.start()
    while moves := stranger.legal():
        assert moves == position.legal_moves()
        cell = chance.choice(moves)
        stranger.moves.append(cell)
        position = position.play(cell)
    assert position.outcome is not None
    assert stranger.winner() == position.outcome.winner


async def test_it_is_told_on_request(ann: Player, bob: Player) -> None:
    """In MessagePack and in JSON, by whatever spelling of the name."""
    for one in (ann, bob):
        shown = await one.ask(ShowGame(0, "nineboard:full=anywhere"), GameShown)
        assert shown.game == rules_of(game_named("nineboard"))
    refused = await ann.refused(ShowGame(0, "chess"))
    assert refused.code is Fault.NO_SUCH_GAME


@pytest.mark.parametrize("exact", ["no", "yes"])
def test_the_largest_fits_into_a_frame(exact: str) -> None:
    """Whatever k is."""
    for k in range(3, 26):
        game = game_named(f"mnk:rows=25,cols=25,k={k},exact={exact}")
        shown = GameShown(1, rules_of(game))
        assert max(len(JSON.encode(shown)), len(MSGPACK.encode(shown))) < LARGEST
