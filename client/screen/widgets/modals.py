"""Small windows over a screen: a question, and help."""

from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from client.screen.widgets.button import SmallButton

EVERYWHERE = """\
EVERYWHERE
  ?    this help           ctrl+t   next theme: night, day, safe, contrast
  b    bell on or off      ctrl+c   leave inarow
  ctrl+r   ready: begin your game of a tournament that is due"""

PLAYING = """\
IN A MATCH
  arrows, H J K L   point at a cell       Enter, Space, click   play there
  1 to 9, 0   play a column; in nine-board and Qubic: type a move
  m   type a move like h8                 t   talk (Tab: from m to t)
  d   offer a draw                        u   ask to take a move back
  y   accept, n decline an offer          w   swap sides (pie rule)
  x   abort before the second move        r   resign
  c   claim the win, v a draw, when the opponent is gone
  g   another game, sides swapped         a   look back at it, with analysis
  b   block your opponent, or no more     q   to the lobby or the tournament
  What you play while the other thinks waits for your turn; Escape drops it."""

BOARD = """\
THE BOARD
  >X   the last move                      *X   a winning line
  [x]  where you would play               (?)  waits for your turn
  _    where the reply must go            v    where the stone falls"""

LOBBY = """\
IN THE LOBBY
  Tab, shift+Tab   from part to part      up, down   within a part
  Enter in a list  take a seek, accept a challenge, challenge a player,
                   watch a match, go on with yours (*), look back at one,
                   go to a tournament
  Delete           decline a challenge    Escape     withdraw what waits
  o                open a tournament      b          block a player, or not
  Seek asks everybody; Invite gives a code for a friend to join with."""

TOURNAMENT = """\
IN A TOURNAMENT
  e   take part                           l   take part no more
  r   ready: begin your game; it begins by itself when the time is up
  Enter in a list   watch a game, go on with yours (*), look back at one
  Tab, shift+Tab    from list to list     q   to the lobby
  You are called to your games there, too, as long as you stay connected.
FOR WHO HAS OPENED IT
  s   start      p   pause      c   continue      k   cancel
  x   extend by a round, or an arena by five minutes"""

REPLAY = """\
LOOKING BACK
  left, right   a move back, on           Home, End, PgUp, PgDn   further
  a   let a bot judge every position      [ ]   another game of the file
  s   save it to a file                   q   back
  h8?  a blunder                          !    what the bot would play
  The graph shows who stands better: X above the middle, O below; ^ is here."""


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
                yield SmallButton("No (n)", id="no")
                yield SmallButton("Yes (y)", id="yes")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


def confirm(
    app: App[Any],
    question: str,
    then: Callable[[], object],
    otherwise: Callable[[], object] = lambda: None,
) -> None:
    """Ask before something is done; without a question it is done at once."""

    def answered(yes: bool | None) -> None:
        if yes:
            then()
        else:
            otherwise()

    if question:
        app.push_screen(Confirm(question), answered)
    else:
        then()


class Help(ModalScreen[None]):
    """What the keys do, on one kind of screen and everywhere."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter,space", "close", show=False),
    ]

    def __init__(self, *topics: str) -> None:
        super().__init__()
        self._topics = topics

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="window wide"):
            yield Static(Content("\n\n".join([*self._topics, EVERYWHERE])))

    def action_close(self) -> None:
        self.dismiss()
