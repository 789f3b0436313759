"""A match in sentences, for screen readers and for whoever likes words better than drawings."""

from client.model.match_clocks import Clocks
from client.model.match_view import MatchView
from client.words.outcome import YOU, how_won, why_nobody_won
from client.words.text import printable
from client.words.text_tables import rating
from games import SIDES, Cell, Game
from protocol.parts import OfferKind, Player, Room, Side, TimeControl
from protocol.texts import count

# What follows for somebody whom one has blocked.
BLOCKED = "no match with them, and nothing of what they say"

# Players


def player(one: Player) -> str:
    """`ann`, `ann, 1510`, `deep, a bot`."""
    parts = [one.name, "a bot" if one.bot else ""]
    parts.append(rating(one) if one.rating is not None else "")
    return ", ".join(part for part in parts if part)


def seat(view: MatchView, side: Side) -> str:
    """`X` with whose it is: `X (you)`, `O (bob)`."""
    who = "you" if view.is_me(side) else view.players[side].name
    return f"{SIDES[side]} ({who})"


def introduction(view: MatchView) -> str:
    """Who plays what against whom."""
    terms = view.terms
    idle = view.started.idle
    how = [
        f"a move within {duration(idle)}" if idle is not None else "",
        "rated" if terms.rated else "",
        "with the pie rule" if terms.pie else "",
    ]
    conditions = ", ".join(each for each in (terms.game, time_control(terms.clock), *how) if each)
    if view.side is None or view.shared:
        first, second = map(player, view.players)
        return f"{conditions}. X is {first}. O is {second}."
    other = view.players[1 - view.side]
    mine, theirs = SIDES[view.side], SIDES[1 - view.side]
    return f"{conditions}. You are {mine}. {theirs} is {player(other)}."


# Moves and turns


def place(game: Game, cell: Cell) -> str:
    """Where a cell is, in words; nothing where its name says it all."""
    match game.shape:
        case rows, columns if game.below:
            row, column = divmod(cell, columns)
            return f"column {column + 1}, row {rows - row}"
        case _, rows, columns:
            layer, rest = divmod(cell, rows * columns)
            row, column = divmod(rest, columns)
            return f"layer {layer + 1}, row {row + 1}, column {column + 1}"
        case _, _, rows, columns:
            board, spot = divmod(cell, rows * columns)
            return f"board {board + 1}, cell {spot + 1}"
    return ""


def move(view: MatchView, ply: int) -> str:
    """`O plays 4, column 4, row 2`."""
    cell = view.position.moves[ply]
    where = place(view.game, cell)
    text = f"{SIDES[ply % 2]} plays {view.game.names[cell]}"
    return f"{text}, {where}" if where else text


def turn(view: MatchView) -> str:
    """Whose turn it is, and where the move must go if that is confined; or how it ended."""
    side = view.turn
    if side is None:
        return result(view) if view.ended else "The match is over."
    whose = "Your turn" if view.is_me(side) else f"{seat(view, side)} to move"
    return f"{whose}{_confined(view)}."


def _confined(view: MatchView) -> str:
    """The board that a reply is sent to."""
    target = view.position.target
    if not target:
        return ""
    *_, rows, columns = view.game.shape
    board = (target.bit_length() - 1) // (rows * columns)
    return f", on board {board + 1}"


def moves(view: MatchView) -> str:
    """All of them in notation, numbered by pairs: `1. 4 4 2. 5 3`."""
    names = view.notation
    pairs = [f"{at // 2 + 1}. {' '.join(names[at : at + 2])}" for at in range(0, len(names), 2)]
    return " ".join(pairs) or "No moves yet."


# Time


def duration(seconds: float) -> str:
    """`4 minutes 59 seconds`, and below 10 seconds with a tenth: `9.3 seconds`."""
    if seconds < 10:
        return count(int(seconds * 10) / 10, "second")
    hours, rest = divmod(int(seconds), 3600)
    minutes, whole = divmod(rest, 60)
    parts = [(hours, "hour"), (minutes, "minute"), (whole, "second")]
    return " ".join(count(number, unit) for number, unit in parts if number)


def time_control(control: TimeControl) -> str:
    """`5 minutes and 3 seconds a move`, `30 seconds for each move`, `untimed`."""
    if control.seconds is None and control.per_move is None:
        return "untimed"
    parts = []
    if control.seconds is not None:
        added = f" plus {duration(control.increment)} a move" if control.increment else ""
        parts.append(f"{duration(control.seconds)}{added}")
    if control.per_move is not None:
        parts.append(f"{duration(control.per_move)} for each move")
    return ", ".join(parts)


def clock(view: MatchView, now: float) -> str:
    """What both sides have left, and whose clock runs."""
    if not view.clocks.timed:
        return " ".join(("There is no clock.", idle(view, now))).strip()
    text = [_left(view, side, now) for side in _sides(view)]
    return f"{'. '.join(text)}.{_first_move(view.clocks, view, now)}"


def _sides(view: MatchView) -> tuple[Side, Side]:
    """Ours first."""
    return (1, 0) if view.is_me(1) else (0, 1)


def _left(view: MatchView, side: Side, now: float) -> str:
    seconds = view.clocks.remaining(side, now)
    left = "no limit" if seconds is None else duration(seconds)
    runs = view.clocks.running == side and view.clocks.first_move is None
    running = ", running" if runs else ""
    return f"{seat(view, side)} has {left}{running}"


def _first_move(clocks: Clocks, view: MatchView, now: float) -> str:
    due = clocks.due_in(now)
    if due is None or view.turn is None:
        return ""
    return f" The first move of {SIDES[view.turn]} is not on the clock, but due in {duration(due)}."


def idle(view: MatchView, now: float) -> str:
    """By when one who keeps a bot waiting must move; nothing where there is no hurry."""
    left, side = view.idle_in(now), view.turn
    if left is None or side is None:
        return ""
    must, wins = f"{seat(view, side)} must", f"{seat(view, 1 - side)} wins"
    if view.side is not None and not view.shared:
        must, wins = ("You must", wins) if view.is_me(side) else (must, "you win")
    else_ = wins if view.played >= 2 else "the match is called off"
    return f"{must} move within {duration(left)}, or {else_}."


def lag(view: MatchView) -> str:
    """What the last move took, and what of it was forgiven for the network, where that counts."""
    time = view.move_times[-1] if view.move_times else None
    if time is None or not view.clocks.timed:
        return ""
    text = f"It took {duration(time.elapsed)}"
    credited = f", of which {time.credited:.2f} were credited for the network"
    return f"{text}{credited if time.credited >= 0.005 else ''}."


# What players propose, and how they are


def offer(view: MatchView, side: Side, kind: OfferKind) -> str:
    """That somebody has offered something, and what to answer."""
    if view.is_me(side):
        return "You offer a draw." if kind is OfferKind.DRAW else "You ask to take a move back."
    does = "offers a draw" if kind is OfferKind.DRAW else "asks to take a move back"
    answer = "" if view.side is None else " Type accept or decline."
    return f"{seat(view, side)} {does}.{answer}"


def absence(view: MatchView, now: float) -> str:
    """`bob is reconnecting, 23 s left`; nothing while the opponent is here."""
    left = view.claim_in(now)
    if left is None or view.opponent is None:
        return ""
    if left > 0:
        return f"{view.opponent.name} is reconnecting, {left:.0f} s left"
    return f"{view.opponent.name} is gone: you may claim the win, or a draw"


def said(room: Room, by: str, text: str) -> str:
    where = "" if room is Room.PLAYERS else " to the spectators"
    return f"{by} says{where}: {printable(text)}"


# The end


def result(view: MatchView) -> str:
    """`You win by four in a row.`, for every way in which a match can end."""
    ended = view.ended
    if ended is None:
        return "The match is going on."
    if ended.winner is None:
        return why_nobody_won(ended.ending, ended.reason)
    loser = YOU if view.is_me(1 - ended.winner) else view.players[1 - ended.winner].name
    length = len(ended.lines[0]) if ended.lines else view.game.shortest
    text = how_won(ended.ending, loser, ended.reason, length)
    who = "You win" if view.is_me(ended.winner) else f"{seat(view, ended.winner)} wins"
    return f"{who}{text}."


def score(view: MatchView) -> str:
    """`ann 2, bob 1, after 3 games`; nothing before the first has ended."""
    games = len(view.score.winners)
    if not games:
        return ""
    parts = [f"{view.players[side].name} {_points(view, side)}" for side in _sides(view)]
    return f"{', '.join(parts)}, after {count(games, 'game')}"


def _points(view: MatchView, side: Side) -> str:
    return f"{view.score.points(view.players[side].name):g}"
