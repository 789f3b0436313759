"""What a bot thinks of a position, in words: how it stands, and why a move is good."""

from client.local.analysis import Evaluation
from client.words.outcome import in_a_row
from client.words.text import capitalised
from games import SIDES, Cell, Position, Side
from games.game import members
from protocol.parts import Verdict
from protocol.texts import count

LONGEST = 5  # moves of the play that is expected
# Why to play a move that does nothing that can be seen, by what comes of it.
UNSEEN = {
    Verdict.WIN: "it wins by force",
    Verdict.LOSS: "no move saves the game",
    Verdict.DRAW: "it is enough for a draw",
    Verdict.UNDECIDED: "the search finds nothing better",
}


def verdict_text(position: Position, evaluation: Evaluation | None) -> str:
    """How it stands."""
    if position.outcome:
        return "the game is over"
    if evaluation is None:
        return "not analysed"
    mine, other = SIDES[position.turn], SIDES[1 - position.turn]
    soon = "" if evaluation.within is None else f" within {evaluation.within}"
    soon = soon if evaluation.distance is None else f" in {evaluation.distance}"
    match evaluation.verdict:
        case Verdict.WIN:
            return f"{mine} wins{soon}"
        case Verdict.LOSS:
            return f"{other} wins{soon}"
        case Verdict.DRAW:
            return "a draw"
        case _:
            score = evaluation.score if position.turn == 0 else -evaluation.score
            better = "even" if score == 0 else f"{SIDES[score < 0]} stands better"
            return f"{better} ({score:+g}, depth {evaluation.depth})"


def hint(position: Position, evaluation: Evaluation) -> str:
    """What to play and why: `Play 4: it stops O from four in a row. X wins in 7.`"""
    name = position.game.names[evaluation.cell]
    why = _why(position, evaluation.cell) or UNSEEN[evaluation.verdict]
    parts = [f"Play {name}: {why}."]
    if not position.play(evaluation.cell).outcome:
        seen = "As far as seen: " if evaluation.verdict is Verdict.UNDECIDED else ""
        parts.append(capitalised(f"{seen}{verdict_text(position, evaluation)}."))
        if evaluation.line[1:]:
            parts.append(f"Then perhaps {' '.join(evaluation.line[1:LONGEST])}.")
    return " ".join(parts)


def _why(position: Position, cell: Cell) -> str:
    """What a move does that anybody can see; empty if that is nothing."""
    me, other = position.turn, SIDES[1 - position.turn]
    row = in_a_row(position.game.shortest)
    if wins_at(position, me, cell):
        return f"it makes {row}, and wins"
    after = position.play(cell)
    found = []
    if wins_at(position, 1 - me, cell):
        found.append(f"it stops {other} from {row}")
    if threats := [] if position.game.sends else winning_cells(after, me):
        where = " and ".join(dict.fromkeys(position.game.names[each] for each in threats))
        more = count(len(threats), "way")
        found.append(f"it threatens {row} at {where}" if len(threats) < 3 else f"{more} to win")
    if after.target:
        *_, rows, columns = position.game.shape
        board = members(after.target)[0] // (rows * columns) + 1
        found.append(f"it leads {other} to board {board}")
    if not found and not position.moves:
        return "a good place to begin"
    return ", and ".join(found)


def winning_cells(position: Position, side: Side) -> list[Cell]:
    """Where this side would win at once, if it were its turn."""
    if position.outcome:
        return []
    return [cell for cell in members(position.open) if wins_at(position, side, cell)]


def wins_at(position: Position, side: Side, cell: Cell) -> bool:
    """Whether a stone of this side there would fill a line."""
    mine = position.stones[side] | 1 << cell
    return any(mine & guard == filled for guard, filled, _ in position.game.through[cell])
