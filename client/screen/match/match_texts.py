"""The texts beside a board: the players with their clocks, the moves, the talk."""

from typing import NamedTuple

from textual.content import Content

from client.model.match_clocks import TENTHS_BELOW, digits
from client.model.match_view import MatchView
from client.words import matches as words
from client.words.labels import player_label
from client.words.text import printable
from games import SIDES, Cell
from protocol.clocks import write_clock
from protocol.parts import OfferKind, Room, Side

COLOURS = ("$first", "$second")


def title(view: MatchView) -> Content:
    """What is played: `gomoku  5+3  rated`."""
    terms = view.terms
    parts = [write_clock(terms.clock), "rated" if terms.rated else "", "pie" if terms.pie else ""]
    how = "  ".join(part for part in parts if part)
    if view.started.fixture is not None:
        how += f"  round {view.started.fixture.round}"
    watching = "  watching" if view.side is None else ""
    return Content.assemble((terms.game, "bold"), ("  " + how + watching, "$dim"))


def seat(view: MatchView, side: Side, now: float, width: int) -> Content:
    """A player's two lines: name and clock, and below how they are or what their move took."""
    left = view.clocks.remaining(side, now)
    clock = f"{digits(left):>7}" if view.clocks.timed else ""
    runs = view.turn == side
    # The clock that runs is pointed at, because colour is not for everyone.
    shown = f"{'>' if runs else ' '}{clock} "
    name = player_label(view.players[side])[: width - len(shown) - 3]
    gap = " " * (width - len(shown) - len(name) - 2)
    return Content.assemble(
        (SIDES[side], f"bold {COLOURS[side]}"),
        (f" {name}", "bold" if runs else ""),
        gap,
        (shown, _clock_style(runs, left)),
        "\n",
        *_state(view, side, now, width),
    )


def _clock_style(runs: bool, left: float | None) -> str:
    if not runs:
        return "$dim"
    return "bold reverse $warning" if left is not None and left < TENTHS_BELOW else "bold reverse"


def _state(view: MatchView, side: Side, now: float, width: int) -> list[tuple[str, str]]:
    due = view.away[side]
    if due is not None and not view.ended:
        left = max(0.0, due - now)
        text = f"reconnecting, {left:.0f} s left" if left else "gone"
        return [(f"  {text}", "bold $warning")]
    first = view.clocks.due_in(now)
    if first is not None and view.turn == side:
        return [(f"  first move due in {first:.0f} s", "$dim")]
    return [(_last_move(view, side)[:width], "$dim")]


def _last_move(view: MatchView, side: Side) -> str:
    """What the last move of a side took, and what was forgiven of it."""
    plies = [ply for ply in range(view.ply) if ply % 2 == side]
    time = view.move_times[plies[-1]] if plies and plies[-1] < len(view.move_times) else None
    if time is None or not view.clocks.timed:
        return ""
    lag = f", lag credited {time.credited:.2f}" if time.credited >= 0.005 else ""
    return f"  last move {time.elapsed:.1f} s{lag}"


def series(view: MatchView) -> Content:
    """The running score; in a tournament that is in its standings."""
    text = "" if view.started.fixture else words.score(view)
    return Content(f"Score: {text}" if text else "")


class Moment(NamedTuple):
    """What there is to a match beside its events."""

    now: float
    aim: Cell | None = None  # where one would play
    sending: bool = False  # a move
    preparing: str = ""  # what a bot here is still waiting for


def status(view: MatchView, moment: Moment) -> Content:
    """Whose turn it is, or how the match ended; below, what waits for an answer."""
    now, aim = moment.now, moment.aim
    if view.ended:
        text = (words.result(view), "bold")
    elif moment.sending:
        text = ("Sending your move ...", "")
    else:
        text = (words.turn(view), "bold" if view.is_mine else "")
    where = ""
    if aim is not None and view.side is not None and not view.ended:
        where = f" [{view.game.names[aim]}]"
    waiting = _waiting(view, now) or ("" if view.ended else moment.preparing)
    return Content.assemble(text, (where, "$dim"), "\n", (waiting, "bold $accent"))


def _waiting(view: MatchView, now: float) -> str:
    """The most urgent thing that one of the two waits for."""
    other = view.opponent.name if view.opponent else ""
    if view.closes_at is not None and not view.ended:
        return f"The server goes down in {view.closes_in(now):.0f} s; the match is kept."
    if OfferKind.DRAW in view.offered_to_me:
        return f"{other} offers a draw: y or n"
    if OfferKind.TAKEBACK in view.offered_to_me:
        return f"{other} asks to take back: y or n"
    if urgent := _idle(view, now):
        return urgent
    if view.offered_by_me:
        return f"You have offered: {' and '.join(view.offered_by_me)}"
    if view.claim_in(now) == 0.0:
        return f"{other} is gone: c wins, v draws"
    if view.ended and view.me:
        if other in view.rematch_by:
            return f"{other} would like a rematch: g"
        return "Waiting for the rematch ..." if view.me.name in view.rematch_by else ""
    if view.premove is not None:
        return f"{view.game.names[view.premove]} waits for your turn (Esc: not)"
    return ""


def _idle(view: MatchView, now: float) -> str:
    """How long one may keep a bot waiting, once half of the time for it is over."""
    left, most = view.idle_in(now), view.started.idle
    if left is None or most is None or left > most / 2:
        return ""
    return f"{'You move' if view.is_mine else 'A move is due'} within {digits(left)}"


def pairs_across(names: tuple[str, ...], width: int) -> int:
    """How many pairs of moves stand beside each other."""
    return max(1, (width + 1) // (_pair_width(names) + 1))


def _pair_width(names: tuple[str, ...]) -> int:
    """Of a number and two moves, with room to mark them."""
    return 4 + 2 * (max(map(len, names), default=1) + 2)


def moves(
    names: tuple[str, ...], width: int, mark: int | None = None, bad: frozenset[int] = frozenset()
) -> Content:
    """The moves in pairs, as many beside each other as fit.

    *mark* is how many moves stand on the board; those in *bad* were blunders.
    """
    if not names:
        return Content.styled("No moves yet.", "$dim")
    across, longest = pairs_across(names, width), max(map(len, names))
    parts: list[tuple[str, str]] = []
    for ply, name in enumerate(names):
        if ply % 2 == 0:
            row, column = divmod(ply // 2, across)
            parts.append(("\n" if row and not column else " " if column else "", ""))
            parts.append((f"{ply // 2 + 1:3}.", "$dim"))
        style = "reverse bold" if ply + 1 == mark else "bold $warning" if ply in bad else ""
        text = name + "?" if ply in bad else name
        parts += [(" ", ""), (text, style), (" " * (longest + 1 - len(text)), "")]
    return Content.assemble(*parts)


def talk(view: MatchView, hint: str = "") -> Content:
    """What was said, and below it a hint."""
    lines: list[Content] = []
    for said in view.talk:
        where = "" if said.room is Room.PLAYERS else " (to all)"
        lines.append(
            Content.assemble((f"{printable(said.by)}{where}: ", "$dim"), printable(said.text))
        )
    if hint:
        lines.append(Content.styled(hint, "$won"))
    silence = "" if view.shared else "Nothing said yet."  # who sit side by side talk anyway
    return Content("\n").join(lines) if lines else Content.styled(silence, "$dim")
