"""The commands that ask a server: admin, results and leaders."""

import argparse
import asyncio
import json
from types import ModuleType

import pytest
from msgspec.structs import replace

from client.commands.errands import admin, leaders, results
from games.errors import Mistake
from protocol.messages import FromPlayer
from protocol.parts import (
    Fault,
    Leader,
    LiveMatch,
    NodeInfo,
    OnlinePlayer,
    PastMatch,
    Player,
    Policy,
    Terms,
    TimeControl,
)
from protocol.replies import Done, Leaders, Matches, Nodes, Players, Refused, Replies, Results
from protocol.requests import (
    AnnounceRestart,
    EndMatch,
    Hello,
    Kick,
    ListLeaders,
    ListResults,
    WithdrawRestart,
)
from tests.client.link.scripted import Line, command, scripted

ANN, BOB = Player("ann", guest=False), Player("bob", bot=True, guest=False)
BLITZ = Terms("connect4", TimeControl(60.0, 1.0))
LIVE = LiveMatch("m7", BLITZ, (ANN, BOB), ply=12, seq=12, watchers=3)
TOKEN = "a-secret-token"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in the tester's environment is of no account here."""
    monkeypatch.delenv("INAROW_SERVER", raising=False)
    monkeypatch.setenv("INAROW_TOKEN", TOKEN)


async def ask(module: ModuleType, words: str, reply: Replies) -> tuple[int, Hello, FromPlayer]:
    """Run a command against a server with one reply: the exit code, and what the server heard."""
    heard: list[tuple[Hello, FromPlayer]] = []

    async def script(line: Line) -> None:
        hello = await line.welcome()
        request = await line.hear()
        heard.append((hello, request))
        await line.tell(replace(reply, id=request.id))
        await line.hold()

    async with scripted(script) as double:
        code = await asyncio.to_thread(command, module, "--server", double.url, *words.split())
    return code, *heard[0]


class TestActing:
    async def test_kick_names_the_player_and_the_reason(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """With the token from the environment, and no name of its own."""
        code, hello, request = await ask(admin, "kick bob --reason spam", Done(0))
        assert code == 0
        assert isinstance(request, Kick)
        assert (request.player, request.reason) == ("bob", "spam")
        assert (hello.token, hello.name) == (TOKEN, "")
        assert capsys.readouterr().err == "bob is disconnected\n"

    @pytest.mark.parametrize(
        ("words", "winner", "told"),
        [
            ("end m7", None, "match m7 is ended: without a result\n"),
            ("end m7 --winner first", 0, "match m7 is ended: the first player wins\n"),
            ("end m7 --winner second", 1, "match m7 is ended: the second player wins\n"),
        ],
    )
    async def test_a_match_is_ended_with_or_without_a_winner(
        self, words: str, winner: int | None, told: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The first player is side 0."""
        code, _, request = await ask(admin, words, Done(0))
        assert code == 0
        assert isinstance(request, EndMatch)
        assert (request.match, request.winner) == ("m7", winner)
        assert capsys.readouterr().err == told

    async def test_a_restart_is_announced(self, capsys: pytest.CaptureFixture[str]) -> None:
        """With its reason."""
        code, _, request = await ask(admin, "restart --in 60 --reason upgrade", Done(0))
        assert code == 0
        assert isinstance(request, AnnounceRestart)
        assert (request.seconds, request.reason) == (60.0, "upgrade")
        assert capsys.readouterr().err == "everyone is told of a restart in 60 seconds\n"

    async def test_a_restart_is_withdrawn(self, capsys: pytest.CaptureFixture[str]) -> None:
        """With a reason, or without."""
        code, _, request = await ask(admin, "no-restart --reason later", Done(0))
        assert code == 0
        assert isinstance(request, WithdrawRestart)
        assert request.reason == "later"
        told = "everyone is told that there will be no restart, and matches start again\n"
        assert capsys.readouterr().err == told


class TestListing:
    async def test_matches(self, capsys: pytest.CaptureFixture[str]) -> None:
        """One line each."""
        code, _, _ = await ask(admin, "matches", Matches(0, (LIVE,)))
        assert code == 0
        assert table(capsys)[1] == ["m7", "connect4", "1+1", "ann", "bob", "12", "3"]

    async def test_players(self, capsys: pytest.CaptureFixture[str]) -> None:
        """People and bots, and how much a bot takes on."""
        online = (
            OnlinePlayer(ANN, 1),
            OnlinePlayer(BOB, 2, Policy(capacity=4)),
            OnlinePlayer(Player("visitor"), 0),
        )
        await ask(admin, "players", Players(0, online))
        assert table(capsys)[1:] == [
            ["ann", "account", "1", "-"],
            ["bob", "bot", "2", "4"],
            ["visitor", "guest", "0", "-"],
        ]

    async def test_nodes(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Which owns the lobby, which leaves, and which does not answer."""
        nodes = (
            NodeInfo("n1", "wss://a", "0.9", False, True, 12, 40, 11, lag=0.26, bus=0.0),
            NodeInfo("n2", "wss://b", "0.9", True, False, 0, 3, 0, lag=0.5, bus=0.00123),
            NodeInfo("n3", "wss://c", "0.8", False, False, 7, 0, 7, lag=2.0),
        )
        await ask(admin, "nodes", Nodes(0, nodes))
        assert [" ".join(line) for line in table(capsys)[1:]] == [
            "n1 wss://a 0.9 lobby 12 40 11 0.3 s ago 0.0 ms",
            "n2 wss://b 0.9 draining 0 3 0 0.5 s ago 1.2 ms",
            "n3 wss://c 0.8 - 7 0 7 2.0 s ago no answer",
        ]

    async def test_results(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Of a player; the winner stands with how the match ended."""
        untimed = Terms("tictactoe")
        past = (
            PastMatch("m2", BLITZ, (ANN, BOB), 1, "time", 23, 1_700_000_000.0),
            PastMatch("m1", untimed, (BOB, ANN), None, "full", 9, 1_600_000_000.0),
        )
        words = "--player ann --limit 5"
        _, _, request = await ask(results, words, Results(0, past))
        assert isinstance(request, ListResults)
        assert (request.player, request.limit) == ("ann", 5)
        lines = [" ".join(line) for line in table(capsys)[1:]]
        assert lines == [
            "2023-11-14 22:13 m2 connect4 1+1 ann bob 23 bob (time)",
            "2020-09-13 12:26 m1 tictactoe untimed bob ann 9 nobody (full)",
        ]

    async def test_leaders(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Of a game by its full name; a rating that means little yet has a question mark."""
        ann = Leader(Player("ann", guest=False, rating=1834.4), 41.0, 210)
        bob = Leader(Player("bob", guest=False, rating=1700.0, provisional=True), 180.2, 3)
        _, _, request = await ask(leaders, "connect4 fast", Leaders(0, (ann, bob)))
        assert isinstance(request, ListLeaders)
        assert (request.game, request.pace) == ("connect4", "fast")
        assert table(capsys)[1:] == [
            ["1", "ann", "1834", "41", "210"],
            ["2", "bob", "1700?", "180", "3"],
        ]

    @pytest.mark.parametrize(
        ("module", "words", "reply", "sentence"),
        [
            (admin, "matches", Matches(0, ()), "no match is going on"),
            (admin, "players", Players(0, ()), "nobody is connected"),
            (admin, "nodes", Nodes(0, ()), "there is no node"),
            (results, "", Results(0, ()), "no match has ended yet"),
            (leaders, "qubic slow", Leaders(0, ()), "nobody is rated at qubic, slow"),
        ],
    )
    async def test_nothing_is_said_in_a_sentence(
        self,
        module: ModuleType,
        words: str,
        reply: Replies,
        sentence: str,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        """An empty table would leave one wondering."""
        await ask(module, words, reply)
        assert capsys.readouterr().out == f"{sentence}\n"

    @pytest.mark.parametrize(
        ("module", "words", "reply"),
        [
            (admin, "matches --json", Matches(0, (LIVE,))),
            (admin, "players --json", Players(0, (OnlinePlayer(ANN, 1),))),
            (admin, "nodes --json", Nodes(0, ())),
            (results, "--json", Results(0, ())),
            (leaders, "qubic slow --json", Leaders(0, (Leader(ANN, 41.0, 210),))),
        ],
    )
    async def test_json_is_what_was_on_the_wire(
        self, module: ModuleType, words: str, reply: Replies, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A list, also of nothing."""
        await ask(module, words, reply)
        told = json.loads(capsys.readouterr().out)
        assert isinstance(told, list)
        if module is admin and "matches" in words:
            assert told[0]["players"][1] == {"name": "bob", "bot": True, "guest": False} | {
                "rating": None, "provisional": False,
            }  # fmt: skip


def table(capsys: pytest.CaptureFixture[str]) -> list[list[str]]:
    return [line.split() for line in capsys.readouterr().out.splitlines()]


class TestFailing:
    async def test_what_is_not_allowed_did_not_work_out(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The server's words go to stderr, and the token nowhere."""
        refused = Refused(0, Fault.NOT_ALLOWED, "only administrators may do this")
        code, _, _ = await ask(admin, "kick bob", refused)
        out, err = capsys.readouterr()
        assert (code, out) == (1, "")
        assert err == "inarow: the server refused: only administrators may do this\n"

    async def test_a_name_that_is_unknown_is_a_mistake(self) -> None:
        """As any other wrong word on the command line."""
        with pytest.raises(Mistake, match="zoe is not online"):
            await ask(admin, "kick zoe", Refused(0, Fault.NO_SUCH_PLAYER, "zoe is not online"))

    async def test_a_wrong_token_is_a_mistake_that_does_not_tell_it(self) -> None:
        """Screens are seen by others."""

        async def script(line: Line) -> None:
            hello = await line.expect(Hello)
            await line.tell(Refused(hello.id, Fault.BAD_TOKEN, "no account has this token"))
            await line.hold()

        async with scripted(script) as double:
            with pytest.raises(Mistake, match="no account has this token") as mistake:
                await asyncio.to_thread(command, admin, "--server", double.url, "matches")
        assert TOKEN not in str(mistake.value)

    def test_no_server_did_not_work_out(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The message names the address, which may come from the environment."""
        monkeypatch.setenv("INAROW_SERVER", "ws://127.0.0.1:1")
        assert command(results) == 1
        assert "inarow: cannot connect to ws://127.0.0.1:1: " in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("module", "words", "text"),
        [
            (admin, "--server http://x matches", "'http://x' is no server: write ws://HOST:PORT"),
            (admin, "restart --in -1", "0 to 604800 seconds ahead, not -1"),
            (admin, "restart --in nan", "seconds ahead, not nan"),
            (results, "--limit 0", "the limit must be 1 to 200, not 0"),
            (leaders, "chess fast", "no game is called 'chess'"),
        ],
    )
    def test_wrong_words_are_mistakes(self, module: ModuleType, words: str, text: str) -> None:
        """Found before anything is sent."""
        with pytest.raises(Mistake, match=text):
            command(module, *words.split())

    def test_administering_takes_a_token(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The text says where to put it."""
        monkeypatch.delenv("INAROW_TOKEN")
        with pytest.raises(Mistake, match="give it as --token or in INAROW_TOKEN"):
            command(admin, "matches")

    def test_help_does_not_show_the_token(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Though it comes from the environment by default."""
        with pytest.raises(SystemExit):
            command(admin, "--help")
        assert TOKEN not in capsys.readouterr().out


def test_the_server_may_be_named_on_either_side_of_the_task() -> None:
    """As people type it."""
    parser = argparse.ArgumentParser()
    admin.configure(parser)
    before = parser.parse_args(["--server", "ws://a", "--token", "t", "players"])
    after = parser.parse_args(["players", "--server", "ws://a", "--token", "t"])
    assert (before.server, before.token) == (after.server, after.token) == ("ws://a", "t")
