"""Run a bot: a brain that plays on a server, for as long as it is wanted.

examples:

inarow bot
inarow bot search:level=4 --game connect4 --capacity 2
inarow bot ./mybot.py --seek --game tictactoe --clock 1+1
inarow bot --engine ./pbrain-mine --engine-protocol gomocup

Ctrl-C or SIGTERM makes it leave: it takes no new match, and finishes those that go on, or resigns
them with --on-exit resign or at the second signal. With --on-exit hold it leaves at once, and goes
on with them when it comes back by its --token or --session.
"""

import argparse
import asyncio
import os
import secrets
import signal
from contextlib import suppress
from typing import cast

from bot.commands.brain_options import BrainOptions, configure_brain, configure_engine
from bot.compilation import COMPILING, compilation_told, expected_functions
from bot.cores import crowded
from bot.log import FORMATS, Log
from bot.player.player import BotPlayer
from bot.player.policy import BotPolicy, check_played, read_clock, read_games
from bot.player.session_file import SessionFile
from bot.thinkers.pool import ThinkerPool
from bot.thinkers.thinker import BrainFailed
from client.link.connection import ConnectionLost, Link, LinkOptions, RequestRefused, connect
from client.link.server_option import (
    LOCAL_SERVER,
    OR_LOCAL,
    add_server_option,
    server_in_environment,
)
from client.processes.reports import report
from games import CATALOGUE, Mistake
from protocol.clocks import CLOCKS
from protocol.parts import Challengers, Fault, Terms
from protocol.texts import count

OK, FAILED, INTERRUPTED = 0, 1, 130
MOST_MATCHES = 256
MOST_SECONDS = 1e9  # that fit into a message
SHORTEST_IDLE = 30.0  # seconds that a server takes
LONGEST, PATIENCE = 7200.0, 600.0  # seconds; a stranger has to sit for longer than we need
MISTAKEN = (Fault.BAD_NAME, Fault.NAME_TAKEN, Fault.BAD_TOKEN)  # in what was given


def configure(parser: argparse.ArgumentParser) -> None:
    configure_brain(parser)
    configure_engine(parser)
    _configure_server(parser)
    _configure_matches(parser)
    parser.add_argument("--log-format", choices=FORMATS, default=FORMATS[0])


def _configure_server(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the server")
    add_server_option(group, server_in_environment() or LOCAL_SERVER, OR_LOCAL)
    group.add_argument(
        "--token", help="of its account (default: the environment's INAROW_TOKEN; none: a guest)"
    )
    group.add_argument("--name", help="of a guest (default: one made up)")
    group.add_argument(
        "--session",
        metavar="FILE",
        help="keep its place in this file, and take it again from there",
    )
    group.add_argument(
        "--give-up", metavar="SECONDS", type=float, help="without a server (default: never)"
    )


def _configure_matches(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("matches")
    add = group.add_argument
    add("--game", metavar="G", action="append", default=[], help="only this; may be repeated")
    add("--capacity", metavar="C", type=int, default=1, help="matches at once (default: 1)")
    add("--challengers", choices=list(Challengers), default=Challengers.ANYONE, help="who may ask")
    add("--kept-for-people", metavar="N", type=int, default=0, help="seats that bots cannot take")
    add("--min-seconds", metavar="S", type=float, default=0.0, help="on a clock, in 40 moves")
    add(
        "--max-seconds", metavar="S", type=float,
        help=f"the same; with it untimed matches need --idle-seconds (default: {LONGEST:.0f})",
    )  # fmt: skip
    add(
        "--idle-seconds", metavar="S", type=float,
        help=f"that an opponent has for an untimed move; 0: all day (default: {PATIENCE:.0f})",
    )  # fmt: skip
    add(
        "--per-opponent", metavar="N", type=int, default=1,
        help="matches at once with the same one; 0: all (default: 1)",
    )  # fmt: skip
    add(
        "--per-address", metavar="N", type=int, default=0,
        help="the same, with all guests from one address (default: 0, all)",
    )  # fmt: skip
    add("--open-analysis", action="store_true", help="show what it thinks, if the other does too")
    add("--seek", action="store_true", help="look for opponents in each --game, with --clock")
    add("--clock", default="1+1", help=f"to seek with: {CLOCKS} (default: 1+1)")
    add("--rated", action="store_true", help="seek rated matches; needs a token")
    add("--seconds", metavar="S", type=float, help="to think for one move at most")
    add("--ponder", action="store_true", help="think on the opponent's time too")
    add("--takebacks", action="store_true", help="grant them")
    add("--no-rematch", action="store_true", help="accept none")
    add("--on-exit", choices=("finish", "resign", "hold"), default="finish", help="with matches")
    add("--once", action="store_true", help="leave after one match")
    add("--enter", metavar="ID", action="append", default=[], help="a tournament; may be repeated")


def run(args: argparse.Namespace) -> int:
    options = BrainOptions(args)
    policy = _policy(args, options)
    return asyncio.run(Run(args, options, policy).play())


def _policy(args: argparse.Namespace, options: BrainOptions) -> BotPolicy:
    if not 1 <= args.capacity <= MOST_MATCHES:
        raise Mistake(f"the capacity must be 1 to {MOST_MATCHES}, not {args.capacity}")
    if not 0 <= args.kept_for_people <= args.capacity:
        seats = count(args.capacity, "seat")
        raise Mistake(f"of {seats}, {args.kept_for_people} cannot be kept for people")
    for option in ("per_opponent", "per_address"):
        if not 0 <= (given := getattr(args, option)) <= MOST_MATCHES:
            name = option.replace("_", "-")
            raise Mistake(f"--{name} must be 0 (all) to {MOST_MATCHES}, not {given}")
    _check_seconds(args)
    if args.rated and not (_token(args) or args.session):
        raise Mistake("rated matches are for accounts: give a --token, or leave --rated out")
    if args.ponder and not options.searches:
        raise Mistake("only the search can ponder: leave --ponder out")
    check_played(asked := read_games(args.game), options.thinker())
    games = asked or options.families()
    clock = read_clock(args.clock)
    sought = (games or tuple(CATALOGUE)) if args.seek else ()
    return BotPolicy(
        capacity=1 if args.once else args.capacity,
        games=games,
        challengers=Challengers(args.challengers),
        kept_for_people=args.kept_for_people,
        min_seconds=args.min_seconds,
        max_seconds=LONGEST if args.max_seconds is None else args.max_seconds,
        per_opponent=args.per_opponent or None,
        per_address=args.per_address or None,
        idle_seconds=_idle_seconds(args),
        open_analysis=args.open_analysis,
        seeks=tuple(Terms(game, clock, rated=args.rated) for game in sought),
        takebacks=args.takebacks,
        rematches=not (args.no_rematch or args.once),
        ponder=args.ponder,
        once=args.once,
        resign_on_exit=args.on_exit == "resign",
        hold_on_exit=args.on_exit == "hold",
        tournaments=tuple(args.enter),
    )


def _idle_seconds(args: argparse.Namespace) -> float | None:
    """With a longest clock, and nothing said of untimed matches, those are not taken."""
    if args.idle_seconds is None and args.max_seconds is None:
        return PATIENCE
    return cast("float | None", args.idle_seconds)


def _check_seconds(args: argparse.Namespace) -> None:
    if args.idle_seconds and not SHORTEST_IDLE <= args.idle_seconds <= MOST_SECONDS:
        least, most = f"{SHORTEST_IDLE:.0f}", f"{MOST_SECONDS:.0f}"
        raise Mistake(f"--idle-seconds must be 0, or {least} to {most}, not {args.idle_seconds:g}")
    for option in ("give_up", "seconds", "max_seconds"):
        given = getattr(args, option)
        if given is not None and not 0 < given <= MOST_SECONDS:
            name = option.replace("_", "-")
            raise Mistake(f"--{name} must be above 0 and at most {MOST_SECONDS:.0f}, not {given:g}")
    if not 0 <= args.min_seconds <= MOST_SECONDS:
        raise Mistake(f"--min-seconds must be 0 to {MOST_SECONDS:.0f}, not {args.min_seconds:g}")
    if args.max_seconds is not None and args.max_seconds < args.min_seconds:
        raise Mistake(
            f"nothing lasts at least {args.min_seconds:g} s and at most {args.max_seconds:g}: "
            "give a --max-seconds that is not less than --min-seconds"
        )


def _token(args: argparse.Namespace) -> str | None:
    return args.token or os.environ.get("INAROW_TOKEN") or None


class Run:
    """From the first brain made ready to the last one closed."""

    def __init__(self, args: argparse.Namespace, options: BrainOptions, policy: BotPolicy) -> None:
        self._args, self._options, self._policy = args, options, policy
        self._log = Log(args.log_format)
        self._player: BotPlayer | None = None
        self._code = OK
        self._main: asyncio.Task[object] | None = None

    async def play(self) -> int:
        self._main = asyncio.current_task()
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError):  # on platforms without signals in the loop
                asyncio.get_running_loop().add_signal_handler(number, self._leave, number)
        shares, games = self._policy.capacity, self._policy.games
        if advice := crowded(self._options.workers):
            self._log(advice)
        pool = ThinkerPool(lambda: self._options.thinker(shares, games), shares)
        try:
            with compilation_told(lambda: self._log(COMPILING), self._tell_compilation):
                await pool.grow()
            await self._connect(pool)
        except BrainFailed as failure:
            raise Mistake(f"the brain cannot be used: {failure}") from failure
        except RequestRefused as refusal:
            if refusal.code in MISTAKEN:
                raise Mistake(refusal.text) from refusal
            self._log(f"the server refused: {refusal.text}")
            return FAILED
        except ConnectionLost as lost:
            self._log(lost.reason)
            return FAILED
        except asyncio.CancelledError:  # by a signal before there was anything to leave
            return self._code
        finally:
            await pool.close()
        return self._code

    def _tell_compilation(self, done: int) -> None:
        report("compiling", done=done, of=expected_functions(self._policy.games))

    async def _connect(self, pool: ThinkerPool) -> None:
        args = self._args
        token = _token(args)
        name = args.name or ("" if token else f"{self._options.name}-{secrets.token_hex(3)}")
        session_file = SessionFile(args.session)
        self._log(f"connects to {args.server}")
        async with connect(
            args.server,
            name,
            token=token,
            session=session_file.session,
            bot=True,
            software="inarow bot",
            options=LinkOptions(give_up=args.give_up, on_link=self._linked),
        ) as connection:
            session_file.save(connection.welcome.session)
            self._log(f"is known as {connection.you.name}")
            self._player = BotPlayer(
                connection, pool, self._policy, self._log, self._options.level, args.seconds
            )
            await self._player.run()
            self._log("has left")

    def _linked(self, link: Link) -> None:
        if self._player is not None:
            self._player.linked(link)

    def _leave(self, number: int) -> None:
        self._code = INTERRUPTED if number == signal.SIGINT else OK
        if self._player is not None:
            self._player.leave()
        elif self._main is not None:
            self._main.cancel()
            self._main = None  # once more would cut the clearing up short
