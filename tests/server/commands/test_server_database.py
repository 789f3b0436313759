"""Every command that looks into a database finds the server's, by one piece of code."""

import argparse
import json
from importlib import import_module
from pathlib import Path

import pytest

import inarow
from server.commands.server_database import database_named
from tests import ROOT

# What makes each of them do something; of a command that is not here nobody knows how to try it.
GIVEN = {
    "account create": ["ann"],
    "account list": [],
    "account token": ["root"],
    "account tokens": ["root"],
    "account revoke": ["00000000"],
    "account rename": ["root", "anna"],
    "account delete": ["root", "--yes"],
    "account ban": ["bob"],
    "account unban": ["bob"],
    "account mute": ["bob"],
    "account unmute": ["bob"],
    "account bans": [],
    "account audit": [],
    "backup": ["{folder}/backup.db"],
    "restore": ["{folder}/other.db"],
    "records": ["-"],
    "prune": ["--older-than", "1d"],
}
WAYS = ["flag", "variable", "config", "config_variable"]


def with_database() -> set[str]:
    """All commands, and commands of commands, that can be told which database."""
    found = set()
    for name, command in inarow.COMMANDS.items():
        parser = argparse.ArgumentParser()
        import_module(command.module).configure(parser)
        found |= {f"{name} {path}".strip() for path in _told(parser)}
    return found


def _told(parser: argparse.ArgumentParser) -> set[str]:
    found = set()
    for action in parser._actions:
        if "--database" in action.option_strings:
            found.add("")
        if isinstance(action, argparse._SubParsersAction):
            found |= {
                f"{name} {path}".strip()
                for name, inner in action.choices.items()
                for path in _told(inner)
            }
    return found


def test_all_commands_are_tried_here() -> None:
    """Whoever adds one is told to."""
    assert with_database() == {*GIVEN, "serve"}


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with an account, which is not the default one."""
    monkeypatch.delenv("INAROW_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "nowhere"))
    made = tmp_path / "served.db"
    inarow.main(["account", "create", "root", "--database", str(made)])
    inarow.main(["backup", str(tmp_path / "other.db"), "--database", str(made)])
    return made


@pytest.mark.parametrize("command", GIVEN)
@pytest.mark.parametrize("way", WAYS)
def test_each_finds_it_as_the_server_does(
    way: str,
    command: str,
    made: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And says which it is; what else is wrong with the server's settings is no matter."""
    config = made.with_name("inarow.toml")
    config.write_text(f"database = {json.dumps(str(made))}\nport = 'none'")
    monkeypatch.setenv("INAROW_CERT", "of nobody.pem")
    given = [each.format(folder=made.parent) for each in GIVEN[command]]
    words = [*command.split(), *given]
    match way:
        case "flag":
            words += ["--database", str(made)]
        case "variable":
            monkeypatch.setenv("INAROW_DATABASE", str(made))
        case "config":
            words += ["--config", str(config)]
        case "config_variable":
            monkeypatch.setenv("INAROW_CONFIG", str(config))
    capsys.readouterr()
    inarow.main(words)
    told = capsys.readouterr().err
    assert told.startswith(f"the database is {made}\n")
    assert not made.with_name("nowhere").exists()
    if command == "restore":
        assert f"there is a database {made} already" in told


@pytest.mark.parametrize("command", [each for each in GIVEN if each != "backup"])
def test_a_wrong_setting_is_told(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the name of where it stands."""
    monkeypatch.setenv("INAROW_CONFIG", "/no/such/file.toml")
    assert inarow.main([*command.split(), *GIVEN[command]]) == inarow.MISTAKEN
    assert "cannot read the settings in /no/such/file.toml" in capsys.readouterr().err


def test_no_command_opens_a_database_of_its_own_accord() -> None:
    """All but the server find it by the one piece of code."""
    opening = [
        path.name
        for path in (ROOT / "server" / "commands").glob("*.py")
        if "open_database(" in path.read_text() or "default_path(" in path.read_text()
    ]
    assert opening == ["server_database.py"]


def test_without_any_word_of_it_it_is_the_default_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file in one's own folder."""
    monkeypatch.delenv("INAROW_DATABASE", raising=False)
    monkeypatch.delenv("INAROW_CONFIG", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert database_named(argparse.Namespace()) == str(tmp_path / "inarow" / "inarow.db")


def test_a_backup_of_nothing_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And makes no database."""
    words = ["backup", str(tmp_path / "b.db"), "--database", str(tmp_path / "none.db")]
    assert inarow.main(words) == inarow.MISTAKEN
    assert f"there is no database {tmp_path / 'none.db'}" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
