"""The page for bot authors tells the truth."""

import re
from enum import StrEnum
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from games import game_named
from protocol.closes import Close, try_again
from protocol.codec import JSON, MSGPACK
from protocol.events import Played, Started
from protocol.messages import FromPlayer, FromServer
from protocol.parts import Ending, Fault, Limits, Part
from protocol.replies import Refused
from protocol.requests import Move
from protocol.schema import tag
from server.settings import Settings
from server.welcome import limits_of

PAGE = (Path(__file__).parent.parent / "protocol" / "README.md").read_text()
FRAMES = re.findall(r"```json\n(.+?)\n```\n\n```hex\n(.+?)\n```", PAGE, re.DOTALL)


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
    fields = msgspec.structs.fields(message)
    listed = ", ".join(field.name + ("" if field.required else "?") for field in fields)
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
    fields = msgspec.structs.fields(part)
    listed = ", ".join(field.name + ("" if field.required else "?") for field in fields)
    assert f"| {part.__name__} | {listed} | {(part.__doc__ or '').splitlines()[0]} |" in PAGE


@pytest.mark.parametrize("fault", Fault)
def test_every_code_is_told_by_the_server_somewhere(fault: Fault) -> None:
    """What is explained can also happen."""
    server = Path(__file__).parent.parent / "server"
    assert any(f"Fault.{fault.name}" in path.read_text() for path in server.rglob("*.py"))


@pytest.mark.parametrize("code", Close)
def test_every_close_code_is_explained(code: Close) -> None:
    """In the table of them."""
    assert re.search(rf"^\| {code.value} \| ", PAGE, re.MULTILINE)


def test_a_wait_is_shown_as_it_is_written() -> None:
    """So that it can be read in any language."""
    assert f"`{try_again(2.5, 'the server is full')}`" in PAGE


def test_every_limit_is_explained_with_its_default() -> None:
    """And welcome tells each."""
    limits = limits_of(Settings(), Settings().guest_bot_capacity)
    rows = [row.split(" | ") for row in re.findall(r"^\| (`.+?) \|$", PAGE, re.MULTILINE)]
    told = {
        name: float(default)
        for row in rows
        if len(row) == 3
        for name, default in zip(re.findall(r"`(\w+)`", row[0]), row[1].split(", "), strict=False)
        if hasattr(limits, name)
    }
    assert told == {
        each.name: getattr(limits, each.name) for each in msgspec.structs.fields(Limits)
    }
