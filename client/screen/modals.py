"""Small windows over a screen: a question, and help."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from client.screen.button import Small

HELP = """\
EVERYWHERE
  ?          this help               ctrl+t   next theme: night, day, safe, contrast
  Tab        to the next part        b        bell on or off (low on time, a match begins)
  Escape     back                    ctrl+c   leave inarow

IN A MATCH
  arrows, h j k l   point at a cell       Enter, Space, click   play there
  m   type a move, like 'h8'              t   talk
  d   offer a draw      u   ask to take your last move back      r   resign
  y   accept, n decline what was offered  w   swap sides (pie rule)
  x   abort before the second move        c   claim the win, v a draw: opponent gone
  g   another game with sides swapped     a   look back at the game, with analysis
  q   to the lobby
  While the opponent thinks, a move you play waits for your turn: Escape takes it back.

THE BOARD
  >X  the last move   *X  a winning line   [x]  where you would play   (?)  waits for your turn
  _   where the reply must go              v    the column that the stone falls into

IN THE LOBBY
  Enter   take a seek, challenge a player, watch or go on with a match

LOOKING BACK
  left, right   a move back, on           Home, End   first, last position
  a   analyse every position              q, Escape   back\
"""


class Confirm(ModalScreen[bool]):
    """A question that is answered with yes or no; Escape means no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", show=False),
        Binding("n,escape,q", "answer(False)", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="window"):
            yield Static(Content(self._question), classes="question")
            with Horizontal(classes="answers"):
                yield Small("No (n)", id="no")
                yield Small("Yes (y)", id="yes")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


class Help(ModalScreen[None]):
    """What the keys do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter", "close", show=False),
    ]

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="window wide"):
            yield Static(Content(HELP))

    def action_close(self) -> None:
        self.dismiss()
