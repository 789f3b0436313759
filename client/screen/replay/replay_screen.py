"""The screen on which one looks back at a game, move by move, with a bot's opinion if wanted."""

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from client.local.analysis import Analyse, AnalysisFailed, Evaluation, analyse
from client.screen.board.board_screen import BoardScreen
from client.screen.board.board_widget import BoardWidget
from client.screen.match import match_texts
from client.screen.replay.evaluations import blunders, graph, worth
from client.screen.replay.save_window import SaveWindow
from client.screen.widgets import help
from client.screen.widgets.bindings import REPLAY
from client.screen.widgets.cached_text import CachedText
from client.screen.widgets.status_line import StatusLine
from client.words.hints import verdict_text
from client.words.text import printable
from games import Game, Position
from games.drawing import caption
from games.record import Record

MARKS = {"X": "$first", "O": "$second"}


class ReplayScreen(BoardScreen):
    """One of some recorded games, at one of its positions."""

    KEYS: ClassVar = help.REPLAY
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up,H,K", "step(-1)", show=False, priority=True),
        Binding("right,down,L,J,space", "step(1)", show=False, priority=True),
        Binding("pageup", "step(-10)", show=False, priority=True),
        Binding("pagedown", "step(10)", show=False, priority=True),
        Binding("home", "go(0)", show=False, priority=True),
        Binding("end", "go(-1)", show=False, priority=True),
        Binding("left_square_bracket", "game(-1)", show=False),
        Binding("right_square_bracket", "game(1)", show=False),
        Binding("a", "analyse", show=False),
        Binding("s", "save", show=False),
        Binding("q,escape", "leave", show=False),
    ]

    def __init__(
        self, records: tuple[Record, ...], analyse: Analyse = analyse, ascii: bool = False
    ) -> None:
        super().__init__(ascii)
        self.ply = 0
        self.evaluations: dict[int, Evaluation] = {}
        self._records = records
        self._at = 0
        self._analyse = analyse
        self._positions: list[Position] = []
        self._progress = ""
        self._open(0)

    def _open(self, at: int) -> None:
        self._at, self.evaluations, self._progress = at, {}, ""
        position = self.game.start()
        self._positions = [position]
        for cell in self.record.position.moves:
            position = position.play(cell)
            self._positions.append(position)
        self.ply = len(self._positions) - 1

    @property
    def record(self) -> Record:
        return self._records[self._at]

    @property
    def game(self) -> Game:
        return self.record.position.game

    @property
    def position(self) -> Position:
        return self._positions[self.ply]

    def compose(self) -> ComposeResult:
        yield Static(id="small")
        with Container(id="body"):
            with Container(id="board-area"):
                yield BoardWidget(self.position, self.glyphs)
            with Container(id="panel"):
                with Vertical(id="who"):
                    for id in ("title", "names", "state", "verdict"):
                        yield CachedText(id=id)
                yield CachedText(id="graph")
                with VerticalScroll(id="moves", can_focus=False):
                    yield CachedText()
        yield StatusLine(REPLAY)

    def on_mount(self) -> None:
        if not self.children:  # the client ended meanwhile
            return
        self.board.can_focus = False

    def show(self) -> None:
        """Everything, as it is now."""
        if not self.composed:
            return
        evaluation = self.evaluations.get(self.ply)
        hint = evaluation.cell if evaluation and not self.position.outcome else None
        self.board.show(self.position, hint=hint)
        self.query_one("#title", CachedText).show(self._title())
        self.query_one("#names", CachedText).show(self._names())
        self.query_one("#state", CachedText).show(self._state())
        self.query_one("#verdict", CachedText).show(self._verdict(evaluation))
        self.query_one("#graph", CachedText).show(self._graph())
        moves = self.query_one("#moves")
        names = tuple(self.game.names[each] for each in self.record.position.moves)
        bad = blunders(self._positions, self.evaluations)
        moves.query_one(CachedText).show(match_texts.moves(names, moves.size.width, self.ply, bad))
        across = match_texts.pairs_across(names, moves.size.width)
        line = max(0, (self.ply - 1) // 2 // across - moves.size.height // 2)
        moves.scroll_to(y=line, animate=False)

    def _title(self) -> Content:
        which = f"  game {self._at + 1}/{len(self._records)}" if len(self._records) > 1 else ""
        return Content.assemble((self.game.name, "bold"), (which, "$dim"))

    def _names(self) -> Content:
        first, second = (printable(name) or "?" for name in self.record.players)
        result = f"{self.record.result} {self.record.ending}".strip()
        return Content.assemble(
            ("X ", "bold $first"),
            first,
            "\n",
            ("O ", "bold $second"),
            second,
            "\n",
            (result, "bold"),
        )

    def _state(self) -> Content:
        count = len(self._positions) - 1
        time = ""
        if self.record.times_ms and self.ply:
            time = f", took {self.record.times_ms[self.ply - 1] / 1000:.1f} s"
        return Content.assemble(
            (f"After move {self.ply} of {count}{time}\n", "$dim"), f"{caption(self.position)}"
        )

    def _verdict(self, evaluation: Evaluation | None) -> Content:
        if not self.evaluations and not self._progress:
            return Content.styled("a: let a bot judge every position", "$dim")
        line = " ".join(evaluation.line[:6]) if evaluation else ""
        best = f"\nbest {line}" if line else "\n"
        verdict = verdict_text(self.position, evaluation)
        return Content.assemble((verdict, "bold"), best, (f"\n{self._progress}", "$accent"))

    def _graph(self) -> Content:
        if not self.evaluations:
            return Content("")
        values = [
            worth(each, self.evaluations.get(ply)) for ply, each in enumerate(self._positions)
        ]
        width = self.query_one("#graph").size.width or 36
        lines = graph(values, self.ply, width)
        return Content("\n").join(
            Content.assemble(*((char, MARKS.get(char, "$dim")) for char in line)) for line in lines
        )

    # What the keys do

    def action_step(self, by: int) -> None:
        self.ply = max(0, min(len(self._positions) - 1, self.ply + by))
        self.show()

    def action_go(self, ply: int) -> None:
        self.ply = ply % len(self._positions)
        self.show()

    def action_game(self, by: int) -> None:
        if 0 <= self._at + by < len(self._records):
            self.workers.cancel_group(self, "analysis")
            self._open(self._at + by)
            self.fit()

    def action_analyse(self) -> None:
        if not self._progress:
            self._analyse_all()

    @work(group="analysis", exclusive=True)
    async def _analyse_all(self) -> None:
        """Each position once, from the first to the last."""
        waiting = [ply for ply, each in enumerate(self._positions) if not each.outcome]
        waiting = [ply for ply in waiting if ply not in self.evaluations]
        for done, ply in enumerate(waiting):
            slow = " (the first takes longest)" if done == 0 else ""
            self._progress = f"analysing {done + 1} of {len(waiting)}{slow} ..."
            self.show()
            try:
                self.evaluations[ply] = await self._analyse(self._positions[ply])
            except AnalysisFailed as failed:
                self.tell(f"No analysis: {failed}")
                break
        self._progress = ""
        self.show()

    def action_save(self) -> None:
        self.app.push_screen(SaveWindow(self.record), self._saved)

    def _saved(self, file: str | None) -> None:
        if file:
            self.tell(f"Saved as {file}.")

    def action_leave(self) -> None:
        self.dismiss()
