"""One tournament: what may be asked of it, and what is to be played next. No I/O, no clock.

A request that cannot be granted raises Refusal and changes nothing.
"""

from collections.abc import Iterable
from math import inf

from protocol.parts import Fault, Player
from protocol.texts import count
from protocol.tournaments import Format, Order, Stage
from server.refusal import Refusal
from server.tournaments.events import Drawn, Entered, Finished, Left, Seeded, Steered
from server.tournaments.state import TournamentState
from tournament.formats.arena import arena_fixtures, arena_pairs
from tournament.formats.pairing import batch
from tournament.plan import PairingPlan
from tournament.results import Result

MOST_PLAYERS = 1000
# Where all are paired at a stroke, it must not take so long that clocks elsewhere are late.
MOST_PAIRED = {Format.SWISS: 128, Format.ARENA: 128}
MOST_GAMES = 100_000  # that are drawn at once
MOST_ENTRIES = 20  # of one player
MOST_ASKED = 20_000  # entries and orders in all, so that nobody can make it grow for ever


class Tournament(TournamentState):
    # What is asked

    def enter(self, player: Player, at: float, session: bytes = b"") -> Entered:
        if self.is_closed:
            raise Refusal(Fault.TOO_LATE, f"the tournament is {self.stage}")
        if self.stage is not Stage.OPEN and self.plan.format is not Format.ARENA:
            raise Refusal(Fault.TOO_LATE, "the tournament has begun")
        if self.plan.terms.rated and player.guest:
            raise Refusal(Fault.NOT_ALLOWED, "this is a rated tournament: get an account for it")
        most = MOST_PAIRED.get(self.plan.format, MOST_PLAYERS)
        if len(self.players) >= most:
            raise Refusal(
                Fault.BUSY, f"a tournament of this format has at most {count(most, 'player')}"
            )
        if player.name in self.players and not self.has(player, session):
            raise Refusal(
                Fault.NOT_ALLOWED, f"somebody else took part as {player.name}: take another name"
            )
        if self._entries[player.name] >= MOST_ENTRIES:
            raise Refusal(Fault.BUSY, f"nobody enters a tournament more than {MOST_ENTRIES} times")
        self._check_asked()
        return self.record(Entered(at, player, session))

    def quit(self, name: str, at: float) -> Left:
        if name not in self.players or name in self.gone:
            raise Refusal(Fault.NOT_SEATED, "you do not take part in this tournament")
        if self.is_closed:
            raise Refusal(Fault.TOO_LATE, f"the tournament is {self.stage}")
        return self.record(Left(at, name))

    def steer(self, order: Order, more: int, at: float) -> Steered | Seeded:
        wanted = {
            Order.START: (Stage.OPEN,),
            Order.PAUSE: (Stage.RUNNING,),
            Order.CONTINUE: (Stage.PAUSED,),
            Order.EXTEND: (Stage.OPEN, Stage.RUNNING, Stage.PAUSED, Stage.FINISHED),
            Order.CANCEL: (Stage.OPEN, Stage.RUNNING, Stage.PAUSED),
        }[order]
        if self.stage not in wanted:
            raise Refusal(
                Fault.CONFLICT,
                f"the tournament is {self.stage}: {order} is for one that is {' or '.join(wanted)}",
            )
        if order not in (Order.PAUSE, Order.CANCEL):  # which we may order ourselves
            self._check_asked()
        if order is Order.START:
            self._check_start()
            return self.record(Seeded(at, self.seeds))
        if order is Order.EXTEND and not more:
            raise Refusal(Fault.BAD_TERMS, "say by how much to extend it")
        if order is Order.EXTEND and self.plan.format is Format.KNOCKOUT:
            raise Refusal(Fault.NOT_ALLOWED, "a knockout ends when one is left")
        if order is Order.EXTEND:
            self._check_games(self.plan.rounds + more)
        return self.record(Steered(at, order, more))

    def _check_asked(self) -> None:
        if self._entries.total() + self._orders >= MOST_ASKED:
            raise Refusal(Fault.BUSY, f"at most {MOST_ASKED} entries and orders are kept of it")

    def _check_start(self) -> None:
        least = 1 if self.plan.format is Format.ARENA else 2
        if len(self.active) < least:
            raise Refusal(Fault.TOO_EARLY, f"a tournament needs {count(least, 'player')} or more")
        if self.plan.format is Format.SPRT and len(self.active) != 2:
            raise Refusal(Fault.CONFLICT, "a test is between two players")
        self._check_games(self.plan.rounds)

    def _check_games(self, rounds: int) -> None:
        """Raise Refusal where everyone plays everyone too often."""
        many = len(self.active)
        others = self.plan.challengers if self.plan.format is Format.GAUNTLET else many - 1
        games = many * others * rounds
        everyone = self.plan.format in (Format.ROUND_ROBIN, Format.GAUNTLET)
        if everyone and games > MOST_GAMES:
            raise Refusal(
                Fault.BAD_TERMS,
                f"{count(games, 'game')} are too many: at most {MOST_GAMES} can be paired",
            )

    # How it goes on

    def draw(self, at: float) -> Drawn | Finished | None:
        """What is to be played next, or the end; None while there is enough under way."""
        if self.stage is not Stage.RUNNING or self.pending or self.ends_at is not None:
            return None
        if self.live:
            return None
        fixtures = None if self.settled else batch(PairingPlan.of(self.plan), *self._known())
        return self.record(Drawn(at, tuple(fixtures)) if fixtures else Finished(at))

    def pair_up(self, waiting: Iterable[str], at: float) -> Drawn | None:
        """In an arena, have those play each other who wait, the longest first."""
        last = {name: at for at, each in enumerate(self.results) for name in each.fixture.players}
        longest = sorted(waiting, key=lambda name: last.get(name, -1))
        self._waits.look(longest, self.under_way, at)
        left = self._waits.left(self.plan.seconds or 0.0, at)
        self.look_again = inf
        if len(longest) < 2:
            return None
        pairs = arena_pairs(longest, self.results, self.under_way, left, self._joined)
        openings = len(self.plan.openings)
        found = arena_fixtures(pairs, openings, self.results, self.under_way)
        self._waits.begin(found, at)
        paired = {name for fixture in found for name in fixture.players}
        self.look_again = at + min((left[name] for name in left if name not in paired), default=inf)
        return self.record(Drawn(at, tuple(found))) if found else None

    def finish(self, at: float) -> Finished:
        return self.record(Finished(at))

    def _known(self) -> tuple[list[str], list[Result], set[str]]:
        return list(self.players), self.results, self.gone
