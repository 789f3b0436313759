"""What the database will not take costs one refusal, and never a match."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from protocol.events import Played, Started
from protocol.parts import Fault, OfferKind, Terms, TimeControl
from protocol.replies import Done, Opened
from protocol.requests import Enter, Move, Offer, OpenTournament, Resign
from protocol.tournaments import Format, Plan
from server.app import App
from server.storage.drivers.writer import Batch, Made
from server.storage.writes import NewEvent, NewTournamentEvent, Rejected, Write
from tests.server.inside import counted
from tests.server.players_over_sockets import Player, pair, player
from tests.server.serving import serving

GOMOKU = Terms("gomoku")
CUP = Plan("cup", Format.ROUND_ROBIN, Terms("connect4", TimeControl(per_move=60.0)))


@contextmanager
def rejecting(app: App, *kinds: type[Write]) -> Iterator[None]:
    """The database takes no writes of these kinds."""
    writer = app.house.journal._database.writer
    commit = writer.commit

    async def picky(batch: Batch) -> Made:
        if any(batch.get(kind) for kind in kinds):
            raise Rejected("it does not fit")
        return await commit(batch)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer, "commit", picky)
        yield


async def events_of(app: App, match: str) -> int:
    return len(await app.house.archive.events(match))


async def play_on(ann: Player, bob: Player, match: str, ply: int) -> None:
    first = ann if ann.all(Started)[-1].side == 0 else bob
    mover = first if ply % 2 == 0 else (bob if first is ann else ann)
    await mover.play(match, ply, ply)


class TestARejection:
    async def test_costs_one_refusal_and_the_match_goes_on(self, tmp_path: Path) -> None:
        """Moves, offers and a resignation: whatever was not kept has not happened."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, GOMOKU)
            await play_on(ann, bob, match, 0)
            table = app.house.tables.all[match]
            known = await events_of(app, match)
            with rejecting(app, NewEvent):
                for request in (
                    Resign(0, match, failure="\0"), Offer(0, match, OfferKind.DRAW),
                    Move(0, match, 1, 7),
                ):  # fmt: skip
                    for who in (ann, bob):
                        await who.reply(await who.send(request))
                assert (await ann.refused(Resign(0, match))).code is Fault.NOT_KEPT
            assert table.match.ended is None
            assert len(table.match.events) == known == await events_of(app, match)
            await play_on(ann, bob, match, 1)
            await ann.settle()
            assert [played.ply for played in ann.all(Played)] == [0, 1]
            assert counted(app, "writes_refused_total", why="rejection") >= 3
            assert counted(app, "writes_refused_total", why="collision") == 0

    async def test_falls_on_what_was_built_upon_it(self, tmp_path: Path) -> None:
        """The same move sent twice is refused twice: neither is in the database."""
        async with (
            serving(tmp_path) as app,
            player(app.url, "ann") as ann,
            player(app.url, "bob") as bob,
        ):
            match = await pair(ann, bob, GOMOKU)
            mover = ann if ann.all(Started)[-1].side == 0 else bob
            with rejecting(app, NewEvent):
                asked = [await mover.send(Move(0, match, 0, 5)) for _ in range(3)]
                replies = [await mover.reply(id) for id in asked]
            assert {getattr(reply, "code", None) for reply in replies} == {Fault.NOT_KEPT}
            await mover.play(match, 0, 6)
            assert [played.cell for played in mover.all(Played)] == [6]


async def test_a_tournament_goes_on_after_a_rejection(tmp_path: Path) -> None:
    """An entry that was not kept is refused, and can be tried again."""
    async with serving(tmp_path) as app, player(app.url, "ann") as ann:
        cup = (await ann.ask(OpenTournament(0, CUP), Opened)).key
        with rejecting(app, NewTournamentEvent):
            assert (await ann.refused(Enter(0, cup))).code is Fault.NOT_KEPT
            refused = await ann.refused(OpenTournament(0, CUP))
            assert refused.code is Fault.NOT_KEPT
        assert list(app.house.lobby.director.all[cup].players) == []
        await ann.ask(Enter(0, cup), Done)
        assert list(app.house.lobby.director.all[cup].players) == ["ann"]
