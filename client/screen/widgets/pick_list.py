"""Lists of matches and tournaments to pick from, and what is posted when one was picked."""

from collections.abc import Iterable

from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option


class MatchPicked(Message):
    """A match was picked."""

    def __init__(self, match: str, over: bool) -> None:
        self.match = match
        self.over = over
        super().__init__()


class TournamentPicked(Message):
    """A tournament was picked."""

    def __init__(self, tournament: str) -> None:
        self.tournament = tournament
        super().__init__()


def fill(found: OptionList, lines: Iterable[tuple[str, str]], nothing: str) -> None:
    """Put lines into a list, leaving the cursor on the line where it was."""
    options = [Option(Content(text), id=key) for key, text in lines]
    old = [(each.id, str(each.prompt)) for each in found.options]
    if old == [(each.id, str(each.prompt)) for each in options] and old:
        return
    at = found.highlighted
    chosen = found.get_option_at_index(at).id if at is not None else None
    found.clear_options()
    found.add_options(options or [Option(Content(nothing), disabled=True)])
    keys = [option.id for option in options]
    if keys:
        found.highlighted = keys.index(chosen) if chosen in keys else 0
