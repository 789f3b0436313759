"""A table for two at one keyboard. It says what a server would say, but there is none.

What one does is done for whoever is to move; what would have to be agreed on is, because both sit
before the same screen.
"""

import asyncio
import time
from secrets import token_hex
from typing import Any, Self

from client.kept.left import KeptGame
from client.link.connection import Announcement, Link, RequestRefused
from client.model.match_actions import MatchAction, possible_actions
from client.model.match_view import MatchView
from games import Game, IllegalMove, game_named
from protocol.events import Ended, MatchEvent, Played, Said, Started, Swapped, TakenBack
from protocol.parts import Ending, Fault, LiveMatch, OfferKind, Player, Side, Terms
from protocol.replies import (
    Done,
    Matches,
    Players,
    Refused,
    Results,
    Seeks,
    Tournaments,
)
from protocol.requests import (
    FromPlayer,
    ListMatches,
    ListPlayers,
    ListResults,
    ListSeeks,
    ListTournaments,
    Move,
    Offer,
    Rematch,
    Resign,
    Say,
    Swap,
)

NO_LEFT = (None, None)  # there is no clock
IMPOSSIBLE = "two at one keyboard cannot do that now"


class SharedTable:
    """One match after the other, as rematches follow."""

    link = Link.CONNECTED
    url = going_to = ""
    matches: tuple[LiveMatch, ...] = ()
    has_page = False

    def __init__(self, terms: Terms, names: tuple[str, str], kept: KeptGame | None = None) -> None:
        """What was played before is *kept*, and so is what will be."""
        self._kept = kept
        self._news: asyncio.Queue[Announcement] = asyncio.Queue()
        self._game: Game = game_named(terms.game)
        before = kept.asked if kept else None
        first, second = reversed(names) if before and before.swapped else names
        self._begin(terms, (Player(first), Player(second)))
        for ply, cell in enumerate(before.moves if before else ()):
            if before and before.swapped and ply == 1:
                self._swap()
            self._play(cell)

    @property
    def you(self) -> Player:
        return self._view.players[self._turn]

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Announcement:
        return await self._news.get()

    async def ask(self, request: FromPlayer) -> Any:
        match request:
            case ListSeeks(id=id):
                return Seeks(id, ())
            case ListPlayers(id=id):
                return Players(id, ())
            case ListMatches(id=id):
                return Matches(id, ())
            case ListResults(id=id):
                return Results(id, ())
            case ListTournaments(id=id):
                return Tournaments(id, (), 0)
            case _:
                self._do(request)
                await asyncio.sleep(0)  # what follows from it is heard before the reply
                return Done(request.id)

    def _do(self, request: FromPlayer) -> None:
        """Carry it out; raises RequestRefused."""
        view = self._view
        possible = possible_actions(view, time.monotonic())
        match request:
            case Rematch() if MatchAction.REMATCH in possible:
                first, second = view.players
                self._begin(view.terms, (second, first), view.match)
            case Say(text=text):
                self._tell(Said(view.match, request.room, self.you.name, text))
            case Move(ply=ply, cell=cell) if view.turn is not None and ply == view.ply:
                self._play(cell)
            case Resign() if MatchAction.RESIGN in possible:
                self._end(1 - self._turn, Ending.RESIGNED)
            case Offer(offer=OfferKind.DRAW) if MatchAction.DRAW in possible:
                self._end(None, Ending.AGREED)
            case Offer(offer=OfferKind.TAKEBACK) if MatchAction.TAKEBACK in possible:
                ply = view.ply - 1
                self._happens(TakenBack(view.match, self._seq, ply, NO_LEFT, ply % 2))
            case Swap() if MatchAction.SWAP in possible:
                self._swap()
            case _:
                raise RequestRefused(Refused(request.id, Fault.NOT_ALLOWED, IMPOSSIBLE))

    # What happens

    @property
    def _turn(self) -> Side:
        return self._view.position.turn

    @property
    def _seq(self) -> int:
        return self._view.seq + 1

    def _begin(
        self, terms: Terms, players: tuple[Player, Player], previous: str | None = None
    ) -> None:
        match = f"here-{token_hex(5)}"
        started = Started(
            match, 0, terms, self._game.shape, players, time.time(), side=0, previous=previous
        )
        self._view = MatchView.of(started, time.monotonic(), shared=True)
        self._tell(started)

    def _play(self, cell: int) -> None:
        view = self._view
        try:
            after = view.position.play(cell)
        except IllegalMove as error:
            raise RequestRefused(Refused(0, Fault.ILLEGAL_MOVE, str(error))) from error
        elapsed = view.clocks.elapsed(time.monotonic())
        turn = None if after.outcome else after.turn
        self._happens(
            Played(view.match, self._seq, view.ply, cell, elapsed, 0.0, elapsed, NO_LEFT, turn)
        )
        if after.outcome:
            winner = after.outcome.winner
            self._end(winner, Ending.FULL if winner is None else Ending.LINE, after.outcome.lines)

    def _swap(self) -> None:
        first, second = self._view.players
        self._happens(Swapped(self._view.match, self._seq, (second, first), NO_LEFT, 1))

    def _end(
        self, winner: Side | None, ending: Ending, lines: tuple[tuple[int, ...], ...] = ()
    ) -> None:
        self._happens(Ended(self._view.match, self._seq, winner, ending, time.time(), lines))

    def _happens(self, event: MatchEvent) -> None:
        self._view = self._view.hear(event, time.monotonic())
        if self._kept is not None:
            view = self._view
            first, second = (player.name for player in view.players)
            moves = () if view.ended else view.position.moves
            self._kept.note((first, second), moves, view.swapped)
        self._tell(event)

    def _tell(self, news: Announcement) -> None:
        self._news.put_nowait(news)
