"""The page for bot authors tells the truth."""

import re
from dataclasses import fields
from enum import StrEnum
from typing import get_args

import msgspec
import pytest

from games import game_named
from protocol.asyncapi import DESCRIPTION, tag
from protocol.closes import Close, try_again
from protocol.codec import JSON, MSGPACK
from protocol.events import Played, Started
from protocol.messages import FromPlayer, FromServer
from protocol.names import LONGEST_NAME
from protocol.parts import Ending, Fault, Limits, Part, TimeControl
from protocol.replies import Refused
from protocol.requests import Move
from protocol.tournaments import Format
from server.connections.admission import ATTEMPTS, LEAST
from server.connections.hello import MOST_HELLOS
from server.connections.limits import FORGIVEN
from server.lobby.lingering import LINGER, MOST_OF_PLAYER
from server.lobby.terms import LONGEST_CLOCK, LONGEST_INCREMENT
from server.matches.deadlines import claim_after
from server.matches.offers import MOST_TAKEBACKS
from server.matches.state import MOST_THOUGHT
from server.players.blocks import MOST_BLOCKED
from server.requests.history import MOST_TOLD
from server.requests.lists import MOST_LISTED
from server.settings import Settings
from server.tournaments import register
from server.tournaments.plans import (
    LONGEST_TITLE,
    MOST_BEST_OF,
    MOST_EXTRA_PAIRS,
    MOST_OPENING_CELLS,
    MOST_OPENINGS,
    MOST_ROUNDS,
)
from server.tournaments.tournament import MOST_GAMES, MOST_PAIRED, MOST_PLAYERS
from tests import ROOT

PAGE = (ROOT / "protocol" / "README.md").read_text()
LIMITS = PAGE.partition("\n## Limits\n")[2].partition("\n## ")[0]
FRAMES = re.findall(r"```json\n(.+?)\n```\n\n```hex\n(.+?)\n```", PAGE, re.DOTALL)

# Settings that nobody notices who plays.
OF_THE_HOST = {
    "host", "port", "name", "database", "durability", "cert", "key", "hosts", "origins",
    "behind_proxy", "page", "bots", "metrics", "log_format", "log_level",
    "nats", "node_url", "lease_seconds",
}  # fmt: skip
FIXED: dict[str, tuple[float, ...]] = {
    "requests before a `welcome`": (MOST_HELLOS,),
    "connections of an address that have no `welcome` yet": (LEAST,),
    "connections of an address in ten seconds": (ATTEMPTS,),
    "bursts of requests": (FORGIVEN,),
    "seconds on a clock": (LONGEST_CLOCK,),
    "seconds of an increment": (LONGEST_INCREMENT,),
    "takebacks in a match": (MOST_TAKEBACKS,),
    "cells in all lines of a side's analyses": (MOST_THOUGHT,),
    "seconds of absence": (claim_after(TimeControl()),),
    "seconds after a match": (LINGER, MOST_OF_PLAYER),
    "matches in `seen`": (MOST_TOLD,),
    "seeks, matches, players, results, leaders or fixtures": (MOST_LISTED,),
    "tournaments in one reply": (register.MOST_LISTED, register.MOST_NAMED),
    "players of a tournament": (MOST_PLAYERS, MOST_PAIRED[Format.ARENA]),
    "rounds of a tournament": (MOST_ROUNDS, MOST_GAMES),
    "openings of a tournament": (MOST_OPENINGS, MOST_OPENING_CELLS),
    "games of a tie": (MOST_BEST_OF, MOST_EXTRA_PAIRS),
    "characters of a title": (LONGEST_TITLE,),
    "players whom one has blocked": (MOST_BLOCKED,),
}


def decoded(text: str, packed: str) -> tuple[object, object]:
    for in_json, in_msgpack in (
        (JSON.decode_from_player, MSGPACK.decode_from_player),
        (JSON.decode_from_server, MSGPACK.decode_from_server),
    ):
        try:
            return in_json(text), in_msgpack(bytes.fromhex(packed))
        except ValueError:
            continue
    raise AssertionError(f"no message: {text}")


@pytest.mark.parametrize(("text", "packed"), FRAMES)
def test_the_frames_shown_are_real(text: str, packed: str) -> None:
    """JSON and hex are the same message, and written as we write it."""
    in_json, in_msgpack = decoded(text, packed)
    assert in_json == in_msgpack
    assert JSON.encode(in_json).decode() == text  # type: ignore[arg-type]
    assert MSGPACK.encode(in_json).hex() == re.sub(r"\s", "", packed)  # type: ignore[arg-type]


@pytest.mark.parametrize("message", [*get_args(FromPlayer), *get_args(FromServer)])
def test_every_message_is_listed_with_its_fields(message: type[msgspec.Struct]) -> None:
    """Nobody has to guess what a message holds; a ? marks what may be left out."""
    named = msgspec.structs.fields(message)
    listed = ", ".join(field.name + ("" if field.required else "?") for field in named)
    summary = (message.__doc__ or "").splitlines()[0]
    assert f"| `{tag(message)}` | {listed} | {summary} |" in PAGE  # type: ignore[arg-type]


def test_the_match_shown_could_be_played() -> None:
    """The moves are legal, and the refused one is illegal for the reason given."""
    messages = [decoded(*frame)[0] for frame in FRAMES]
    started = next(each for each in messages if isinstance(each, Started))
    game = game_named(started.terms.game)
    assert started.shape == game.shape
    position = game.start()
    for each in messages:
        if isinstance(each, Played):
            assert each.ply == len(position.moves)
            position = position.play(each.cell)
            assert each.turn == position.turn
    [move] = [each for each in messages if isinstance(each, Move)]
    [refused] = [each for each in messages if isinstance(each, Refused)]
    assert move.cell == position.moves[0]
    with pytest.raises(ValueError, match=re.escape(refused.text)):
        position.play(position.moves[1])


@pytest.mark.parametrize("words", [Fault, Ending])
def test_every_word_is_explained(words: type[StrEnum]) -> None:
    """Codes and endings are all on the page."""
    for word in words:
        assert f"`{word}`" in PAGE


@pytest.mark.parametrize("part", Part.__subclasses__())
def test_every_part_is_listed_with_its_fields(part: type[msgspec.Struct]) -> None:
    """Also what messages are made of."""
    named = msgspec.structs.fields(part)
    listed = ", ".join(field.name + ("" if field.required else "?") for field in named)
    assert f"| {part.__name__} | {listed} | {(part.__doc__ or '').splitlines()[0]} |" in PAGE


@pytest.mark.parametrize("fault", Fault)
def test_every_code_is_told_by_the_server_somewhere(fault: Fault) -> None:
    """What is explained can also happen."""
    server = ROOT / "server"
    assert any(f"Fault.{fault.name}" in path.read_text() for path in server.rglob("*.py"))


@pytest.mark.parametrize("code", Close)
def test_every_close_code_is_explained(code: Close) -> None:
    """In the table of them."""
    assert re.search(rf"^\| {code.value} \| ", PAGE, re.MULTILINE)


def test_a_wait_is_shown_as_it_is_written() -> None:
    """So that it can be read in any language."""
    assert f"`{try_again(2.5, 'the server is full')}`" in PAGE


def test_every_limit_is_explained_with_its_default() -> None:
    """Those that welcome tells, and all that a server can be set to and that players feel."""
    rows = re.findall(r"^\| (`[^|]+`) \| ([\d., ]+) \| ", LIMITS, re.MULTILINE)
    told = {
        name: float(default)
        for names, defaults in rows
        for name, default in zip(re.findall(r"\w+", names), defaults.split(", "), strict=True)
    }
    kept = {each.name: getattr(Settings(), each.name) for each in fields(Settings)}
    felt = {name: value for name, value in kept.items() if name not in OF_THE_HOST}
    assert told == felt | {"capacity": Settings().guest_bot_capacity}
    assert {each.name for each in msgspec.structs.fields(Limits)} <= set(told)


def test_what_is_the_same_everywhere_is_explained() -> None:
    """Each row of that table begins as here."""
    rows = re.findall(r"^\| ([a-z][^|]+) \| ([\d, ]+) \|$", LIMITS, re.MULTILINE)
    found = [next(begins for begins in FIXED if what.startswith(begins)) for what, _ in rows]
    assert found == list(FIXED)
    assert [tuple(map(float, most.split(", "))) for _, most in rows] == list(FIXED.values())


def test_the_rule_for_names_is_told_by_the_page_and_the_schema() -> None:
    """As long as the server takes them."""
    assert f"A name has 1 to {LONGEST_NAME} of the letters a to z and A to Z, digits," in PAGE
    assert f"has 1 to {LONGEST_NAME} of the letters a to z and A to Z, digits," in DESCRIPTION
