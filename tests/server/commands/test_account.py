"""The command `inarow account`, beside a running server and alone."""

import argparse
import asyncio
import json
from pathlib import Path

import pytest

from games.errors import Mistake
from server.commands import account
from server.players.tokens import hash_token
from server.storage.database import open_database
from server.storage.people.accounts import Accounts
from server.storage.row_types import AccountRow
from tests.server.storage.databases import url

__all__ = ["url"]  # a fixture


def run(database: str, *words: str) -> int:
    """What the command line would run."""
    parser = argparse.ArgumentParser(description=account.__doc__)
    account.configure(parser)
    return account.run(parser.parse_args([*words, "--database", database]))


def whose(database: str, token: str) -> AccountRow | None:
    """Whom the token stands for."""

    async def ask() -> AccountRow | None:
        opened = await open_database(database)
        try:
            return await Accounts(opened).by_token(hash_token(token))
        finally:
            await opened.close()

    return asyncio.run(ask())


def tokens(database: str, name: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    assert run(database, "tokens", name, "--json") == 0
    listed: list[dict[str, str]] = json.loads(capsys.readouterr().out)
    return listed


def test_creating_an_account_prints_its_token_alone(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """So that it can be piped into a file; the rest is said on stderr."""
    assert run(url, "create", "deepbot", "--bot", "--label", "laptop") == 0
    out, err = capsys.readouterr()
    assert out.startswith("inarow_")
    assert len(out.splitlines()) == 1
    assert "created the account deepbot" in err
    assert out.strip() not in err
    found = whose(url, out.strip())
    assert found is not None
    assert (found.name, found.bot, found.admin) == ("deepbot", True, False)


def test_an_account_can_have_several_tokens(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One can be revoked without the other."""
    run(url, "create", "ann")
    first = capsys.readouterr().out.strip()
    assert run(url, "token", "ANN", "--label", "phone") == 0
    second = capsys.readouterr().out.strip()
    ids = {token["label"]: token["id"] for token in tokens(url, "ann", capsys)}
    assert run(url, "revoke", ids[""]) == 0
    assert whose(url, first) is None
    assert whose(url, second) is not None
    assert [token["revoked_at"] is None for token in tokens(url, "ann", capsys)] == [False, True]


def test_lists_are_tables_for_people_and_json_for_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the same content, and never a token."""
    path = str(tmp_path / "test.db")
    run(path, "create", "ann", "--admin", "--label", "laptop")
    run(path, "create", "bot1", "--bot")
    capsys.readouterr()
    run(path, "list")
    heading, ann, bot = capsys.readouterr().out.splitlines()
    assert heading.split() == ["name", "created", "kind"]
    assert (ann.split()[0], ann.endswith("person, admin")) == ("ann", True)
    assert (bot.split()[0], bot.endswith("bot")) == ("bot1", True)
    run(path, "list", "--json")
    assert [each["name"] for each in json.loads(capsys.readouterr().out)] == ["ann", "bot1"]
    run(path, "tokens", "ann")
    table = capsys.readouterr().out
    assert "laptop" in table
    assert "inarow_" not in table


def test_it_works_while_a_server_has_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the server sees the new account at once."""
    path = str(tmp_path / "test.db")

    async def serve() -> AccountRow | None:
        opened = await open_database(path)
        assert await asyncio.to_thread(run, path, "create", "ann") == 0
        found = await Accounts(opened).find("ann")
        await opened.close()
        return found

    found = asyncio.run(serve())
    assert found is not None
    assert found.name == "ann"


WRONG = [
    (["create", "2fast"], "nobody can be called '2fast'"),
    (["create", "Ann"], "there is an account called Ann already"),
    (["create", "bob", "--label", "x" * 41], "a label is a line of at most 40 characters"),
    (["token", "bob"], "there is no account called 'bob'"),
    (["tokens", "bob"], "there is no account called 'bob'"),
    (["revoke", "12345678"], "no valid token has the id '12345678'"),
]


@pytest.mark.parametrize(("words", "sentence"), WRONG)
def test_what_is_wrong_is_told_in_a_sentence(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is created, and nothing printed."""
    path = str(tmp_path / "test.db")
    run(path, "create", "ann")
    capsys.readouterr()
    with pytest.raises(Mistake, match=sentence):
        run(path, *words)
    assert capsys.readouterr().out == ""
