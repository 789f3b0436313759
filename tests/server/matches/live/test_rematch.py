"""Rematches over real sockets: the same terms, with sides swapped, when both ask."""

from protocol.events import Ended, RematchOffered, Started
from protocol.parts import Fault, Terms, TimeControl
from protocol.replies import Done, Players
from protocol.requests import ListPlayers, Rematch, Resign
from tests.server.players_over_sockets import Player, pair

BLITZ = Terms("tictactoe", TimeControl(60, increment=1))


class TestRematches:
    async def finished(self, ann: Player, bob: Player) -> str:
        match = await pair(ann, bob, BLITZ)
        await ann.ask(Resign(0, match), Done)
        await ann.next(Ended)
        await bob.next(Ended)
        return match

    async def test_it_starts_with_sides_swapped_when_both_ask(
        self, ann: Player, bob: Player
    ) -> None:
        """And names the match that it follows."""
        match = await self.finished(ann, bob)
        await ann.ask(Rematch(0, match), Done)
        assert await bob.next(RematchOffered) == RematchOffered(match, "ann")
        await bob.ask(Rematch(0, match), Done)
        started = await ann.next(Started)
        assert (started.previous, started.terms, started.side) == (match, BLITZ, 1)
        assert [each.name for each in started.players] == ["bob", "ann"]
        assert (await ann.refused(Rematch(0, match))).code is Fault.CONFLICT

    async def test_asking_twice_is_not_agreeing(self, ann: Player, bob: Player) -> None:
        """It takes the other one."""
        match = await self.finished(ann, bob)
        await ann.ask(Rematch(0, match), Done)
        await ann.ask(Rematch(0, match), Done)
        await ann.settle()
        assert len(ann.all(Started)) == 1

    async def test_not_before_the_end_and_not_by_strangers(
        self, ann: Player, bob: Player, bot: Player
    ) -> None:
        """Nor with one who has left."""
        match = await pair(ann, bob, BLITZ)
        assert (await ann.refused(Rematch(0, match))).code is Fault.TOO_EARLY
        await ann.ask(Resign(0, match), Done)
        await ann.next(Ended)
        assert (await bot.refused(Rematch(0, match))).code is Fault.NOT_SEATED
        await bob.close()
        while True:
            online = (await ann.ask(ListPlayers(0), Players)).players
            if "bob" not in [each.player.name for each in online]:
                break
        assert (await ann.refused(Rematch(0, match))).code is Fault.BUSY
