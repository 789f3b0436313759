"""Where another server has written in its place, nothing goes on in memory only, whatever it is."""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from protocol.events import Started
from protocol.parts import Fault, Policy, Terms, TimeControl
from protocol.replies import Done, Opened, TournamentShown
from protocol.requests import Declare, Enter, OpenTournament, Quit, Resign, ShowTournament, Steer
from protocol.tournaments import Format, Order, Plan, Stage
from server.app import App
from server.storage.database import Database
from server.storage.drivers.statements import INSERTED
from server.storage.writes import (
    KINDS,
    Collided,
    DropSession,
    MatchOver,
    NewAudit,
    NewRating,
    NewSession,
    NewTournament,
    NewTournamentEvent,
    RatedGame,
    Rejected,
    TournamentOver,
    Write,
    key_of,
)
from server.tournaments.events import Finished, Steered, TournamentEvent, pack_event
from tests.server.inside import counted
from tests.server.players_over_sockets import Player, player
from tests.server.serving import serving
from tests.server.storage.journals import Observed, database, event, journal, new_match, url
from tests.server.tournaments.contestants import at_stage

__all__ = ["database", "journal", "url"]  # fixtures

COLLIDING = [
    new_match("x"),
    event("x", 0),
    NewTournament("x", "cup", "ann", 1.0),
    NewTournamentEvent("x", 0, 1.0, b"data"),
    NewAudit("x", 1.0, "act", "ban", "ann", "bob", "", "{}"),
]
# Each of these changes a row, and is written together with something that is inserted,
OVER = {MatchOver, RatedGame, TournamentOver}
LAST_WORD_COUNTS = {NewRating, NewSession, DropSession}  # or replaces whatever there was.

CUP = Plan("cup", Format.ROUND_ROBIN, Terms("connect4", TimeControl(per_move=60.0)))
CANCELLED = Steered(1.0, Order.CANCEL)
EXTENDED = Steered(1.0, Order.EXTEND, 1)


def test_every_kind_of_write_is_known_here() -> None:
    """A new one is inserted, and so collides, or stands among those that need not."""
    assert {type(write) for write in COLLIDING} == set(INSERTED)
    assert set(KINDS) == set(INSERTED) | OVER | LAST_WORD_COUNTS


@pytest.mark.parametrize("taken", COLLIDING, ids=lambda write: type(write).__name__)
async def test_whatever_is_inserted_collides_alike(
    taken: Write, journal: Observed, database: Database
) -> None:
    """It and what is built upon it are refused and reported; its neighbours are committed."""
    other = Observed(database)
    other.start()
    other.append(taken)
    await other.close()
    refused: list[Rejected] = []
    journal.append(event("before", 0), then=journal.telling("before"))
    for then in ("taken", "built upon it"):
        journal.append(taken, then=journal.telling(then), refuse=refused.append)
    journal.append(event("behind", 0), then=journal.telling("behind"))
    await journal.flush()
    assert journal.backlog == 0
    journal.append(key=key_of(taken), then=journal.telling("later"), refuse=refused.append)
    journal.append(event("behind", 1), then=journal.telling("end"))
    await journal.flush()
    assert journal.told == ["before", "behind", "end"]
    assert [type(each) for each in refused] == [Collided] * 3
    assert (journal.collisions, journal.failures) == ([key_of(taken)], [])


class Cup:
    """A tournament of two bots, which its organiser steers; and one beside it."""

    def __init__(self, app: App, ann: Player, bots: tuple[Player, Player]) -> None:
        self.app, self.ann, self.bots = app, ann, bots
        self.id = self.other = ""

    async def open(self) -> None:
        self.id = (await self.ann.ask(OpenTournament(0, CUP), Opened)).key
        self.other = (await self.bots[0].ask(OpenTournament(0, CUP), Opened)).key

    async def enter(self) -> None:
        for bot in self.bots:
            await bot.ask(Declare(0, Policy(capacity=4, per_opponent=None)), Done)
            await bot.ask(Enter(0, self.id), Done)

    async def steer(self, order: Order, more: int = 0) -> None:
        await self.ann.ask(Steer(0, self.id, order, more), Done)

    async def play(self) -> None:
        """Both games of it."""
        for _ in range(2):
            started = await self.bots[0].next(Started)
            await self.bots[0].ask(Resign(0, started.match), Done)

    async def reach(self, stage: Stage) -> None:
        await self.enter()
        if stage is not Stage.OPEN:
            await self.steer(Order.START)
        if stage is Stage.PAUSED:
            await self.steer(Order.PAUSE)
        if stage is Stage.FINISHED:
            await self.ann.ask(ShowTournament(0, self.id, watch=True), TournamentShown)
            await self.play()
            await at_stage(self.ann, self.id, Stage.FINISHED)

    async def kept(self) -> list[bytes]:
        return list(await self.app.house.archive.tournament_events(self.id))

    async def take_over(self, *events: TournamentEvent, ahead: int = 0) -> list[bytes]:
        """Another server writes to it, some events ahead of ours; all that is kept of it then."""
        await self.app.house.journal.flush()
        seq = self.app.house.lobby.director.all[self.id].seq + ahead
        other = Observed(self.app.house.database)
        other.start()
        for at, each in enumerate(events or (CANCELLED,), seq):
            other.append(NewTournamentEvent(self.id, at, each.at, pack_event(each)))
        await other.close()
        return await self.kept()

    async def is_given_up(self, stage: Stage = Stage.CANCELLED) -> None:
        """Whoever has to do with it comes back, and hears of it what the other has written."""
        code, reason = await self.ann.closed()
        assert (code, self.id in reason) == (1012, True)
        house = self.app.house
        assert self.id not in house.lobby.director.all
        assert not [each for each in house.tables.all.values() if not each.match.ended]
        assert counted(self.app, "writes_refused_total", why="collision") == 1
        async with player(self.app.url, "eve") as eve:
            shown = await eve.ask(ShowTournament(0, self.id), TournamentShown)
            assert shown.tournament.stage is stage
            await eve.ask(Enter(0, self.other), Done)


@pytest.fixture
async def cup(url: str, tmp_path: Path) -> AsyncIterator[Cup]:
    """On each kind of database."""
    async with (
        serving(tmp_path, database=url) as app,
        player(app.url, "ann") as ann,
        player(app.url, "one", bot=True) as one,
        player(app.url, "two", bot=True) as two,
    ):
        made = Cup(app, ann, (one, two))
        await made.open()
        yield made


ASKED: dict[str, tuple[Stage, Callable[[int, str], Enter | Quit | Steer], str]] = {
    "enter": (Stage.OPEN, Enter, "two"),
    "quit": (Stage.OPEN, Quit, "two"),
    "quit a running one": (Stage.RUNNING, Quit, "two"),
    "start": (Stage.OPEN, partial(Steer, order=Order.START), "ann"),
    "pause": (Stage.RUNNING, partial(Steer, order=Order.PAUSE), "ann"),
    "continue": (Stage.PAUSED, partial(Steer, order=Order.CONTINUE), "ann"),
    "extend": (Stage.RUNNING, partial(Steer, order=Order.EXTEND, more=1), "ann"),
    "extend a finished one": (Stage.FINISHED, partial(Steer, order=Order.EXTEND, more=1), "ann"),
    "cancel": (Stage.RUNNING, partial(Steer, order=Order.CANCEL), "ann"),
}


@pytest.mark.parametrize("what", ASKED)
async def test_whoever_asks_is_refused_and_the_other_keeps_it(cup: Cup, what: str) -> None:
    """Whatever is asked, at whatever stage: nothing of it stays in memory or in the database."""
    stage, request, name = ASKED[what]
    await cup.reach(stage)
    if request is Enter:
        await cup.bots[1].ask(Quit(0, cup.id), Done)
    kept = await cup.take_over()
    asks = cup.ann if name == "ann" else cup.bots[1]
    refusal = await asks.refused(request(0, cup.id))
    assert refusal.code is Fault.NOT_KEPT
    await cup.is_given_up()
    assert await cup.kept() == kept


async def draws(cup: Cup) -> list[bytes]:
    """The start is kept, and what it draws is not."""
    await cup.enter()
    kept = await cup.take_over(ahead=1)
    await cup.steer(Order.START)
    return kept


async def finishes(cup: Cup) -> list[bytes]:
    """The last game ends."""
    await cup.reach(Stage.RUNNING)
    kept = await cup.take_over()
    await cup.play()
    return kept


@pytest.mark.parametrize("happens", [draws, finishes])
async def test_what_nobody_asked_for_is_given_up_too(
    cup: Cup, happens: Callable[[Cup], Awaitable[list[bytes]]]
) -> None:
    """Pairings and the end, which the server writes by itself."""
    kept = await happens(cup)
    await cup.is_given_up()
    assert set(await cup.kept()) >= set(kept)
    assert len(await cup.kept()) <= len(kept) + 1


async def is_lost_once_finished(cup: Cup, *events: TournamentEvent) -> list[bytes]:
    """Another server has let it go on; all that is kept of it then."""
    await cup.reach(Stage.FINISHED)
    kept = await cup.take_over(*events)
    assert (await cup.ann.refused(Steer(0, cup.id, Order.EXTEND, 1))).code is Fault.NOT_KEPT
    return kept


async def test_what_goes_on_elsewhere_is_not_taken_up(cup: Cup) -> None:
    """It is the other's, and asking once more changes nothing of it."""
    kept = await is_lost_once_finished(cup, EXTENDED)
    await cup.is_given_up(Stage.RUNNING)
    async with player(cup.app.url, session=cup.ann.welcome.session) as ann:
        refusal = await ann.refused(Steer(0, cup.id, Order.EXTEND, 1))
    assert refusal.code is Fault.NO_SUCH_TOURNAMENT
    assert cup.id not in cup.app.house.lobby.director.all
    assert await cup.kept() == kept


async def test_what_was_read_anew_can_be_written_to_again(cup: Cup) -> None:
    """The other has finished it: memory has then what the database has, and goes on from there."""
    await is_lost_once_finished(cup, EXTENDED, Finished(2.0))
    await cup.is_given_up(Stage.FINISHED)
    async with player(cup.app.url, session=cup.ann.welcome.session) as ann:
        await ann.ask(Steer(0, cup.id, Order.EXTEND, 1), Done)
        await ann.ask(Steer(0, cup.id, Order.CANCEL), Done)
    tournament = cup.app.house.lobby.director.all[cup.id]
    assert tournament.plan.rounds == CUP.rounds + 2
    assert [pack_event(each) for each in tournament.events] == await cup.kept()
