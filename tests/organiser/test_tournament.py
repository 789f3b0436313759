"""Tournaments as an organiser runs them: real processes, killed and resumed, to the verdict."""

import asyncio
import json
import re
import shutil
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest

from games.formats import FORMATS
from games.record import Record
from organiser.event import ENGINES, FILE, GAMES, LOGS
from organiser.records import read_result
from tests import ROOT
from tests.patience import IN_VAIN
from tests.processes import environment, run, serving_process
from tournament.plan import PairingPlan
from tournament.results import Result
from tournament.verdict.standings import standings

SLOW_MOVER = """
import random, time
def choose(position, budget):
    time.sleep(0.02)
    return random.choice(position.legal_moves())
"""


class Runner:
    """A running `inarow tournament`, and what it says."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.said: list[str] = []

    async def results(self, many: int) -> None:
        """Wait until it has told of so many more games."""
        for _ in range(many):
            await self.says(", game ")

    async def says(self, text: str) -> str:
        """The line with this text."""
        assert self._process.stderr is not None
        async with asyncio.timeout(IN_VAIN):
            while True:
                line = (await self._process.stderr.readline()).decode()
                assert line, f"it ended: {self.said}"
                self.said.append(line.rstrip())
                if text in line:
                    return line.rstrip()

    def server(self) -> psutil.Process:
        """The private server's process."""
        family = psutil.Process(self._process.pid).children(recursive=True)
        return next(each for each in family if "serve" in each.cmdline()[:4])

    async def end(self, number: int) -> tuple[int, str, str]:
        """Send a signal; its exit code, what it printed and said, once all of it is gone."""
        family = psutil.Process(self._process.pid).children(recursive=True)
        self._process.send_signal(number)
        ended = await self.ended()
        _, left = await asyncio.to_thread(psutil.wait_procs, family, IN_VAIN)
        assert not left
        return ended

    async def ended(self) -> tuple[int, str, str]:
        async with asyncio.timeout(IN_VAIN):
            out, err = await self._process.communicate()
        assert self._process.returncode is not None
        return self._process.returncode, out.decode(), err.decode()


@asynccontextmanager
async def running(*words: str) -> AsyncIterator[Runner]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "inarow", "tournament", *words,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        cwd=ROOT, env=environment(),
    )  # fmt: skip
    try:
        yield Runner(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


@asynccontextmanager
async def remote(*words: str) -> AsyncIterator[None]:
    """A bot of somebody else, as its command line was told."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "inarow", *words[:1], "chance", *words[1:],
        stderr=asyncio.subprocess.DEVNULL, cwd=ROOT, env=environment(),
    )  # fmt: skip
    try:
        yield
    finally:
        process.kill()
        await process.wait()


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    """A tournament of three slow random movers, of 36 games."""
    mover = tmp_path / "mover.py"
    mover.write_text(SLOW_MOVER)
    bots = [word for name in "abc" for word in ("--bot", f"{name}={mover}")]
    how = ["--game", "tictactoe", "--clock", "5s", "--openings", "none", "--rounds", "6"]
    return [*bots, *how, "--out", str(tmp_path / "out"), "--json"]


def kept(folder: Path) -> list[Result]:
    lines = (folder / "out" / GAMES).read_text().splitlines()
    return [read_result(Record.from_json(line)) for line in lines]


def assert_whole(folder: Path, printed: str) -> None:
    """Every game once, none lost beside the board, and the standings are those of the records."""
    results = kept(folder)
    assert sorted(each.fixture.number for each in results) == list(range(1, 37))
    assert {each.ending for each in results} <= {"line", "full"}
    [verdict] = json.loads(printed)
    assert verdict["finished"]
    told = {line["player"]: line["points"] for line in verdict["standings"]}
    again = standings(PairingPlan("round-robin", 1), list("abc"), results)
    assert told == {each.player: each.points for each in again}
    assert (folder / "out" / "report.html").stat().st_size > 10_000


async def test_a_killed_runner_goes_on_where_it_was(tmp_path: Path, words: list[str]) -> None:
    """Twice, with the server that it had started."""
    for wanted in (5, 8):
        async with running(*words) as runner:
            await runner.results(wanted)
            await runner.end(signal.SIGKILL)
    async with running("--resume", str(tmp_path / "out"), "--json") as runner:
        code, out, err = await runner.ended()
    assert code == 0, err
    assert_whole(tmp_path, out)


async def test_a_killed_server_is_started_again(tmp_path: Path, words: list[str]) -> None:
    """By the runner, which goes on by itself."""
    async with running(*words) as runner:
        for _ in range(2):
            await runner.results(4)
            runner.server().kill()
        code, out, err = await runner.ended()
    assert code == 0, err
    assert "server ended" in "\n".join([*runner.said, err])
    assert_whole(tmp_path, out)


async def test_no_game_is_lost_where_the_server_survives(tmp_path: Path, words: list[str]) -> None:
    """What was being played goes on when the runner is back with its bots."""
    async with serving_process(tmp_path, "--requests-per-second", "1000") as server:
        async with running(*words, "--server", server.url) as runner:
            await runner.results(6)
            await runner.end(signal.SIGKILL)
        async with running("--resume", str(tmp_path / "out"), "--json") as runner:
            code, out, err = await runner.ended()
    assert code == 0, err
    assert_whole(tmp_path, out)
    numbers = Counter(each.match for each in kept(tmp_path))
    assert max(numbers.values()) == 1


def goes_on(told: str, folder: Path) -> bool:
    """Whether it tells to go on in a folder, by whatever name is the shortest."""
    _, _, name = told.partition("To go on: inarow tournament --resume ")
    return Path(name.split()[0]).samefile(folder)


async def test_ctrl_c_stops_it_and_tells_how_to_go_on(tmp_path: Path, words: list[str]) -> None:
    """With the verdict so far; and until then where to watch it."""
    async with running(*words) as runner:
        watch = (await runner.says("watch tictactoe: inarow watch ")).split()
        port, id = watch[-1].rpartition(":")[2], watch[watch.index("--tournament") + 1]
        page = f"http://127.0.0.1:{port}/#/tournament/{id}"
        assert (await runner.says("in a browser: ")).endswith(page)
        await runner.results(5)
        code, out, err = await runner.end(signal.SIGINT)
        assert code == 130
        [verdict] = json.loads(out)
        assert not verdict["finished"]
        assert goes_on(err, tmp_path / "out")
    async with running("--resume", str(tmp_path / "out"), "--json") as runner:
        code, out, err = await runner.ended()
    assert code == 0, err
    assert_whole(tmp_path, out)


async def test_what_is_over_can_be_extended(tmp_path: Path) -> None:
    """By more pairs of games; not what was never begun."""
    folder = str(tmp_path / "out")
    how = ("--game", "tictactoe", "--openings", "none", "--rounds", "1", "--out", folder, "--json")
    code, _, err = await run("tournament", "--bot", "chance", "--bot", "chance", *how)
    assert code == 0, err
    code, out, err = await run("tournament", "--resume", folder, "--extend", "2", "--json")
    assert code == 0, err
    assert json.loads(out)[0]["games"] == 6
    code, _, err = await run("tournament", "--extend", "2")
    assert (code, "--resume" in err) == (2, True)


async def test_others_enter_on_a_running_server(tmp_path: Path) -> None:
    """By the id that the organiser is told; here two bots, in a Swiss tournament."""
    how = ("--game", "tictactoe", "--openings", "none", "--format", "swiss", "--rounds", "1")
    where = ("--wait-for", "2", "--out", str(tmp_path / "out"), "--json")
    async with (
        serving_process(tmp_path) as server,
        running(*how, *where, "--server", server.url) as runner,
    ):
        line = await runner.says("bots enter with: inarow ")
        words = line.partition("inarow ")[2].split()
        async with remote(*words, "--name", "one"), remote(*words, "--name", "two"):
            code, out, err = await runner.ended()
    assert code == 0, err
    [verdict] = json.loads(out)
    assert {line["player"] for line in verdict["standings"]} == {"one", "two"}
    assert verdict["games"] == 2


async def test_a_token_is_all_that_an_organiser_needs(tmp_path: Path) -> None:
    """The account has a name; and a private server is not told of it."""
    how = ("--bot", "a=chance", "--bot", "b=chance", "--game", "tictactoe", "--openings", "none")
    short = ("tournament", *how, "--rounds", "1", "--json")
    async with serving_process(tmp_path) as server:
        _, token, _ = await run(
            "account", "create", "ann", "--database", str(tmp_path / "inarow.db")
        )
        there = ("--server", server.url, "--out", str(tmp_path / "there"))
        code, _, err = await run(*short, *there, INAROW_TOKEN=token.strip())
        assert code == 0, err
    assert json.loads((tmp_path / "there" / FILE).read_text())["name"] == ""
    code, _, err = await run(*short, "--out", str(tmp_path / "here"), INAROW_TOKEN=token.strip())
    assert code == 0, err


async def test_a_bot_that_never_starts_is_an_error(tmp_path: Path) -> None:
    """At the start, never a draw."""
    (tmp_path / "broken.py").write_text("raise RuntimeError('no brain today')\n")
    bots = ("--bot", "chance", "--bot", str(tmp_path / "broken.py"))
    how = ("--game", "tictactoe", "--openings", "none", "--out", str(tmp_path / "out"))
    code, out, err = await run("tournament", *bots, *how)
    assert (code, out) == (1, "")
    assert "broken ended: " in err
    assert "(exit code 2)" in err
    assert "no brain today" in err


async def test_what_bots_say_is_kept(tmp_path: Path) -> None:
    """All that they raise in a log of each, and the lines spoken with an engine in another file."""
    (tmp_path / "faulty.py").write_text("def choose(position, budget):\n    return {}['move']\n")
    engine = f"theirs=lines:{ROOT / 'examples' / 'shell_engine.sh'}"
    how = ("--game", "tictactoe", "--openings", "none", "--out", str(tmp_path / "out"))
    code, _, err = await run("match", str(tmp_path / "faulty.py"), engine, "--games", "2", *how)
    assert code == 0, err
    log = (tmp_path / "out" / LOGS / "faulty.log").read_text()
    assert log.count("Traceback (most recent call last):") == 2
    assert "    return {}['move']\n" in log
    assert "has left" in log
    spoken = (tmp_path / "out" / ENGINES / "theirs.log").read_text()
    assert re.search(r" \d+ # runs .*shell_engine.sh\n", spoken)
    assert re.search(r" \d+ > game tictactoe\n", spoken)
    assert re.search(r" \d+ < move [abc][123]\n", spoken)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_a_match_of_two_is_told_in_words(tmp_path: Path) -> None:
    """The short form, with everything in its folder."""
    code, out, err = await run(
        "match", "chance", "dictionary", "--game", "tictactoe", "--games", "6", "--openings",
        "none", "--out", str(tmp_path / "out"),
    )  # fmt: skip
    assert code == 0, err
    assert "dictionary against chance: too few games to say" in out
    assert "report: " in err
    names = set(names_in(tmp_path / "out"))
    exported = {"games.jsonl", "games-tictactoe.sgf", "games-tictactoe.pgn", "report.html"}
    assert exported | {"standings-tictactoe.csv", "verdict.json"} <= names


async def test_a_match_leaves_nothing_that_was_not_asked_for(tmp_path: Path) -> None:
    """But the games, if so asked; and on the terminal where a bot has failed."""
    (tmp_path / "faulty.py").write_text("def choose(position, budget):\n    return {}['move']\n")
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    code, _, err = await run(
        "match", "chance", str(tmp_path / "faulty.py"), "--game", "tictactoe", "--games", "2",
        "--openings", "none", "--record", str(tmp_path / "games.pgn"), TMPDIR=str(temporary),
    )  # fmt: skip
    assert code == 0, err
    assert "nothing is kept of this" in err
    assert "    return {}['move']\n" in err
    assert "--resume" not in err
    shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)  # Python's own, of faulty.py
    assert names_in(tmp_path) == ["faulty.py", "games.pgn", "tmp"]
    assert names_in(temporary) == []
    records = FORMATS["pgn"].read((tmp_path / "games.pgn").read_text())
    assert {record.ending for record in records} == {"failed"}
    assert all(record.tags["Software"].startswith("inarow ") for record in records)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "needs two players"),
        (("--bot", "chance"), "needs two players"),
        (("--bot", "chance", "--bot", "serch"), "did you mean search"),
        (("--bot", "chance", "--bot", "dropper", "--game", "qubic"), "1 of these bots play qubic"),
        (("--bot", "chance", "--bot", "chance", "--game", "chess"), "chess"),
        (("--bot", "chance", "--bot", "chance", "--clock", "soon"), "cannot read 'soon'"),
        (("--bot", "chance", "--bot", "chance", "--clock", "untimed"), "needs a clock"),
        (("--bot", "chance", "--bot", "chance", "--rounds", "0"), "--rounds must be at least 1"),
        (("--bot", "chance", "--bot", "chance", "--openings", "/no/file"), "cannot read /no/file"),
        (("--bot", "chance", "--bot", "chance", "--record", "games.txt"), "must end with .json"),
        (("--resume", "/no/such/folder"), "no tournament was begun"),
        (("--config", "/no/such.toml"), "cannot read /no/such.toml"),
    ],
)
async def test_what_is_wrong_is_told(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    """Before anything is started."""
    code, out, err = await run("tournament", "--out", str(tmp_path / "out"), *words)
    assert (code, out) == (2, "")
    assert told in err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rounds = 'three'", "rounds in .* must be a whole number"),
        ("rond = 3", "did you mean rounds"),
        ("bot = 3", "must be a list of texts"),
        ("format = 'league'", "must be one of round-robin"),
        ("= 3", "is not a TOML file"),
    ],
)
async def test_what_is_wrong_in_a_file_is_told(tmp_path: Path, text: str, told: str) -> None:
    """With the key, and what would be right."""
    (tmp_path / "event.toml").write_text(text)
    code, _, err = await run("tournament", "--config", str(tmp_path / "event.toml"))
    assert code == 2
    assert re.search(told, err)


async def test_games_end_when_they_are_solved(tmp_path: Path) -> None:
    """If so asked: at tic-tac-toe a look is enough, for which these wait with their third move."""
    mover = tmp_path / "mover.py"
    mover.write_text(SLOW_MOVER.replace("0.02", "1e5 if len(position.moves) > 3 else 0"))
    bots = ("--bot", f"a={mover}", "--bot", f"b={mover}")
    how = ("--game", "tictactoe", "--openings", "none", "--rounds", "1", "--clock", "10h")
    async with running(*bots, *how, "--solve", "1", "--out", str(tmp_path / "out")) as runner:
        code, _, err = await runner.ended()
    assert code == 0, err
    assert {each.ending for each in kept(tmp_path)} == {"adjudicated"}
    assert all(each.reason.startswith("solved: ") for each in kept(tmp_path))
