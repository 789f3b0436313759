"""What a bot may be told on its command line, and what is refused before it connects."""

from pathlib import Path

import pytest

import inarow
from protocol.parts import Fault, OnlinePlayer, Policy, Terms, TimeControl
from protocol.replies import Done, Players
from protocol.requests import Challenge, ListPlayers, Resign
from server.app import App
from tests.bot.bots import challenge, running_bot
from tests.server.players_over_sockets import Player, player

READY = "ready for"
QUBIC = Terms("qubic", TimeControl(60.0, 1.0))
NOBODY = "ws://127.0.0.1:1"


async def online(one: Player) -> tuple[OnlinePlayer, ...]:
    return (await one.ask(ListPlayers(0), Players)).players


class TestItsOptions:
    @pytest.mark.parametrize(
        ("words", "wrong"),
        [
            (["dropper", "--game", "qubic", "--seek"], "this bot does not play qubic"),
            (
                ["--engine", "cat", "--engine-protocol", "gomocup", "--game", "mnk:k=4"],
                "this bot does not play mnk:k=4",
            ),
            (["--min-seconds", "-3"], "--min-seconds must be 0 to 1000000000, not -3"),
            (["--min-seconds", "nan"], "--min-seconds must be 0 to 1000000000, not nan"),
            (["--min-seconds", "50", "--max-seconds", "10"], "at least 50 s and at most 10"),
            (["--max-seconds", "inf"], "--max-seconds must be above 0 and at most 1000000000"),
            (["--give-up", "nan"], "--give-up must be above 0"),
            (["--give-up", "-5"], "--give-up must be above 0"),
            (["--seconds", "0"], "--seconds must be above 0"),
            (["--rated", "--seek", "--once"], "rated matches are for accounts"),
            (["dropper", "--level", "3"], "--level is only for the search: leave it out"),
            (["chance", "--workers", "2"], "--workers is only for the search"),
            (["--engine", "cat", "--hash", "3"], "--hash is only for the search"),
            (["chance", "--ponder"], "only the search can ponder"),
        ],
    )
    def test_that_cannot_be_are_refused(
        self,
        words: list[str],
        wrong: str,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """Before any server is asked."""
        monkeypatch.delenv("INAROW_TOKEN", raising=False)
        assert inarow.main(["bot", "--server", NOBODY, *words]) == 2
        assert wrong in capsys.readouterr().err

    async def test_by_default_leave_seats_to_others(self, app: App, ann: Player) -> None:
        """One for each opponent, who is not waited for all day."""
        async with running_bot(app.url, "chance", "--capacity", "2") as bot:
            await bot.says(f"{READY} 2")
            [deep] = (each for each in await online(ann) if each.player.name == "deep")
            assert deep.policy == Policy(2, per_opponent=1, max_seconds=7200.0, idle_seconds=600.0)
            await challenge(ann, "deep", Terms("gomoku"))
            refused = await ann.refused(Challenge(0, "deep", Terms("qubic")))
            assert refused.code is Fault.BUSY
            async with player(app.url, "eve") as eve:
                await challenge(eve, "deep", Terms("gomoku"))

    async def test_without_a_game_are_those_it_plays(self, app: App, ann: Player) -> None:
        """Others cannot even be asked for."""
        async with running_bot(app.url, "dropper") as bot:
            await bot.says(READY)
            refused = await ann.refused(Challenge(0, "deep", QUBIC))
            assert refused.code is Fault.NOT_ALLOWED
            await challenge(ann, "deep", Terms("connect4"))

    @pytest.mark.parametrize(
        ("words", "why"),
        [
            (("--enter", "nosuch"), "no tournament called nosuch"),
            (("--rated", "--seek", "--once", "--session"), "guests play casual matches"),
        ],
    )
    async def test_that_the_server_refuses_are_told(
        self, words: tuple[str, ...], why: str, app: App, tmp_path: Path
    ) -> None:
        """Where nothing else is left to do, it leaves."""
        rest = (str(tmp_path / "session"),) if words[-1] == "--session" else ()
        async with running_bot(app.url, "chance", *words, *rest) as bot:
            assert await bot.ended() == 1
            assert why in bot.lines[-1]

    async def test_are_followed_as_far_as_they_can_be(self, app: App, ann: Player) -> None:
        """There is no such tournament, but there are opponents to look for."""
        words = ("--enter", "nosuch", "--seek", "--game", "qubic", "--once")
        async with running_bot(app.url, "chance", *words) as bot:
            await bot.says("no tournament called nosuch")
            match = await challenge(ann, "deep", QUBIC)
            await ann.ask(Resign(0, match), Done)
            assert await bot.ended() == 0
