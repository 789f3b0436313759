"""The bracket of a knockout as plain text: drawn as a tree where there is room, else as a list."""

from collections.abc import Iterator, Sequence

from tournament.formats.knockout import Tie

NOBODY = "-"
ROOM = 3  # columns between two rounds
BY = {  # how a tie was decided, where not just by its games
    "bye": "without a game",
    "extra games": "after extra games",
    "seed": "still level: the better seed goes on",
    "": "not decided yet",
}


def bracket_lines(rounds: Sequence[Sequence[Tie]], width: int) -> list[str]:
    """All of it; of a tree also what cannot be seen in it."""
    tree = [[tie for tie in ties if not tie.third_place] for ties in rounds]
    drawn = _tree(tree)
    if max(map(len, drawn), default=0) > width:
        return list(_list(rounds))
    beside = (tie for ties in rounds for tie in ties if tie.third_place or _needs_words(tie))
    return [*drawn, *(f"{tie.name}: {tie_line(tie)}" for tie in beside)]


def tie_line(tie: Tie) -> str:
    """`1 ann 2 - 0 8 bob`, with how it was decided unless by its games."""
    one, two = _labels(tie)
    if tie.decided == "bye":
        return f"{one if tie.winner == tie.slots[0] else two}, {BY['bye']}"
    made = " - ".join(f"{points:g}" for points in tie.points)
    by = f" ({BY[tie.decided]})" if tie.decided in BY else ""
    return f"{one} {made} {two}{by}"


def _needs_words(tie: Tie) -> bool:
    return tie.decided in ("extra games", "seed")


def _list(rounds: Sequence[Sequence[Tie]]) -> Iterator[str]:
    name = ""
    for tie in (tie for ties in rounds for tie in ties):
        if tie.name != name:
            name = tie.name
            yield name
        yield f"  {tie_line(tie)}"


def _labels(tie: Tie) -> list[str]:
    return [_label(*each) for each in zip(tie.slots, tie.seeds, strict=True)]


def _label(slot: str | None, seed: int | None) -> str:
    return f"{seed} {slot}" if slot else NOBODY


def _columns(rounds: Sequence[Sequence[Tie]]) -> Iterator[list[str]]:
    """Who is in each round with the points made there, and at last who is left."""
    for ties in rounds:
        yield [
            f"{label} {points:g}" if tie.played else label
            for tie in ties
            for label, points in zip(_labels(tie), tie.points, strict=True)
        ]
    if rounds:
        seeds = ({tie.slots[at]: tie.seeds[at] for at in (0, 1)} for tie in rounds[-1])
        both = zip(rounds[-1], seeds, strict=True)
        yield [_label(tie.winner, seeds[tie.winner]) if tie.decided else "?" for tie, seeds in both]


def _tree(rounds: Sequence[Sequence[Tie]]) -> list[str]:
    columns = list(_columns(rounds))
    height = 2 * len(columns[0]) - 1 if columns else 0
    rows = [""] * height
    for round, labels in enumerate(columns):
        room = max(map(len, labels))
        last = round == len(columns) - 1
        for row in range(height):
            rows[row] += _cell(row, round, labels, room, last)
    return [row.rstrip() for row in rows]


def _cell(row: int, round: int, labels: Sequence[str], room: int, last: bool) -> str:
    """A piece of a row: a slot of this round, or the line that joins two of them."""
    apart = 2 ** (round + 1)  # rows between two slots of this round
    slot, beyond = divmod(row - (apart // 2 - 1), apart)
    if beyond == 0:
        line = f"{labels[slot]} ".ljust(room + ROOM - 2, "─") + "┘┐"[slot % 2 == 0] + " "
        return labels[slot].ljust(room) if last else line
    within = slot >= 0 and slot % 2 == 0 and not last
    joint = ("├" if beyond == apart // 2 else "│") if within else " "
    return " " * (room + ROOM - 2) + joint + " "
