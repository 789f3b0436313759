"""Seats over real sockets: what bots declare is enforced, under any race."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from protocol.events import Challenged, Ended, RematchOffered, SeekClosed, Started, Unanswered
from protocol.messages import FromPlayer
from protocol.parts import Challengers, Fault, Policy, Terms, TimeControl
from protocol.replies import Done, Opened, Players, Refused, Seeks
from protocol.requests import (
    Answer,
    Challenge,
    Declare,
    Invite,
    Join,
    ListPlayers,
    ListSeeks,
    Rematch,
    Resign,
    Seek,
)
from server.app import App
from tests.server.players_over_sockets import Player, pair, player

TERMS = Terms("tictactoe")
BLITZ = Terms("tictactoe", TimeControl(60, increment=1))


class TestBots:
    async def test_a_bot_that_is_online_is_listed_and_played(
        self, ann: Player, bot: Player
    ) -> None:
        """With its policy, and as busy as it is."""
        await bot.ask(Declare(0, policy := Policy(capacity=3)), Done)
        opened = await ann.ask(Challenge(0, "deep", TERMS), Opened)
        await bot.ask(Answer(0, opened.key, accept=True), Done)
        started = await ann.next(Started)
        assert {each.name: each.bot for each in started.players} == {"ann": False, "deep": True}
        online = (await ann.ask(ListPlayers(0), Players)).players
        shown = {each.player.name: (each.playing, each.policy) for each in online}
        assert shown == {"ann": (1, None), "deep": (1, policy)}

    @pytest.mark.parametrize(
        ("policy", "code"),
        [
            (Policy(games=("connect4",)), Fault.NOT_ALLOWED),
            (Policy(challengers=Challengers.BOTS), Fault.NOT_ALLOWED),
            (Policy(challengers=Challengers.NOBODY), Fault.NOT_ALLOWED),
            (Policy(min_seconds=200), Fault.NOT_ALLOWED),
            (Policy(max_seconds=99), Fault.NOT_ALLOWED),
            (Policy(capacity=0), Fault.BUSY),
        ],
    )
    async def test_its_policy_is_enforced(
        self, ann: Player, bot: Player, policy: Policy, code: Fault
    ) -> None:
        """It never hears of what it would not take."""
        await bot.ask(Declare(0, policy), Done)
        assert (await ann.refused(Challenge(0, "deep", BLITZ))).code is code
        await bot.settle()
        assert bot.all(Challenged) == []

    @pytest.mark.parametrize(
        ("policy", "text"),
        [
            (Policy(games=("connect4",)), "your policy is to play connect4, not tictactoe"),
            (Policy(min_seconds=200), "your policy is to play games of 200 to any number of"),
        ],
    )
    async def test_its_own_proposals_keep_to_its_policy(
        self, bot: Player, policy: Policy, text: str
    ) -> None:
        """It is told what it has declared."""
        await bot.ask(Declare(0, policy), Done)
        for proposal in (Seek(0, BLITZ), Invite(0, BLITZ)):
            refused = await bot.refused(proposal)
            assert refused.code is Fault.NOT_ALLOWED
            assert refused.text.startswith(text)

    async def test_its_seeks_are_not_for_everyone(self, app: App, ann: Player, bot: Player) -> None:
        """A person passes a bot's seek by, and the bot that it is for does not."""
        await bot.ask(Declare(0, Policy(challengers=Challengers.BOTS)), Done)
        await bot.ask(Seek(0, BLITZ), Opened)
        await ann.ask(Seek(0, BLITZ), Opened)
        await bot.settle()
        assert bot.all(Started) == []
        async with player(app.url, "rival", bot=True) as rival:
            await rival.ask(Declare(0, Policy(challengers=Challengers.BOTS)), Done)
            await rival.ask(Seek(0, BLITZ), Opened)
            started = await bot.next(Started)
            assert {each.name for each in started.players} == {"deep", "rival"}
        assert ann.all(Started) == []

    async def test_its_invites_are_not_for_everyone(
        self, app: App, ann: Player, bot: Player
    ) -> None:
        """Who may not join is told why, and leaves the invite to others."""
        await bot.ask(Declare(0, Policy(challengers=Challengers.BOTS)), Done)
        code = (await bot.ask(Invite(0, BLITZ), Opened)).key
        refused = await ann.refused(Join(0, code))
        assert refused.code is Fault.NOT_ALLOWED
        assert refused.text == "the policy of deep is to play against bots only"
        async with player(app.url, "rival", bot=True) as rival:
            await rival.ask(Join(0, code), Done)
            await bot.next(Started)

    @pytest.mark.parametrize(
        ("policy", "text"),
        [
            (Policy(challengers=Challengers.BOTS), "play against bots only"),
            (Policy(challengers=Challengers.NOBODY), "be asked for matches by nobody"),
            (Policy(games=("qubic",)), "play qubic, not tictactoe"),
        ],
    )
    async def test_a_rematch_must_suit_its_policy(
        self, ann: Player, bot: Player, policy: Policy, text: str
    ) -> None:
        """As it is by now; the bot hears nothing of it."""
        match = await pair(ann, bot, BLITZ)
        await ann.ask(Resign(0, match), Done)
        await ann.next(Ended)
        await bot.ask(Declare(0, policy), Done)
        refused = await ann.refused(Rematch(0, match))
        assert (refused.code, refused.text) == (
            Fault.NOT_ALLOWED,
            f"the policy of deep is to {text}",
        )
        await bot.settle()
        assert bot.all(RematchOffered) == []

    async def test_a_new_policy_closes_its_seeks_and_challenges(
        self, ann: Player, bot: Player
    ) -> None:
        """And says so to whom it had kept waiting."""
        opened = await bot.ask(Seek(0, TERMS), Opened)
        challenge = await ann.ask(Challenge(0, "deep", TERMS), Opened)
        await ann.ask(ListSeeks(0, watch=True), Seeks)
        await bot.ask(Declare(0, Policy(games=("qubic",))), Done)
        assert await ann.next(SeekClosed) == SeekClosed(opened.key)
        reason = "the policy of deep is to play qubic, not tictactoe"
        assert await ann.next(Unanswered) == Unanswered(challenge.key, reason)

    async def test_seats_are_kept_for_people(self, app: App, ann: Player, bot: Player) -> None:
        """A bot cannot take the last one."""
        await bot.ask(Declare(0, Policy(capacity=1, kept_for_people=1)), Done)
        async with player(app.url, "rival", bot=True) as rival:
            assert (await rival.refused(Challenge(0, "deep", TERMS))).code is Fault.BUSY
        await ann.ask(Challenge(0, "deep", TERMS), Opened)

    async def test_seeks_that_no_seat_is_left_for_are_closed(
        self, ann: Player, bot: Player
    ) -> None:
        """Also when the bot itself declares that it takes fewer."""
        opened = await bot.ask(Seek(0, TERMS), Opened)
        await ann.ask(ListSeeks(0, watch=True), Seeks)
        await bot.ask(Declare(0, Policy(capacity=0)), Done)
        await ann.settle()
        assert ann.all(SeekClosed) == [SeekClosed(opened.key)]

    async def test_its_seat_is_free_again_at_the_end(self, ann: Player, bot: Player) -> None:
        """As soon as the end is told."""
        for _ in range(3):
            opened = await ann.ask(Challenge(0, "deep", TERMS), Opened)
            await bot.ask(Answer(0, opened.key, accept=True), Done)
            started = await ann.next(Started)
            assert (await ann.refused(Challenge(0, "deep", TERMS))).code is Fault.BUSY
            await ann.ask(Resign(0, started.match), Done)
            await ann.next(Ended)


class TestARush:
    async def crowd(self, app: App, stack: AsyncExitStack, size: int) -> list[Player]:
        return [
            await stack.enter_async_context(player(app.url, f"guest{number}"))
            for number in range(size)
        ]

    async def test_capacity_1_under_50_simultaneous_challenges(self, app: App, bot: Player) -> None:
        """The bot accepts all of them at once: one match starts, and 49 are told that none does."""
        async with AsyncExitStack() as stack:
            crowd = await self.crowd(app, stack, 50)
            await asyncio.gather(*(one.ask(Challenge(0, "deep", TERMS), Opened) for one in crowd))
            keys = [(await bot.next(Challenged)).key for _ in crowd]
            ids = [await bot.send(Answer(0, key, accept=True)) for key in keys]
            replies = [await bot.reply(id) for id in ids]
            assert [type(reply) for reply in replies] == [Done] + 49 * [Refused]
            await asyncio.gather(*(one.settle() for one in crowd))
            assert sum(len(one.all(Started)) for one in crowd) == len(bot.all(Started)) == 1
            told = [one for one in crowd if one.all(Unanswered)]
            assert len(told) == 49
            assert not any(one.all(Started) for one in told)
            assert app.house.lobby.lobby.challenges == {}

    async def test_seeks_challenges_and_invites_racing_for_one_seat(
        self, app: App, bot: Player
    ) -> None:
        """However they come in, the bot is never in two matches at once."""
        async with AsyncExitStack() as stack:
            crowd = await self.crowd(app, stack, 12)
            for _ in range(4):
                code = (await bot.ask(Invite(0, BLITZ), Opened)).key
                await bot.send(Seek(0, TERMS))
                requests: list[FromPlayer] = [
                    Seek(0, TERMS),
                    Challenge(0, "deep", TERMS),
                    Join(0, code),
                ]
                ids = [await one.send(requests[n % 3]) for n, one in enumerate(crowd)]
                await bot.settle()
                for challenged in bot.all(Challenged):
                    await bot.send(Answer(0, challenged.key, accept=True))
                for one, id in zip(crowd, ids, strict=True):
                    await one.reply(id)
                await bot.settle()
                [match] = app.house.lobby.lobby.matches_of("deep")
                await bot.ask(Resign(0, match), Done)
                await bot.next(Ended)
                await asyncio.gather(*(one.settle() for one in crowd))
            assert len(bot.all(Started)) == len(bot.all(Ended)) == 4
            starts_and_ends = [
                type(message) for message in bot.heard if isinstance(message, Started | Ended)
            ]
            assert starts_and_ends == 4 * [Started, Ended]
