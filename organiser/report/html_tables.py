"""Tables that can be read aloud: each with a caption, and with headings for rows and columns.

On narrow screens a row is a card, in which each cell has its heading beside it; so that it stays a
table all the same, everything in it has its role.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from organiser.report.markup import Html, html, join, tag


@dataclass(frozen=True)
class Column:
    """The heading of a column, and how its cells are set."""

    heading: str
    kind: str = "figure"  # figures stand to the right, words to the left
    title: str | None = None  # the heading in full, where it is short

    @property
    def label(self) -> str:
        """What stands beside a cell: a word, if there is one."""
        return self.heading if self.heading.isalpha() else self.title or self.heading


def words(heading: str) -> Column:
    return Column(heading, "words")


Row = Sequence[str]  # its cells, and what is Html is taken as it is


def table(
    caption: str,
    columns: Sequence[Column],
    rows: Sequence[Row],
    heading: int = 0,
    kind: str | None = None,
) -> Html:
    """A table in a box of its own, within which it scrolls; cells of one column head their rows."""
    heads = tag("tr", join([_head(column) for column in columns]), role="row")
    head = tag("thead", heads, role="rowgroup")
    body = tag("tbody", join([_row(columns, row, heading) for row in rows]), role="rowgroup")
    whole = tag("table", tag("caption", caption), head, body, class_=kind, role="table")
    # Reachable by key, because whoever has no mouse must scroll it too.
    return tag("div", whole, class_="scroll", tabindex=0, role="region", aria_label=caption)


def _head(column: Column) -> Html:
    content: Html = html(column.heading)
    if column.title is not None:
        content = tag("abbr", content, title=column.title)
    return tag("th", content, scope="col", class_=column.kind, role="columnheader")


def _row(columns: Sequence[Column], row: Row, heading: int) -> Html:
    cells = [
        tag("th", cell, scope="row", class_=column.kind, role="rowheader", data_label=column.label)
        if number == heading
        else tag("td", cell, class_=column.kind, role="cell", data_label=column.label)
        for number, (column, cell) in enumerate(zip(columns, row, strict=True))
    ]
    return tag("tr", join(cells), role="row")
