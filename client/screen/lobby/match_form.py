"""What a new match shall be like, as a form."""

from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.widgets import Label

from client.model.match_clocks import read_clock
from client.options import PlayOptions
from client.screen.widgets.inputs import USUAL_CLOCKS, CycleButton, SuggestInput
from games import CATALOGUE, game_named
from protocol.clocks import write_clock
from protocol.parts import Side, Terms

SIDES = {"either": None, "X, first": 0, "O, second": 1}
YES_NO = ("no", "yes")


class MatchForm(Container):
    """The terms of a match; `terms` raises Mistake where they make no sense."""

    DEFAULT_CSS = """
    MatchForm { height: auto; }
    MatchForm > Horizontal { height: 1; }
    MatchForm Label { width: 7; color: $dim; }
    MatchForm Input { width: 1fr; background: $panel; }
    MatchForm CycleButton { width: auto; min-width: 0; background: $panel; color: $foreground; }
    """

    def __init__(self, options: PlayOptions) -> None:
        super().__init__()
        self._options = options

    def compose(self) -> ComposeResult:
        options = self._options
        side = next(text for text, side in SIDES.items() if side == options.side)
        fields = {
            "game": SuggestInput(options.game, tuple(CATALOGUE), "game"),
            "clock": SuggestInput(write_clock(options.clock), USUAL_CLOCKS, "clock"),
            "side": CycleButton(tuple(SIDES), side, "side"),
            "rated": CycleButton(YES_NO, YES_NO[options.rated], "rated"),
            "pie": CycleButton(YES_NO, YES_NO[options.pie], "pie"),
        }
        for name, field in fields.items():
            with Horizontal():
                yield Label(name)
                yield field

    @property
    def terms(self) -> Terms:
        return Terms(
            game_named(self.query_one("#game", SuggestInput).value.strip()).name,
            read_clock(self.query_one("#clock", SuggestInput).value),
            rated=self.query_one("#rated", CycleButton).chosen == "yes",
            pie=self.query_one("#pie", CycleButton).chosen == "yes",
        )

    @property
    def side(self) -> Side | None:
        return SIDES[self.query_one("#side", CycleButton).chosen]
