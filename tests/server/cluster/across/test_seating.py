"""Seeks, challenges, invites and seats where players are on different nodes."""

import asyncio
from contextlib import AsyncExitStack

from protocol.events import Challenged, Ended, SeekClosed, SeekOpened, Started, Unanswered
from protocol.parts import Fault, Policy, Terms
from protocol.replies import Done, Opened, Players, Refused, Seeks
from protocol.requests import (
    Answer,
    Challenge,
    Declare,
    Invite,
    Join,
    ListPlayers,
    ListSeeks,
    Resign,
    Seek,
    Withdraw,
)
from server.app import App
from tests.server.players_over_sockets import Player, alternate, pair, player

TERMS = Terms("tictactoe")
GOMOKU = Terms("gomoku")
WON = [0, 3, 1, 4, 2]


async def crowd(nodes: list[App], stack: AsyncExitStack, size: int) -> list[Player]:
    """Guests by turns at all nodes."""
    urls = [nodes[number % len(nodes)].url for number in range(size)]
    return list(
        await asyncio.gather(
            *(
                stack.enter_async_context(player(url, f"guest{number}"))
                for number, url in enumerate(urls)
            )
        )
    )


class TestSeeks:
    async def test_two_who_seek_the_same_meet(self, bob: Player, cat: Player) -> None:
        """They play their match to its end, each at the node where they are."""
        await bob.ask(Seek(0, TERMS, side=0), Opened)
        await cat.ask(Seek(0, TERMS), Opened)
        started = await bob.next(Started)
        assert (await cat.next(Started)).match == started.match
        assert [each.name for each in started.players] == ["bob", "cat"]
        await alternate(started.match, (bob, cat), *WON)
        for one in (bob, cat):
            assert (await one.next(Ended)).winner == 0

    async def test_all_who_seek_at_once_are_paired_once(self, nodes: list[App]) -> None:
        """Whatever the order in which their seeks come in."""
        async with AsyncExitStack() as stack:
            seekers = await crowd(nodes, stack, 12)
            await asyncio.gather(*(one.ask(Seek(0, GOMOKU), Opened) for one in seekers))
            started = [await one.next(Started) for one in seekers]
            assert len({each.match for each in started}) == 6
            assert all(len(one.all(Started)) == 1 for one in seekers)

    async def test_they_are_listed_and_watched_everywhere(self, bob: Player, cat: Player) -> None:
        """From when they are open until they are closed."""
        first = await bob.ask(Seek(0, GOMOKU), Opened)
        listed = (await cat.ask(ListSeeks(0, watch=True), Seeks)).seeks
        assert [(each.key, each.by.name) for each in listed] == [(first.key, "bob")]
        second = await bob.ask(Seek(0, TERMS), Opened)
        assert (await cat.next(SeekOpened)).seek.key == second.key
        await bob.ask(Withdraw(0, first.key), Done)
        assert (await cat.next(SeekClosed)).key == first.key

    async def test_they_end_with_their_seeker(self, bob: Player, cat: Player) -> None:
        """Who has left waits for nobody."""
        opened = await bob.ask(Seek(0, GOMOKU), Opened)
        await cat.ask(ListSeeks(0, watch=True), Seeks)
        bob.drop()
        assert (await cat.next(SeekClosed)).key == opened.key


class TestChallenges:
    async def test_one_is_told_and_answers(self, bob: Player, cat: Player) -> None:
        """Yes to one, and no to another."""
        opened = await bob.ask(Challenge(0, "cat", TERMS), Opened)
        challenged = await cat.next(Challenged)
        assert (challenged.key, challenged.by.name) == (opened.key, "bob")
        await cat.ask(Answer(0, opened.key, accept=True), Done)
        assert (await bob.next(Started)).match == (await cat.next(Started)).match
        other = await cat.ask(Challenge(0, "bob", GOMOKU), Opened)
        await bob.next(Challenged)
        await bob.ask(Answer(0, other.key, accept=False, reason="not now"), Done)
        assert await cat.next(Unanswered) == Unanswered(other.key, "not now")

    async def test_a_policy_holds_everywhere(self, ann: Player, bot: Player) -> None:
        """It is shown at all nodes as well."""
        await bot.ask(Declare(0, policy := Policy(games=("connect4",))), Done)
        assert (await ann.refused(Challenge(0, "deep", TERMS))).code is Fault.NOT_ALLOWED
        online = (await ann.ask(ListPlayers(0), Players)).players
        assert {each.player.name: each.policy for each in online}["deep"] == policy


class TestCapacity:
    async def test_one_seat_under_50_simultaneous_challenges(
        self, nodes: list[App], bot: Player
    ) -> None:
        """From three nodes; the bot accepts all at once, and exactly one match starts."""
        async with AsyncExitStack() as stack:
            all50 = await crowd(nodes, stack, 50)
            await asyncio.gather(*(one.ask(Challenge(0, "deep", TERMS), Opened) for one in all50))
            keys = [(await bot.next(Challenged)).key for _ in all50]
            ids = [await bot.send(Answer(0, key, accept=True)) for key in keys]
            replies = [await bot.reply(id) for id in ids]
            assert sorted(type(reply).__name__ for reply in replies) == ["Done"] + 49 * ["Refused"]
            lucky = await bot.next(Started)
            names = {each.name for each in lucky.players}
            for one in all50:
                await (one.next(Started) if one.name in names else one.next(Unanswered))
            assert sum(len(one.all(Started)) for one in all50) == len(bot.all(Started)) == 1

    async def test_a_seat_is_free_again_when_the_match_is_over(
        self, ann: Player, bob: Player, bot: Player
    ) -> None:
        """For whoever comes next, from wherever."""
        for one in (ann, bob, ann):
            opened = await one.ask(Challenge(0, "deep", TERMS), Opened)
            await bot.ask(Answer(0, opened.key, accept=True), Done)
            started = await one.next(Started)
            other = bob if one is ann else ann
            assert (await other.refused(Challenge(0, "deep", TERMS))).code is Fault.BUSY
            await one.ask(Resign(0, started.match), Done)
            await bot.next(Ended)


class TestInvites:
    async def test_who_has_the_code_joins(self, bob: Player, cat: Player) -> None:
        """At another node than where it was opened."""
        match = await pair(bob, cat, GOMOKU)
        await alternate(match, (bob, cat), 0, 1, 2)

    async def test_the_first_of_many_joins(self, nodes: list[App], bob: Player) -> None:
        """The others are told that there is no such invite any more."""
        code = (await bob.ask(Invite(0, GOMOKU), Opened)).key
        async with AsyncExitStack() as stack:
            many = await crowd(nodes, stack, 9)
            ids = [await one.send(Join(0, code)) for one in many]
            replies = [await one.reply(id) for one, id in zip(many, ids, strict=True)]
        faults = [reply.code for reply in replies if isinstance(reply, Refused)]
        assert faults == 8 * [Fault.NO_SUCH_KEY]

    async def test_what_is_withdrawn_is_gone(self, bob: Player, cat: Player) -> None:
        """For everyone at once."""
        code = (await bob.ask(Invite(0, GOMOKU), Opened)).key
        await bob.ask(Withdraw(0, code), Done)
        assert (await cat.refused(Join(0, code))).code is Fault.NO_SUCH_KEY
