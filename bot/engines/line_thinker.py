"""Any program that speaks the line protocol of bot/README.md, as a thinker."""

from time import monotonic

from bot.brain import Choice
from bot.engines.process import EngineProcess
from bot.engines.transcript import Transcript
from bot.thinkers.answer import read_answer
from bot.thinkers.thinker import BotTurn, BrainFailed
from games import Cell, Game, Mistake, Position
from games.notation import read_cell

MOST_LINES = 100_000  # of one answer; what says more has lost its way


class LineThinker:
    can_ponder = False

    def __init__(self, command: str, transcript: Transcript | None = None) -> None:
        self._command, self._transcript = command, transcript
        self._engine: EngineProcess | None = None

    def plays(self, game: Game) -> bool:
        return True

    def prepare(self) -> None:
        if self._engine is None or not self._engine.is_running():
            self.close()
            self._engine = EngineProcess(self._command, self._transcript)

    def think(self, turn: BotTurn) -> Choice:
        until = monotonic() + turn.limit
        self.prepare()
        assert self._engine is not None, "it is prepared"
        self._engine.forget()
        self._engine.say(*question(turn))
        facts: dict[str, object] = {}
        for _ in range(MOST_LINES):
            word, _, rest = self._engine.hear(until, "move").partition(" ")
            if word == "move":
                return self._read_answer(turn.position, {**facts, "cell": rest.strip()})
            if word != "info":
                raise self._given_up(f"it answered {word[:40]!r}, not move or info")
            facts |= read_info(turn.position, rest.split())
        raise self._given_up("it says too much and plays nothing")

    def stop(self) -> None:
        if self._engine is not None:
            self._engine.stop()

    def close(self) -> None:
        if self._engine is not None:
            self._engine.dismiss("quit")
            self._engine = None

    def _read_answer(self, position: Position, answer: dict[str, object]) -> Choice:
        try:
            return read_answer(position, answer)
        except BrainFailed as failure:
            raise self._given_up(str(failure)) from failure

    def _given_up(self, why: str) -> BrainFailed:
        """It has lost its way: the next question is for another process."""
        if self._engine is not None:
            self._engine.kill()
        return BrainFailed(why)


def question(turn: BotTurn) -> list[str]:
    """What an engine is asked."""
    position, names = turn.position, turn.position.game.names
    lines = [
        f"game {position.game.name}",
        " ".join(["position", *(names[cell] for cell in position.moves)]),
        " ".join(["legal", *(names[cell] for cell in position.legal_moves())]),
    ]
    if turn.left is not None:
        lines.append(f"left {turn.left:.3f}")
    seconds = turn.limit if turn.budget.seconds is None else turn.budget.seconds
    return [*lines, f"go {seconds:.3f}"]


def read_info(position: Position, words: list[str]) -> dict[str, object]:
    """What an info line tells; what cannot be read is left out."""
    facts: dict[str, object] = {}
    for at, word in enumerate(words):
        rest = words[at + 1 :]
        if word == "line":
            return facts | {"line": _line(position, rest)}
        if word == "verdict" and rest:
            facts["verdict"] = rest[0]
        if word in ("score", "depth", "nodes") and rest:
            try:
                facts[word] = int(float(rest[0]))
            except (ValueError, OverflowError):
                continue
    return facts


def write_info(position: Position, choice: Choice) -> str:
    """A choice as an info line; nothing if there is nothing to tell."""
    words = [
        f"{name} {value}"
        for name, value in (
            ("score", choice.score), ("verdict", choice.verdict), ("depth", choice.depth),
            ("nodes", choice.nodes),
        )
        if value is not None
    ]  # fmt: skip
    if choice.line:
        words.append(" ".join(["line", *(position.game.names[cell] for cell in choice.line)]))
    return " ".join(["info", *words])


def _line(position: Position, words: list[str]) -> list[Cell]:
    cells: list[Cell] = []
    for word in words:
        try:
            cell = read_cell(position, word)
            position = position.play(cell)
        except Mistake:
            break
        cells.append(cell)
    return cells
