"""Whether the search still plays the moves that lost it games, and sees the wins that they allow.

    python -m benchmarks.blunders [CHECKOUT] [--seconds S] [--wall] [--positions FILE] [--json]

Each position of the file (../shared/data/gomoku/blunders.txt, where nothing else is told) is
searched by one worker, with nothing known before: avoided is a blunder if another move is played.
After the blunder the other side is asked: it sees the win if its score announces one. That counts
as proven if every defence was refuted, and not only those that seemed worth a look. Seconds are the
processor's; with --wall, those on the wall. CHECKOUT may set constants otherwise, as in
benchmarks.sprt.
"""

import argparse
import json
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import track

from benchmarks.sprt.contender import Engine, Pace, read_contender
from games import Game, Mistake, Position, game_named
from games.notation import read_moves

POSITIONS = Path(__file__).parents[3] / "shared" / "data" / "gomoku" / "blunders.txt"
FORM = "game; moves so far; the move that loses; the reply; plies of the win, or nothing"
ANNOUNCED = 20_000  # scores from here on are of forced wins; no evaluation goes so far
PROVEN = "win"


class Blunder(NamedTuple):
    """A position, the move that loses it, and how soon, where that is known."""

    game: Game
    before: Position
    after: Position
    move: str
    plies: int | None


class Finding(NamedTuple):
    """What became of one blunder."""

    avoided: bool
    seen: bool
    proven: bool


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.blunders", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("checkout", nargs="?", default=".", help="whose search (default: this)")
    parser.add_argument("--seconds", type=float, default=0.5, help="for a move (default 0.5)")
    parser.add_argument("--wall", action="store_true", help="count seconds on the wall")
    parser.add_argument("--positions", type=Path, default=POSITIONS, metavar="FILE",
                        help=f"a line for each: {FORM}")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print the figures as one object")
    args = parser.parse_args()
    try:
        findings = look(args)
    except Mistake as mistake:
        raise SystemExit(f"error: {mistake}") from mistake
    figures = {name: sum(getattr(each, name) for each in findings) for name in Finding._fields}
    if args.json:
        print(json.dumps({"positions": len(findings), **figures}))
        return
    print(f"avoids the blunder in {figures['avoided']} of {len(findings)}")
    print(
        f"sees the win after it in {figures['seen']} of {len(findings)}, "
        f"{figures['proven']} of them proven"
    )


def look(args: argparse.Namespace) -> list[Finding]:
    """Ask the search about every position, before and after."""
    blunders = read_all(args.positions)
    games = tuple({blunder.game.name for blunder in blunders})
    engine = Engine(read_contender(args.checkout), games, wall=args.wall)
    try:
        engine.wait_until_ready()
        shown = track(blunders, "positions", console=Console(stderr=True))
        return [judge(engine, blunder, Pace(args.seconds)) for blunder in shown]
    finally:
        engine.close()


def judge(engine: Engine, blunder: Blunder, pace: Pace) -> Finding:
    played = engine.think(blunder.before, pace, fresh=True)
    reply = engine.think(blunder.after, pace, fresh=True)
    avoided = blunder.game.names[played.cell] != blunder.move
    return Finding(avoided, reply.score >= ANNOUNCED, reply.verdict == PROVEN)


def read_all(path: Path) -> list[Blunder]:
    """The positions of a file. Raises Mistake, which says what is missing or wrong there."""
    try:
        lines = path.read_text().splitlines()
    except OSError as error:
        reason = f"the positions are missing: {path} cannot be read ({error.strerror})"
        raise Mistake(f"{reason}; name a file with --positions, a line for each: {FORM}") from error
    blunders = [read(line) for line in lines if line.strip() and line[0] != "#"]
    if not blunders:
        raise Mistake(f"{path} holds no positions, a line for each: {FORM}")
    return blunders


def read(line: str) -> Blunder:
    """A line of the file."""
    words = [word.strip() for word in line.split(";")]
    if len(words) != len(FORM.split(";")):
        raise Mistake(f"a position is told by {FORM}; not by {line!r}")
    name, moves, blunder, _, plies = words
    game = game_named(name)
    before, after = (read_moves(game, text) for text in (moves, f"{moves} {blunder}"))
    return Blunder(game, before, after, blunder, int(plies) if plies else None)


if __name__ == "__main__":
    main()
