"""What the keys do on each kind of screen, and the window that tells it."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

EVERYWHERE = """\
EVERYWHERE
  ?    help, its next page ctrl+t   next theme: night, day, safe, contrast
  b    bell on or off      ctrl+c   leave inarow
  ctrl+r   ready: begin your game of a tournament that is due"""

PLAYING = """\
IN A MATCH
  arrows, H J K L   point at a cell       Enter, Space, click   play there
  1 to 9, 0   play a column; in nine-board and Qubic: type a move
  m   type a move like h8                 t   talk (Tab: from m to t)
  h   a hint and its reason, against the computer or at one keyboard
  d   offer a draw                        u   ask to take a move back
  y   accept, n decline an offer          w   swap sides (pie rule)
  x   abort before the second move        r   resign
  c   claim the win, v a draw, when the opponent is gone
  g   another game, sides swapped         a   look back at it, with analysis
  B   block your opponent, or no more     q   to the lobby or the tournament
  What you play while the other thinks waits for your turn; Escape drops it."""

LOBBY = """\
IN THE LOBBY
  Tab, shift+Tab   from part to part      up, down   within a part
  Enter in a list  take a seek, accept a challenge, challenge a player,
                   watch a match, go on with yours (*), look back at one,
                   go to a tournament
  Delete           decline a challenge    Escape     withdraw what waits
  o                open a tournament      B          block a player, or not
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


def keys_page(keys: str) -> str:
    """What the keys do on one kind of screen, and everywhere."""
    return f"{keys}\n\n{EVERYWHERE}"


class Help(ModalScreen[None]):
    """Some pages, one after the other."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1,tab,space,enter", "turn", show=False),
        Binding("escape,q", "close", show=False),
    ]

    def __init__(self, *pages: str) -> None:
        super().__init__()
        self._pages = pages
        self._at = 0

    def compose(self) -> ComposeResult:
        with Vertical(classes="window wide"):
            with VerticalScroll():
                yield Static(Content(self._pages[0]), id="page")
            yield Static(Content(self._hints), id="turning")

    @property
    def _hints(self) -> str:
        more = self._at + 1 < len(self._pages)
        return f"{'?: the rules of the game   ' if more else ''}Esc: close   up, down: scroll"

    def action_turn(self) -> None:
        """To the next page; from the last one back to where one was."""
        self._at += 1
        if self._at == len(self._pages):
            self.dismiss()
            return
        self.query_one("#page", Static).update(Content(self._pages[self._at]))
        self.query_one("#turning", Static).update(Content(self._hints))
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def action_close(self) -> None:
        self.dismiss()
