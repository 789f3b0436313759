"""Coming back after a restart of the server, also after one that was killed."""

from math import inf
from pathlib import Path
from time import monotonic

from protocol.events import Played, Resumed, Started
from protocol.parts import Ending, Fault, Policy, Terms, TimeControl
from protocol.replies import Done, Shown
from protocol.requests import Declare, Hello, Move, ShowMatch
from protocol.tournaments import Format, Plan
from server.matches.tables import MOST_GRACES, NEXT_TRY
from server.storage.commit import commit
from tests.client.link.server_messages import until
from tests.processes import serving_process
from tests.server.players_over_sockets import connected, pair, player
from tests.server.playing import alternate
from tests.server.serving import serving
from tests.server.tournaments.contestants import opened

GOMOKU = Terms("gomoku")
BLITZ = Terms("gomoku", TimeControl(60.0, 1.0))


class TestARestart:
    async def test_brings_the_matches_back(self, tmp_path: Path) -> None:
        """The restart stands in the record, and nobody's clock has lost anything."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, BLITZ)
            await alternate(match, ann, bob, [0, 1, 2, 3, 4])
            left = ann.all(Played)[-1].left
        seen = {match: 5}
        async with (
            serving(tmp_path) as app,
            player(app.url, session=ann.welcome.session, seen=seen) as ann,
            player(app.url, session=bob.welcome.session, seen=seen) as bob,
        ):
            for one in (ann, bob):
                resumed = await one.next(Resumed)
                assert (resumed.seq, resumed.left, resumed.turn) == (6, left, 1)
            await bob.play(match, 5, 5)
            played = await ann.next(Played)
            assert (played.ply, played.left[0]) == (5, left[0])
            assert played.charged < 1  # from when the player was back, not from before
            shown = await ann.ask(ShowMatch(0, match), Shown)
            kinds = [type(event) for event in shown.events]
            assert kinds == [Started, *[Played] * 5, Resumed, Played]

    async def test_ends_no_session(self, tmp_path: Path) -> None:
        """Also of one who sits nowhere, and whose name was nobody else's meanwhile."""
        async with serving(tmp_path) as app, player(app.url, "ann") as ann:
            session = ann.welcome.session
        async with serving(tmp_path) as app, player(app.url, session=session) as ann:
            assert ann.name == "ann"

    async def test_keeps_the_names_of_guests_who_play(self, tmp_path: Path) -> None:
        """Until they come back by their session."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            await pair(ann, bob, GOMOKU)
        async with serving(tmp_path) as app, connected(app.url) as eve:
            assert (await eve.refused(Hello(0, "Ann"))).code is Fault.NAME_TAKEN

    async def test_leaves_no_restart_in_the_record_of_what_is_over(self, tmp_path: Path) -> None:
        """Which is shown as it was."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, Terms("tictactoe"))
            await alternate(match, ann, bob, [0, 3, 1, 4, 2])
            before = await ann.ask(ShowMatch(0, match), Shown)
        async with serving(tmp_path) as app, player(app.url, "eve") as eve:
            after = await eve.ask(ShowMatch(0, match), Shown)
            assert after.events == before.events


class TestComingBackToACrowd:
    async def test_whoever_has_a_seat_comes_in_past_every_newcomer(self, tmp_path: Path) -> None:
        """Though others from the same address have taken all the room, and all that may open."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, BLITZ)
        async with (
            serving(tmp_path, connections_per_address=2, opens_per_address=2) as app,
            player(app.url, "eve"),
            player(app.url, "mal"),
            player(app.url, session=ann.welcome.session) as ann,
            player(app.url, session=bob.welcome.session) as bob,
        ):
            await alternate(match, ann, bob, [0, 1])
            async with connected(app.url) as late:
                await late.send(Hello(0, "late"))
                assert (await late.closed())[0] == 1013

    async def test_a_session_that_is_none_costs_as_a_newcomer(self, tmp_path: Path) -> None:
        """So that guessing is no way around the limits."""
        async with serving(tmp_path, opens_per_address=2) as app:
            for _ in range(2):
                async with connected(app.url) as one:
                    assert (await one.refused(Hello(0, session="no"))).code is Fault.BAD_TOKEN
            async with connected(app.url) as one:
                await one.send(Hello(0, session="no"))
                assert (await one.closed())[0] == 1013

    async def test_a_known_guest_who_is_turned_away_leaves_the_name_free(
        self, tmp_path: Path
    ) -> None:
        """As if they had not come."""
        async with serving(tmp_path, connections_per_address=1) as app:
            async with player(app.url, "ann") as ann:
                pass
            async with player(app.url, "eve") as eve:
                async with connected(app.url) as one:
                    await one.send(Hello(0, session=ann.welcome.session))
                    assert (await one.closed())[0] == 1013
                await eve.settle()
            async with player(app.url, "ann"):
                pass

    async def test_nobody_pays_for_being_turned_away(self, tmp_path: Path) -> None:
        """While that happens the clocks wait for who is not back yet, but not for ever."""
        async with serving(tmp_path, restart_grace=30.0) as app:
            house, opened = app.house, app.house.tables.opened_at
            assert house.tables.held_up_until < opened
            house.admission.turned_away_at = opened + 25.0
            assert house.tables.held_up_until == opened + 25.0 + NEXT_TRY
            house.admission.turned_away_at = opened + 1000.0
            assert house.tables.held_up_until == opened + MOST_GRACES * 30.0

    async def test_nobody_pays_before_they_have_read_that_they_are_back(
        self, tmp_path: Path
    ) -> None:
        """However late the welcome reaches them."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            key = await pair(ann, bob, BLITZ)
            await alternate(key, ann, bob, [0, 1])
        async with serving(tmp_path) as app, connected(app.url) as back:
            match = app.house.tables.all[key].match
            back._socket.transport.pause_reading()
            await back.send(Hello(0, session=ann.welcome.session))
            await until(lambda: match.away[0] is None)
            assert match.clock.running is None
            back._socket.transport.resume_reading()
            await until(lambda: match.clock.running == 0)

    async def test_the_grace_begins_when_the_door_is_open(self, tmp_path: Path) -> None:
        """However long taking up all matches takes."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, BLITZ)
        async with serving(tmp_path) as app:
            waiting, grace = app.house.tables.all[match].match, app.house.tables.patience.grace
            assert waiting.deadline() == waiting.grace_until == app.house.tables.opened_at + grace


class TestATournament:
    async def test_is_lost_by_nobody_who_is_turned_away(self, tmp_path: Path) -> None:
        """It waits for its players as a match does, and no longer."""
        key = await running_tournament(tmp_path)
        async with serving(tmp_path) as app:
            tournament, now = app.house.lobby.director.all[key], monotonic()
            app.house.lobby.director.opened(now - 1000.0)
            app.house.admission.turned_away_at = now
            app.house.lobby.director.resume(tournament)
            assert (len(tournament.pending), tournament.live) == (2, {})
            app.house.admission.turned_away_at = -inf
            app.house.lobby.director.resume(tournament)
            await commit(app.house.journal)
            assert {result.ending for result in tournament.results} == {Ending.ABSENT}

    async def test_has_all_the_grace_from_when_the_door_is_open(self, tmp_path: Path) -> None:
        """However long taking up everything takes."""
        key = await running_tournament(tmp_path)
        async with serving(tmp_path) as app:
            director, opened = app.house.lobby.director, app.house.tables.opened_at
            tournament = director.all[key]
            [first, *_] = tournament.pending.values()
            due = director._attendance.call(tournament, first, opened).due
            assert due == opened + app.house.tables.patience.grace + tournament.plan.ready_seconds


async def running_tournament(folder: Path) -> str:
    """A tournament of two bots, which both have left before their first game."""
    plan = Plan("The cup", Format.ROUND_ROBIN, Terms("tictactoe", TimeControl(60)))
    async with (
        serving(folder) as app,
        player(app.url, "one", bot=True) as one,
        player(app.url, "two", bot=True) as two,
    ):
        await two.ask(Declare(0, Policy(capacity=0)), Done)
        return await opened(one, plan, one, two)


class TestAKill:
    async def test_loses_nothing_that_was_told(self, tmp_path: Path) -> None:
        """The acknowledgement may be lost: the same move again is done, and there once."""
        async with (
            serving_process(tmp_path) as process,
            player(process.url, "ann") as ann,
            player(process.url, "bob") as bob,
        ):
            match = await pair(ann, bob, BLITZ)
            await alternate(match, ann, bob, [0, 1, 2, 3])
            await ann.send(Move(0, match, 4, 4))
            played = await bob.next(Played, lambda its: its.ply == 4)
            await process.kill()
        async with (
            serving_process(tmp_path) as process,
            player(process.url, session=ann.welcome.session, seen={match: 4}) as ann,
            player(process.url, session=bob.welcome.session, seen={match: 5}) as bob,
        ):
            assert (await ann.next(Played)).seq == 5
            assert (await ann.next(Resumed)).left == played.left
            for _ in range(3):
                await ann.ask(Move(0, match, 4, 4), Done)
            assert (await ann.refused(Move(0, match, 4, 5))).code is Fault.CONFLICT
            await bob.play(match, 5, 5)
            shown = await bob.ask(ShowMatch(0, match), Shown)
            plies = [event.ply for event in shown.events if isinstance(event, Played)]
            assert plies == [0, 1, 2, 3, 4, 5]

    async def test_leaves_the_result_of_what_was_over(self, tmp_path: Path) -> None:
        """The last move sent again is done, though the match is off the table."""
        async with (
            serving_process(tmp_path) as process,
            player(process.url, "ann") as ann,
            player(process.url, "bob") as bob,
        ):
            match = await pair(ann, bob, Terms("tictactoe"))
            await alternate(match, ann, bob, [0, 3, 1, 4, 2])
            await process.kill()
        async with (
            serving_process(tmp_path) as process,
            player(process.url, session=ann.welcome.session) as ann,
        ):
            assert ann.welcome.matches == ()
            await ann.ask(Move(0, match, 4, 2), Done)
            assert (await ann.refused(Move(0, match, 5, 8))).code is Fault.OVER
