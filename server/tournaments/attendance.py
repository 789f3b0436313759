"""Who of those who play in tournaments is away, and who is ready for a game. Reads no clock.

A game may start when both players are here and each person among them has said to be ready. Who is
away, or not ready, is waited for as long as the plan of the tournament says.
"""

from typing import NamedTuple

from server.tournaments.tournament import Tournament
from tournament.results import ScheduledGame


class Call(NamedTuple):
    """What a fixture waits for."""

    due: float  # from when on it is not waited for any longer
    absent: tuple[str, ...] = ()  # who are not here, and lose then
    asked: tuple[str, ...] = ()  # who are to be asked now whether they are ready


class Attendance:
    def __init__(self) -> None:
        self._away: dict[str, float] = {}  # since when each is
        self._due: dict[tuple[str, int], float] = {}  # until when a person is waited for
        self._asked: set[tuple[str, int, str]] = set()  # who was told that it waits for them
        self._ready: set[tuple[str, str]] = set()  # for a game of a tournament

    def is_away(self, name: str) -> bool:
        return name in self._away

    def leave(self, name: str, now: float) -> None:
        self._away.setdefault(name, now)
        self._ready = {each for each in self._ready if each[1] != name}
        self._asked = {each for each in self._asked if each[2] != name}

    def arrive(self, name: str) -> bool:
        """Whether the player was missed."""
        return self._away.pop(name, None) is not None

    def wait_anew(self, tournament: Tournament, now: float) -> None:
        """Whoever is away has all the time again."""
        self._away |= {name: now for name in tournament.players if name in self._away}

    def ready(self, tournament: Tournament, name: str) -> None:
        self._ready.add((tournament.id, name))

    def call(self, tournament: Tournament, fixture: ScheduledGame, now: float) -> Call:
        """What there is to wait for before a game starts; nothing if it is due by now."""
        absent = self.absent(tournament, fixture)
        if absent:
            return Call(max(self._missed(tournament, name) for name in absent), absent)
        missing = tuple(
            name
            for name in fixture.players
            if not tournament.players[name].bot and (tournament.id, name) not in self._ready
        )
        key = (tournament.id, fixture.number)
        if not missing:
            return Call(now)
        due = self._due.setdefault(key, now + tournament.plan.ready_seconds)
        asked = {(*key, name) for name in missing} - self._asked
        self._asked |= asked
        return Call(due, asked=tuple(name for *_, name in asked))

    def absent(self, tournament: Tournament, fixture: ScheduledGame) -> tuple[str, ...]:
        return tuple(
            name for name in fixture.players if name in tournament.gone or name in self._away
        )

    def begun(self, tournament: Tournament, fixture: ScheduledGame) -> None:
        """A game has begun: nobody is ready for the next one yet."""
        self._ready -= {(tournament.id, name) for name in fixture.players}
        self._asked -= {(tournament.id, fixture.number, name) for name in fixture.players}
        self._due.pop((tournament.id, fixture.number), None)

    def dismiss(self, tournament: Tournament) -> None:
        """A tournament is over, or is paused: nobody in it is called any more."""
        self._ready = {each for each in self._ready if each[0] != tournament.id}
        self._asked = {each for each in self._asked if each[0] != tournament.id}
        self._due = {key: due for key, due in self._due.items() if key[0] != tournament.id}

    def _missed(self, tournament: Tournament, name: str) -> float:
        """From when on a player who is away is not waited for."""
        since = self._away.get(name)
        return (
            0.0
            if since is None or name in tournament.gone
            else since + tournament.plan.ready_seconds
        )
