"""`inarow play` and `inarow watch` as people and scripts start them: in pipes and terminals."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pexpect  # type: ignore[import-untyped]
import pytest

from client.commands import menu, play, watch
from client.join import join_server, login_name
from client.local.private_server import PrivateBot
from client.model.match_clocks import read_clock
from client.options import PlayOptions
from client.plain.main import is_plain
from client.processes.supervision import PROGRAM
from games.errors import Mistake
from games.formats import FORMATS
from protocol.clocks import write_clock
from protocol.events import Challenged, Ended, Played, Started
from protocol.parts import Ending, Terms, TimeControl
from protocol.requests import Answer, Join
from server.app import App
from tests import ROOT
from tests.client.link.scripted import command
from tests.patience import IN_VAIN
from tests.processes import environment, run, start
from tests.server.players_over_sockets import Player, pair


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("5+3", TimeControl(300.0, 3.0)),
        ("10", TimeControl(600.0)),
        ("0.5", TimeControl(30.0)),
        ("90s+1s", TimeControl(90.0, 1.0)),
        ("1h", TimeControl(3600.0)),
        ("30s/move", TimeControl(per_move=30.0)),
        ("30/move", TimeControl(per_move=30.0)),
        ("5+3 30s/move", TimeControl(300.0, 3.0, 30.0)),
        ("Untimed", TimeControl()),
    ],
)
def test_clocks_are_read_as_people_write_them(text: str, control: TimeControl) -> None:
    """Minutes for the game, seconds for the rest; and written so that they read the same."""
    assert read_clock(text) == control
    assert read_clock(write_clock(control)) == control


@pytest.mark.parametrize("text", ["", "fast", "5+", "0", "0/move", "5+3 10", "5 minutes", "-5"])
def test_what_is_no_clock_is_refused_with_what_would_be_one(text: str) -> None:
    """With examples."""
    with pytest.raises(Mistake, match=r"5\+3|twice"):
        read_clock(text)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--level", "11"], "1 to 10"),
        (["--level", "3", "--bot", "chance"], "without it"),
        (["--against", "bob"], "--server"),
        (["--invite"], "--server"),
        (["--rated"], "--server"),
        (["--tournament", "t1"], "--server"),
        (["--server", "ws://127.0.0.1:1", "--tournament", "t1", "--invite"], "leave --against"),
        (["--server", "ws://127.0.0.1:1", "--level", "3"], "leave --server out"),
        (["--continue", "--level", "3"], "leave --bot and --level out"),
        (["--continue", "--server", "ws://127.0.0.1:1"], "leave --server out"),
        (["--two", "--level", "3"], "without --level"),
        (["--two", "--server", "ws://127.0.0.1:1"], "without --server"),
        (["--host", "--level", "3"], "whoever hosts plays without --level"),
        (["--host", "--against", "bob"], "without --against"),
        (["--two", "--host"], "without --host"),
        (["--two", "--clock", "5+3"], "without --clock"),
        (["--two", "Ann", "Ann"], "two names that differ"),
        (["--two", "Ann", "Bob", "Cid"], "two names that differ"),
        (["--game", "chess"], "no game is called"),
        (["--clock", "soon"], "cannot read 'soon'"),
    ],
)
def test_what_cannot_be_meant_is_a_mistake(words: list[str], why: str) -> None:
    """Said before anything is started."""
    with pytest.raises(Mistake, match=why):
        command(play, *words)


@pytest.mark.parametrize("words", [[], ["m1", "--top"], ["--tournament", "t1", "--bots"]])
def test_one_thing_is_watched_at_a_time(words: list[str]) -> None:
    """And it must be said which."""
    with pytest.raises(Mistake, match="say what to watch"):
        command(watch, *words)


def test_plain_mode_is_chosen_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a terminal, on a dumb one, and where colours are not wanted."""
    assert is_plain()
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert not is_plain()
    assert is_plain(asked=True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert is_plain()
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert is_plain()


class Terminal:
    def isatty(self) -> bool:
        return True


def test_the_menu_leads_to_what_is_chosen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After questions with an answer ready, and again where something is wrong."""
    asked: list[tuple[PlayOptions, tuple[str, ...]]] = []

    def note(options: PlayOptions, bots: list[PrivateBot], plain: bool) -> int:
        asked.append((options, bots[0].words))
        return 0

    monkeypatch.setattr(play, "play_here", note)
    answers = iter(["11", "1", "chess", "qubic", "12", "7"])
    assert menu.run(None, lambda _: next(answers)) == 0  # type: ignore[arg-type]
    [(options, words)] = asked
    assert options.game == "qubic"
    assert words[:3] == ("search", "--level", "7")
    assert "no game is called 'chess'" in capsys.readouterr().out
    assert menu.run(None, lambda _: "q") == 0  # type: ignore[arg-type]


async def test_without_a_terminal_inarow_alone_tells_its_commands() -> None:
    """As it always did."""
    code, out, _ = await run()
    assert code == 0
    assert "play a match" in out


class Script:
    """`inarow` with lines on its stdin."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, *words: str) -> "Script":
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable, str(ROOT / "inarow.py"), *words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                env=environment(),
            )
        )  # fmt: skip

    async def feed(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(text.encode())
        await self._process.stdin.drain()

    async def lines(self) -> AsyncIterator[str]:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            yield line.decode().rstrip("\n")

    async def end(self, text: str = "") -> tuple[int, str]:
        """Feed the rest and close the input; the exit code and the output from now on."""
        async with asyncio.timeout(IN_VAIN):
            out, _ = await self._process.communicate(text.encode())
        assert self._process.returncode is not None
        return self._process.returncode, out.decode()


async def test_a_pipe_plays_its_moves_and_leaves_properly(app: App, bob: Player) -> None:
    """Against somebody on a server: each move in its turn, then a resignation."""
    words = ("--server", app.url, "--name", "ann", "--game", "connect4", "--against", "bob")
    script = await Script.start("play", *words, "--side", "first")
    ending = asyncio.create_task(script.end("4\n4\n"))
    challenged = await bob.next(Challenged)
    await bob.ask(Answer(0, challenged.key, True))
    started = await bob.next(Started)
    await bob.next(Played)
    await bob.play(started.match, 1, 31)
    ended = await bob.next(Ended)
    assert (ended.winner, ended.ending) == (1, Ending.RESIGNED)
    code, out = await ending
    assert code == 0
    assert "O plays 4, column 4, row 2. Your turn.\nX plays 4, column 4, row 3.\n" in out
    assert out.endswith("End of input.\nYou resign the match.\nGoodbye.\n")
    assert "\x1b" not in out


async def test_one_command_leads_from_nothing_to_a_game() -> None:
    """A server and a bot of our own, two moves, and nobody left behind."""
    script = await Script.start("play", "--game", "connect4", "--bot", "chance", "--side", "first")
    code, out = await script.end("4\n4\n")
    assert code == 0
    assert "You are X. O is chance, a bot. Your turn." in out
    assert "X plays 4, column 4, row 1.\n" in out
    assert out.endswith("You resign the match.\nGoodbye.\n")


async def test_a_game_against_the_computer_is_left_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after we were killed; and once it is over there is nothing to go on with."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    words = ("play", "--plain", "--game", "tictactoe", "--bot", brain(tmp_path), "--side", "first")
    one = Screen(*words)
    await one.hears("Your turn.")
    one.types("b2")
    await one.hears("O plays a3. Your turn.")
    one.types("quit")
    await one.hears("The game is kept")
    assert await one.ends() == 0
    menu = Screen()
    await menu.hears("1  go on with tictactoe against mybot, of 20")
    menu.types("q")
    assert await menu.ends() == 0
    one = Screen("play", "--plain", "--continue")
    await one.hears("2 moves so far. Your turn.")
    one.types("b1")
    await one.hears("O plays b3. Your turn.")
    one.child.kill(signal.SIGKILL)
    await one.ends()
    one = Screen("play", "--plain", "--continue")
    await one.hears("4 moves so far. Your turn.")
    one.types("a1")
    await one.hears("O plays c3.")
    one.types("quit")
    await one.hears("Goodbye.")
    assert await one.ends() == 0
    assert not list((tmp_path / "inarow" / "left").iterdir())
    with pytest.raises(Mistake, match="was left"):
        command(play, "--continue")


def brain(folder: Path) -> str:
    """A file with a bot that takes the first free cell of the board."""
    file = folder / "mybot.py"
    file.write_text("def choose(position, budget):\n    return position.legal_moves()[0]\n")
    return str(file)


async def test_two_bots_are_watched_from_the_first_move_to_the_result() -> None:
    """In a pipe, with the board drawn after each move."""
    script = await Script.start(
        "watch", "--bots", "--bot", "chance", "--boards", "--game", "tictactoe"
    )
    code, out = await script.end()
    assert code == 0
    assert "X plays " in out
    assert " wins by three in a row." in out or "A draw" in out


async def test_a_server_that_is_not_there_is_told() -> None:
    """Not waited for for ever, but with what to do about it."""
    code, out = await (await Script.start("watch", "m1", "--server", "nonsense")).end()
    assert code == 2
    assert "ws://HOST:PORT" in out


async def test_a_match_is_exported_from_a_server(app: App, ann: Player, bob: Player) -> None:
    """In any format that has a place for it, also while it goes on."""
    match = await pair(ann, bob, Terms("gomoku"))
    for ply, cell in enumerate((112, 0)):
        await (ann, bob)[ply % 2].play(match, ply, cell)
    words = ("export", match, "--server", app.url, "--to")
    code, out, _ = await run(*words, "sgf")
    assert code == 0
    [record] = FORMATS["sgf"].read(out)
    assert record.position.moves == (112, 0)
    assert record.players == ("ann", "bob")
    code, _, err = await run(*words, "digits")
    assert (code, "connect4" in err) == (2, True)
    code, _, err = await run("export", "nope", "--server", app.url, "--to", "pgn")
    assert (code, "nope" in err) == (2, True)


async def test_nothing_to_watch_is_told(app: App) -> None:
    """And a match that is none."""
    code, out = await (await Script.start("watch", "--top", "--server", app.url)).end()
    assert (code, out.splitlines()[-1]) == (2, "inarow: no match is going on that can be watched")
    code, out = await (await Script.start("watch", "nope", "--server", app.url)).end()
    assert code == 2
    assert "nope" in out


async def test_a_name_that_somebody_has_is_refused_if_it_was_asked_for(
    app: App, bob: Player
) -> None:
    """With a free one offered."""
    code, out = await (await Script.start("play", "--server", app.url, "--name", "bob")).end()
    assert code == 2
    assert "bob" in out


async def test_a_name_that_was_not_asked_for_gets_a_number(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two windows of one person are two guests; an odd login is no hindrance."""
    monkeypatch.setattr("getpass.getuser", lambda: "42 Ann Marie van der Meer")
    assert login_name() == "AnnMarievanderMeer"
    async with join_server(PlayOptions(app.url)) as one, join_server(PlayOptions(app.url)) as other:
        assert one.you.name == "AnnMarievanderMeer"
        assert other.you.name.startswith("AnnMarievanderM-")
    monkeypatch.setattr("getpass.getuser", lambda: "42")
    assert login_name() == "guest"


class Screen:
    """`inarow` in a pseudo-terminal, line by line."""

    def __init__(self, *words: str, **variables: str) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            [str(ROOT / "inarow.py"), *words],
            env=environment() | {"TERM": "xterm"} | variables,
            encoding="utf-8",
            timeout=IN_VAIN,
            echo=False,
        )

    async def hears(self, text: str) -> str:
        await asyncio.to_thread(self.child.expect_exact, text)
        before: str = self.child.before
        assert "\x1b" not in before + text
        return before

    def types(self, line: str) -> None:
        self.child.sendline(line)

    async def ends(self) -> int:
        await asyncio.to_thread(self.child.expect, pexpect.EOF)
        self.child.close()
        status = self.child.exitstatus
        return -self.child.signalstatus if status is None else int(status)


async def test_whoever_hosts_tells_a_friend_how_to_come() -> None:
    """A server, an invite and the words that lead there, in one step; it ends with its host."""
    ann = Screen("play", "--plain", "--host", "--game", "tictactoe", "--name", "ann")
    await ann.hears("In a terminal: inarow ")
    await ann.hears("\r\n")
    bob = Screen(*ann.child.before.split(), "--plain", "--name", "bob")
    await bob.hears("is ann.")
    await ann.hears("is bob.")
    ann.types("quit")
    await bob.hears("The match was aborted")
    assert await ann.ends() == 0
    bob.types("quit")
    await bob.ends()


async def test_two_people_in_two_terminals_play_by_a_code(app: App) -> None:
    """From hello to rematch, with no escape code on either screen."""
    words = ("play", "--plain", "--server", app.url, "--game", "tictactoe")
    ann = Screen(*words, "--name", "ann", "--invite", "--side", "first")
    await ann.hears("Invite code: ")
    await ann.hears(". Pass it on")
    code = ann.child.before
    bob = Screen(*words, "--name", "bob", "--against", code)
    await bob.hears("You are O. X is ann.")
    await ann.hears("Your turn.")
    for ply, move in enumerate(("b2", "a1", "b1", "a2", "b3")):
        (ann, bob)[ply % 2].types(move)
        for one in (ann, bob):
            await one.hears(f"{'XO'[ply % 2]} plays {move}.")
    await ann.hears("You win by three in a row.")
    ann.types("rematch")
    await bob.hears("ann would like a rematch")
    bob.types("rematch")
    await bob.hears("You are X. O is ann. Your turn.")
    await ann.hears("You are O. X is bob.")
    bob.types("quit")
    await bob.hears("The match is aborted.")
    assert await bob.ends() == 0
    await ann.hears("The match was aborted")
    ann.child.sendcontrol("c")
    assert await ann.ends() == 130


async def test_a_client_that_was_killed_comes_back_by_the_same_command(
    app: App, bob: Player
) -> None:
    """To its seat, and not to a second match; unless it is to be somebody new."""
    words = ("play", "--plain", "--server", app.url, "--invite", "--side", "first")
    one = Screen(*words)
    await one.hears("Invite code: ")
    await one.hears(". Pass it on")
    await bob.ask(Join(0, one.child.before))
    match = (await bob.next(Started)).match
    await one.hears("Your turn.")
    one.types("4")
    await one.hears("row 1.")
    one.child.kill(signal.SIGKILL)
    await one.ends()
    one = Screen(*words)
    await one.hears("1 move so far.")
    await bob.play(match, 1, 31)
    await one.hears("Your turn.")
    other = Screen(*words, "--new")
    await other.hears("Invite code: ")
    other.types("quit")
    await other.ends()
    one.types("quit")
    await one.hears("again to do it")
    one.types("quit")
    assert await one.ends() == 0
    assert (await bob.next(Ended)).winner == 1


async def test_a_match_in_two_terminals_outlives_its_server(tmp_path: Path) -> None:
    """Killed and started again: the connection comes back, and so does what was typed."""
    server = await start(tmp_path)
    words = ("play", "--plain", "--server", server.url, "--game", "tictactoe")
    ann = Screen(*words, "--name", "ann", "--invite", "--side", "first")
    await ann.hears("Invite code: ")
    await ann.hears(". Pass it on")
    bob = Screen(*words, "--name", "bob", "--against", ann.child.before)
    await bob.hears("You are O.")
    await ann.hears("Your turn.")
    await server.kill()
    await ann.hears("The connection is lost.")
    ann.types("b2")
    await ann.hears("Not connected")
    server = await start(tmp_path, "--port", server.url.rpartition(":")[2])
    await ann.hears("Connected again.")
    await ann.hears("X plays b2.")
    await bob.hears("X plays b2. Your turn.")
    for one in (ann, bob):
        one.types("quit")
        assert await one.ends() == 0
    await server.kill()


async def test_ctrl_c_leaves_the_opponent_with_a_result(app: App, bob: Player) -> None:
    """It resigns a match that goes on, and says so."""
    ann = Screen(
        "play", "--server", app.url, "--name", "ann", "--invite", "--side", "first", NO_COLOR="1"
    )
    await ann.hears("Invite code: ")
    await ann.hears(". Pass it on")
    await bob.ask(Join(0, ann.child.before))
    started = await bob.next(Started)
    await ann.hears("Your turn.")
    ann.types("4")
    await ann.hears("row 1.")
    await bob.play(started.match, 1, 31)
    await ann.hears("Your turn.")
    ann.child.sendcontrol("c")
    await ann.hears("You resign the match.")
    assert await ann.ends() == 130
    assert (await bob.next(Ended)).winner == 1


async def test_a_closed_terminal_is_an_end_of_input(app: App, bob: Player) -> None:
    """Ctrl-D leaves as quit does."""
    ann = Screen("play", "--plain", "--server", app.url, "--name", "ann")
    await ann.hears("Looking for an opponent")
    ann.child.sendeof()
    await ann.hears("Goodbye.")
    assert await ann.ends() == 0


async def test_the_end_of_input_leaves_a_game_against_the_computer(tmp_path: Path) -> None:
    """Though its server and its bot would go on."""
    ann = Screen("play", "--plain", "--bot", brain(tmp_path), "--game", "tictactoe")
    await ann.hears("plays")
    ann.types("a1")
    ann.child.sendeof()
    await ann.hears("Goodbye.")
    assert await ann.ends() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="not everywhere can terminals be polled")
async def test_a_terminal_that_is_gone_ends_the_full_screen_without_a_signal() -> None:
    """Which only the first process in it is sent, like `make` if it was started by that."""
    ours, theirs = os.openpty()
    client = await asyncio.create_subprocess_exec(
        *(sys.executable, str(ROOT / "inarow.py"), "play", "--two"),
        env=environment() | {"TERM": "xterm"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,  # and without a terminal that it belongs to
    )
    os.close(theirs)
    shown = b""
    async with asyncio.timeout(IN_VAIN):
        while b"Your turn" not in shown and b"to move" not in shown:
            shown += await asyncio.to_thread(os.read, ours, 4096)
        os.close(ours)
        assert await client.wait() == 130


async def test_inarow_alone_asks_what_to_do_on_a_terminal() -> None:
    """And leaves when told to."""
    alone = Screen()
    await alone.hears("play against the computer")
    await alone.hears("What would you like? ")
    alone.types("q")
    assert await alone.ends() == 0


async def test_watching_in_a_pipe_ends_with_the_match(app: App, ann: Player, bob: Player) -> None:
    """Also when nothing is ever typed."""
    match = await pair(ann, bob, Terms("tictactoe"))
    script = await Script.start("watch", match, "--server", app.url, "--name", "cal")
    async for line in script.lines():
        if "X is ann" in line:
            break
    for ply, cell in enumerate((4, 0, 1, 8, 7)):
        await (ann, bob)[ply % 2].play(match, ply, cell)
    code, out = await script.end()
    assert code == 0
    assert "X (ann) wins by three in a row." in out


def test_plain_mode_imports_neither_a_screen_nor_numbers() -> None:
    """It must start at once."""
    code = (
        "import sys, client.commands.play, client.commands.watch;"
        "print([name for name in ('textual', 'numpy', 'numba') if name in sys.modules])"
    )
    out = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=os.environ, capture_output=True, text=True
    )
    assert out.stdout == "[]\n"


def test_the_program_is_where_processes_are_started_from() -> None:
    """A private server runs the inarow beside this client."""
    assert Path(PROGRAM).samefile(ROOT / "inarow.py")


async def test_a_reader_who_goes_away_ends_the_match_too(app: App, bob: Player) -> None:
    """`inarow play | head` leaves nobody waiting."""
    reading, writing = os.pipe()
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(ROOT / "inarow.py"), "play", "--server", app.url, "--invite",
        stdin=asyncio.subprocess.PIPE, stdout=writing, env=environment(),
    )  # fmt: skip
    os.close(writing)
    told = await asyncio.to_thread(_second_line, reading)
    await bob.ask(Join(0, told.split("code: ")[1].partition(".")[0]))
    assert (await bob.next(Ended)).ending is Ending.ABORTED
    async with asyncio.timeout(IN_VAIN):
        assert await process.wait() == 1


def _second_line(descriptor: int) -> str:
    """And no more: then it is closed."""
    with open(descriptor) as out:
        out.readline()
        return out.readline()


def test_a_recorded_game_is_told_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From any format that records are kept in."""
    file = tmp_path / "game.txt"
    file.write_text("4142434\n")
    assert command(watch, "--replay", str(file)) == 0
    out = capsys.readouterr().out
    assert out.startswith("connect4, 7 moves.\nX plays 4, column 4, row 1.\n")
    assert out.endswith("X plays 4, column 4, row 4.\nX wins.\n")
    assert command(watch, "--replay", str(file), "--boards") == 0
    assert "*X" in capsys.readouterr().out
