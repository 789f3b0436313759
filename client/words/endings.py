"""How a match ended, in plain words, from its events alone."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from client.words.text import printable
from games import Position, game_named
from games.errors import Mistake
from protocol.events import (
    Ended,
    MatchEvent,
    Played,
    Resumed,
    Started,
    Swapped,
    TakenBack,
)
from protocol.fold import MatchFold
from protocol.parts import Ending, Left, Player, Side
from protocol.texts import count

ROUNDING = 0.001  # seconds by which sums of times since 1970 may be off


@dataclass(frozen=True)
class TimedTurn:
    """A move and what it cost; times in seconds."""

    move: int  # the first is 1
    player: str
    played: str  # in the game's notation
    elapsed: float
    credited: float
    charged: float
    left: float | None


@dataclass(frozen=True)
class Explanation:
    match: str
    game: str
    winner: str | None
    loser: str | None
    ending: Ending | None  # None while the match goes on
    text: str
    about: str | None  # whose turns follow
    turns: tuple[TimedTurn, ...]


@dataclass
class MatchHistory(MatchFold[Position]):
    """A match, told from its first event to its last."""

    turns: list[TimedTurn] = field(default_factory=list)
    # When the turn began, by the server's clock, as far as that is known: not all events tell.
    began: float | None = None
    last_left: Left = (None, None)  # what was left when the turn began that was never finished

    @classmethod
    def of(cls, events: Iterable[MatchEvent]) -> Self:
        first, *rest = events
        assert isinstance(first, Started), "a match begins with its start"
        history = cls.begin(first, game_named(first.terms.game).after, 0.0)
        history.began = first.at
        for event in rest:
            history.apply(event, 0.0)
        return history

    def _apply_played(self, played: Played, now: float) -> None:
        side = self.position.turn
        cell = self.position.game.names[played.cell]
        times = played.elapsed, played.credited, played.charged, played.left[side]
        self.turns.append(TimedTurn(played.ply + 1, self.players[side].name, cell, *times))
        if self.began is not None:
            self.began += played.elapsed
        super()._apply_played(played, now)

    def _apply_taken_back(self, back: TakenBack, now: float) -> None:
        super()._apply_taken_back(back, now)
        del self.turns[self.played :]
        self.began = None

    def _apply_swapped(self, swapped: Swapped, now: float) -> None:
        super()._apply_swapped(swapped, now)
        self.began = None

    def _apply_resumed(self, resumed: Resumed, now: float) -> None:
        super()._apply_resumed(resumed, now)
        self.began = None

    def _apply_ended(self, ended: Ended, now: float) -> None:
        self.last_left = self.left
        super()._apply_ended(ended, now)

    @property
    def loser(self) -> Side | None:
        if self.ended is None or self.ended.winner is None:
            return None
        return 1 - self.ended.winner

    def name(self, side: Side | None) -> str | None:
        return None if side is None else self.players[side].name


def explain(events: Iterable[MatchEvent], name: str | None = None) -> Explanation:
    """How the match ended, with the turns of *name*, by default of whoever lost."""
    history = MatchHistory.of(events)
    loser, winner = history.name(history.loser), None
    if history.ended:
        winner = history.name(history.ended.winner)
    about = loser if name is None else _one_of(history.players, name)
    text = _explanation(history)
    if name is not None and about != loser:
        text = f"{about} did not lose this match. {text}"
    return Explanation(
        match=history.started.match,
        game=history.position.game.name,
        winner=winner,
        loser=loser,
        ending=history.ended.ending if history.ended else None,
        text=text,
        about=about,
        turns=tuple(turn for turn in history.turns if turn.player == about),
    )


def _one_of(players: tuple[Player, Player], name: str) -> str:
    for player in players:
        if player.name.casefold() == name.casefold():
            return player.name
    first, second = players
    raise Mistake(f"{name} did not play in this match: {first.name} and {second.name} did")


def _explanation(history: MatchHistory) -> str:
    if history.ended is None:
        return f"The match is going on, after {_moves(history)}: nobody has lost."
    winner, loser = history.name(history.ended.winner), history.name(history.loser)
    after = f"after {_moves(history)}"
    match history.ended.ending, winner:
        case Ending.LINE, str():
            return f"{winner} won {after}, with {_lines(history, history.ended)}."
        case Ending.FULL, None:
            return f"The match was drawn {after}: the board was full."
        case Ending.RESIGNED, str():
            return f"{winner} won {after}: {loser} resigned."
        case Ending.TIME, str():
            return f"{winner} won {after}: the time of {loser} ran out. {_last_turn(history)}"
        case Ending.AGREED, None:
            return f"The match was drawn {after}: both players agreed."
        case Ending.ABANDONED, str() if history.ended.reason:
            return f"{winner} won {after}{_reason(history.ended)}."
        case Ending.ABANDONED, str():
            claimed = "" if history.started.fixture else f", and {winner} claimed it"
            return f"{winner} won {after}: {loser} was gone for too long{claimed}."
        case Ending.ABANDONED, None:
            return (
                f"Nobody won {after}: a player was gone for too long and a draw was claimed, or "
                "both stayed away."
            )
        case Ending.ABORTED, None:
            why = _expired(history) or _reason(history.ended)
            return f"The match was called off {after}, without a result{why}."
        case Ending.MISCONDUCT, str():
            return f"{winner} won {after}: {loser} went on making illegal moves."
        case Ending.DECIDED, str():
            return f"{winner} won {after}: an administrator ended the match for {winner}."
        case Ending.FAILED, str():
            return f"{winner} won {after}: the bot of {loser} failed{_reason(history.ended)}."
        case Ending.ABSENT, str():
            return f"{winner} won {after}: {loser} did not come to this game of a tournament."
        case Ending.ABSENT, None:
            return f"Nobody won {after}: neither player came to this game of a tournament."
        case Ending.ADJUDICATED, str():
            return f"{winner} won {after}: it was adjudicated{_reason(history.ended)}."
        case Ending.ADJUDICATED, None:
            return f"The match was drawn {after}: it was adjudicated{_reason(history.ended)}."
        case Ending.FAULT, _:
            return f"The server ended the match {after} because of a fault of its own: nobody lost."
        case ending, None:
            return f"Nobody won {after}: the match ended by {ending}."
        case ending, _:
            return f"{winner} won {after}: the match ended by {ending}."


def _reason(ended: Ended) -> str:
    return f", because: {printable(ended.reason).strip().rstrip('.')}" if ended.reason else ""


def _moves(history: MatchHistory) -> str:
    return count(history.played, "move") if history.played else "no moves"


def _lines(history: MatchHistory, ended: Ended) -> str:
    text = [" ".join(history.position.game.names[cell] for cell in line) for line in ended.lines]
    return f"the line{'s' if len(text) > 1 else ''} {' and '.join(text)}"


def _last_turn(history: MatchHistory) -> str:
    """Where the time of the turn went that was never finished."""
    assert history.ended is not None
    side = history.position.turn
    loser, move = history.players[side].name, history.ply + 1
    had, per_move = history.last_left[side], history.terms.clock.per_move
    if had is None or (per_move is not None and per_move < had):
        had, of = per_move or 0.0, "for the move"
    else:
        of = "left"
    began = f"{loser} had {had:.2f} s {of} when the turn began at move {move}"
    if history.began is None:
        return f"{began}, and did not move in that time."
    # What passed beyond that was credited, or else the flag would have fallen before.
    passed = max(had, history.ended.at - history.began)
    credited = passed - had
    of_which = f"of which {credited:.2f} s were credited for the network"
    return f"{began}; {passed:.2f} s passed, {of_which}."


def _expired(history: MatchHistory) -> str:
    """Who let the time for a first move pass, if that was why the match was called off."""
    assert history.ended is not None
    due, began = history.started.first_move, history.began
    if history.played >= 2 or due is None or began is None:
        return ""
    if history.ended.at - began < due - ROUNDING:
        return ""
    return f": {history.players[history.position.turn].name} made no first move within {due:g} s"
