"""The board: one widget for every game, drawn line by line from its layout."""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from client.screen.board.glyphs import Glyphs
from client.screen.board.layout import CLOSE, Layout, layout
from client.screen.board.paint import BoardState, Painted, Style, paint
from games import Cell, Position, Side


class BoardWidget(Widget, can_focus=True):
    """A position to point at. It tells what was chosen, and leaves the rest to others."""

    class Chosen(Message):
        """A cell was chosen, by Enter or a click; a falling stone's is where it lands."""

        def __init__(self, cell: Cell) -> None:
            self.cell = cell
            super().__init__()

    class Pointed(Message):
        """The cursor is somewhere else."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"board--{style}" for style in Style}

    DEFAULT_CSS = """
    BoardWidget { width: auto; height: auto; }
    BoardWidget > .board--frame { color: $rule; }
    BoardWidget > .board--label { color: $dim; }
    BoardWidget > .board--empty { color: $dim; }
    BoardWidget > .board--first { color: $first; text-style: bold; }
    BoardWidget > .board--second { color: $second; text-style: bold; }
    BoardWidget > .board--first-last { color: $first; background: $last; text-style: bold; }
    BoardWidget > .board--second-last { color: $second; background: $last; text-style: bold; }
    BoardWidget > .board--won { color: $won-ink; background: $won; text-style: bold; }
    BoardWidget > .board--won-line { color: $won; text-style: bold; }
    BoardWidget > .board--ghost { color: $ghost; background: $last; }
    BoardWidget > .board--premove { color: $warning; background: $last; text-style: bold; }
    BoardWidget > .board--target { color: $ghost; background: $goal; }
    BoardWidget > .board--target-line { color: $accent; text-style: bold; }
    BoardWidget > .board--hint { color: $won; text-style: bold; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,H", "step(-1, 0)", "left", show=False),
        Binding("right,L", "step(1, 0)", "right", show=False),
        Binding("up,K", "step(0, -1)", "up", show=False),
        Binding("down,J", "step(0, 1)", "down", show=False),
        Binding("enter,space", "choose", "play", show=False),
    ]

    state: reactive[BoardState | None] = reactive(None, init=False)

    def __init__(self, position: Position, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._layout: Layout = layout(position.game, CLOSE)
        self._painted: list[Painted] = []
        self._styles: dict[Style, RichStyle] = {}
        self.set_reactive(BoardWidget.state, BoardState(position, cursor=_middle(position)))
        self._repaint()

    @property
    def shown(self) -> BoardState:
        assert self.state is not None
        return self.state

    @property
    def drawn(self) -> Layout:
        return self._layout

    @property
    def aim(self) -> Cell | None:
        """The cell that would be played."""
        return self.shown.aim

    def show(
        self,
        position: Position,
        ghost: Side | None = None,
        premove: Cell | None = None,
        hint: Cell | None = None,
    ) -> None:
        """Show a position; the cursor stays where it is."""
        cursor = self.shown.cursor
        if position.game != self.shown.position.game:
            self._layout = layout(position.game, CLOSE)
            cursor = _middle(position)
        self.state = BoardState(position, cursor, ghost, premove, hint)

    def fit(self, drawn: Layout) -> None:
        """Draw it like this."""
        if drawn != self._layout:
            self._layout = drawn
            self._repaint()
            self.refresh(layout=True)

    def watch_state(self) -> None:
        self._repaint()
        self.refresh()

    def _repaint(self) -> None:
        if self.shown.position.game == self._layout.game:
            self._painted = paint(self._layout, self.shown, self._glyphs)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self._layout.size[0]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._layout.size[1]

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles = {}

    def render_line(self, y: int) -> Strip:
        if not self._styles:
            self._styles = {each: self.get_component_rich_style(f"board--{each}") for each in Style}
        if y >= len(self._painted):
            return Strip.blank(self.size.width, self.rich_style)
        segments = [Segment(text, self._styles[style]) for text, style in self._painted[y]]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def point(self, cell: Cell | None) -> None:
        """Put the cursor on a cell."""
        state = self.shown
        if cell is not None and cell != state.cursor:
            self.state = BoardState(state.position, cell, state.ghost, state.premove, state.hint)
            self.post_message(self.Pointed())

    def action_step(self, across: int, down: int) -> None:
        cursor = self.shown.cursor
        if cursor is not None:
            self.point(self._layout.step(cursor, across, down))

    def action_choose(self) -> None:
        if self.aim is not None:
            self.post_message(self.Chosen(self.aim))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.point(self._layout.cell_at(event.x, event.y))

    def on_click(self, event: events.Click) -> None:
        cell = self._layout.cell_at(event.x, event.y)
        if cell is not None and event.button == 1:
            self.point(cell)
            self.action_choose()


def _middle(position: Position) -> Cell:
    """The cell in the middle of the board; of a line of layers, in the first one."""
    shape = position.game.shape
    rows, columns = shape[-2:]
    inner = rows // 2 * columns + columns // 2
    return (position.game.cells // (rows * columns) // 2) * rows * columns + inner
