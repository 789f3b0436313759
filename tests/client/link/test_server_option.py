"""Where to play, as it is given on the command line and in the environment."""

import argparse
from types import ModuleType

import pytest

from bot.commands import bot
from client.commands import play, watch
from client.commands.errands import admin, leaders, results, why_lost
from client.link.server_option import LOCAL_SERVER
from organiser.commands import tournament

A, B = "wss://a.example", "wss://b.example"
COMMANDS: dict[ModuleType, list[str]] = {
    admin: ["players"],
    leaders: ["connect4", "fast"],
    play: [],
    results: [],
    watch: ["--top"],
    why_lost: ["m1"],
    bot: [],
    tournament: [],
}
EVERY_COMMAND = pytest.mark.parametrize("command", COMMANDS)


def server(command: ModuleType, *words: str) -> str | None:
    parser = argparse.ArgumentParser()
    command.configure(parser)
    given: str | None = parser.parse_args([*words, *COMMANDS[command]]).server
    return given


@EVERY_COMMAND
@pytest.mark.parametrize(
    "words", [["--server", f"{A},{B}"], ["--server", A, "--server", B], [f"--server={A},{B}"]]
)
def test_several_are_given_at_once_or_one_by_one(command: ModuleType, words: list[str]) -> None:
    """Wherever there is the option."""
    assert server(command, *words) == f"{A},{B}"


@pytest.mark.parametrize("command", [each for each in COMMANDS if each is not tournament])
def test_what_is_given_takes_the_place_of_the_environment(
    command: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which may name several, too."""
    monkeypatch.setenv("INAROW_SERVER", f"{A},{B}")
    assert server(command) == f"{A},{B}"
    assert server(command, "--server", B) == B


def test_without_any_it_is_the_one_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """But for those who bring a server of their own."""
    monkeypatch.delenv("INAROW_SERVER", raising=False)
    assert [server(each) for each in (results, bot)] == [LOCAL_SERVER, LOCAL_SERVER]
    assert not server(play)
    assert not server(tournament)


def test_a_task_of_a_command_takes_it_on_either_side() -> None:
    """Also several."""
    parser = argparse.ArgumentParser()
    admin.configure(parser)
    words = ["players", "--server", A, "--server", B]
    assert parser.parse_args(words).server == f"{A},{B}"
