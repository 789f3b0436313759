"""Engines for tests, as small programs: good ones, and ones that crash, stall or talk nonsense."""

import sys
from pathlib import Path

# An engine of the line protocol; `ANSWER` is what it does when it is to move.
LINES = """
import sys, time
legal = []
for line in sys.stdin:
    word, *rest = line.split()
    if word == "legal":
        legal = rest
    if word == "quit":
        break
    if word == "go":
        ANSWER
        sys.stdout.flush()
"""

# A Gomocup engine on any board, that notes all it hears; what a test changes stands in CAPITALS.
GOMOCUP = """
import sys, time
heard = open(HEARD, "a")
stones, size = set(), (0, 0)
def say(line):
    print(line, end="\\r\\n", flush=True)
def move():
    ANSWER
    for y in range(size[1]):
        for x in range(size[0]):
            if (x, y) not in stones:
                stones.add((x, y))
                return say(f"{x},{y}")
for line in sys.stdin:
    print(line.strip(), file=heard, flush=True)
    word, *rest = line.split()
    at = tuple(map(int, rest[0].split(","))) if rest and rest[0][0].isdigit() else ()
    if word == "START":
        size, stones = at * 2, set()
        say("OK")
    elif word == "RECTSTART":
        size, stones = at, set()
        say("OK")
    elif word == "RESTART":
        stones = set()
        say(RESTARTED)
    elif word == "TAKEBACK":
        stones.discard(at)
        say(TAKEN)
    elif word == "TURN":
        stones.add(at)
        move()
    elif word == "BEGIN":
        move()
    elif word == "BOARD":
        while (row := sys.stdin.readline().strip()) != "DONE":
            print(row, file=heard, flush=True)
            x, y, _ = map(int, row.split(","))
            stones.add((x, y))
        print("DONE", file=heard, flush=True)
        move()
    elif word == "ABOUT":
        say('name="first", version="1"')
    elif word == "END":
        break
"""


def _program(path: Path, source: str) -> str:
    path.write_text(source)
    return f"{sys.executable} {path}"


def lines_engine(folder: Path, answer: str = 'print("move", legal[0])') -> str:
    """The command of an engine that speaks lines."""
    return _program(folder / "lines_engine.py", LINES.replace("ANSWER", answer))


def gomocup_engine(folder: Path, answer: str = "pass", ok: bool = True) -> str:
    """The command of a Gomocup engine; *ok* says whether it knows the optional commands."""
    optional = '"OK"' if ok else '"UNKNOWN"'
    source = GOMOCUP.replace("ANSWER", answer).replace("HEARD", repr(str(folder / "heard")))
    source = source.replace("RESTARTED", optional).replace("TAKEN", optional)
    return _program(folder / "gomocup_engine.py", source)


def heard(folder: Path) -> list[str]:
    """What the Gomocup engine was told, but for the limits."""
    lines = (folder / "heard").read_text().splitlines()
    return [line for line in lines if not line.startswith("INFO") and line != "ABOUT"]
