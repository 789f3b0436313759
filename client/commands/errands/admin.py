"""Look after a server: its players and matches, who is kept away, who did what, and restarts.

It takes the token of an administrator's account.

examples:

inarow admin players
inarow admin kick bob --reason "swearing in the chat" --for 10m
inarow admin ban bob --for 7d --reason "swearing in the chat"
inarow admin ban --address 192.0.2.0/24
inarow admin unban bob
inarow admin audit --about bob
inarow admin end m7 --winner first
inarow admin nodes --server wss://play.example.org
inarow admin restart --in 60 --reason "a new version"
inarow admin no-restart
"""

import argparse
from functools import partial

from client.commands.errands.admin_people import configure_people, span
from client.console import talk
from client.errand import configure_json, configure_server, run_errand, token_of
from client.link.connection import Connection
from client.words.text_tables import kind, print_json, print_table
from games.errors import Mistake
from protocol.clocks import write_clock, write_span
from protocol.parts import LiveMatch, NodeInfo, OnlinePlayer
from protocol.requests import (
    AnnounceRestart,
    EndMatch,
    Kick,
    ListMatches,
    ListNodes,
    ListPlayers,
    WithdrawRestart,
)
from protocol.texts import clean, count

WINNERS = {"first": 0, "second": 1}
LONGEST_AWAY = 30 * 86400  # seconds
LONGEST = 7 * 24 * 3600  # seconds: nobody announces a restart for later than next week


def configure(parser: argparse.ArgumentParser) -> None:
    configure_server(parser)
    tasks = parser.add_subparsers(dest="task", metavar="TASK", required=True)
    matches = tasks.add_parser("matches", help="list the matches that are going on")
    configure_json(matches)
    matches.set_defaults(errand=_matches)
    players = tasks.add_parser("players", help="list who is connected")
    configure_json(players)
    players.set_defaults(errand=_players)
    nodes = tasks.add_parser("nodes", help="list the servers of the cluster, and how they stand")
    configure_json(nodes)
    nodes.set_defaults(errand=_nodes)
    configure_people(tasks)
    kick = tasks.add_parser("kick", help="close a player's connection")
    kick.add_argument("player", metavar="NAME")
    kick.add_argument(
        "--reason", type=clean, default="an administrator closed it", help="which they are told"
    )
    kick.add_argument(
        "--for", dest="away", metavar="TIME", type=_away, default=0.0,
        help="keep them away for so long: 90s, 10m, 2h or 7d; a guest by the address, too",
    )  # fmt: skip
    kick.set_defaults(errand=_kick)
    end = tasks.add_parser("end", help="end a match, by default without a result")
    end.add_argument("match", metavar="MATCH")
    end.add_argument("--winner", choices=WINNERS, help="the side that wins")
    end.set_defaults(errand=_end)
    restart = tasks.add_parser("restart", help="tell everyone, and start no more matches")
    restart.add_argument(
        "--in", dest="seconds", metavar="SECONDS", type=float, required=True, help="from now"
    )
    restart.add_argument("--reason", type=clean, default="a restart", help="which everyone is told")
    restart.set_defaults(errand=_restart)
    withdrawn = tasks.add_parser("no-restart", help="withdraw the restart that was announced")
    withdrawn.add_argument("--reason", type=clean, default="", help="which everyone is told")
    withdrawn.set_defaults(errand=_no_restart)
    for task in tasks.choices.values():
        configure_server(task, again=True)


def run(args: argparse.Namespace) -> int:
    if token_of(args) is None:
        raise Mistake("administrators need a token: give it as --token or in INAROW_TOKEN")
    if args.task == "restart" and not 0 <= args.seconds <= LONGEST:
        raise Mistake(f"a restart is announced 0 to {LONGEST} seconds ahead, not {args.seconds:g}")
    return run_errand(args, partial(args.errand, args))


def _away(text: str) -> float:
    return span(text, LONGEST_AWAY)


async def _matches(args: argparse.Namespace, connection: Connection) -> None:
    matches = (await connection.ask(ListMatches(0))).matches
    if args.json:
        print_json(matches)
        return
    headings = ("match", "game", "clock", "first", "second", "moves", "watchers")
    print_table(headings, map(_match_row, matches), "no match is going on")


def _match_row(live: LiveMatch) -> tuple[object, ...]:
    first, second = (player.name for player in live.players)
    time = write_clock(live.terms.clock)
    return live.match, live.terms.game, time, first, second, live.ply, live.watchers


async def _players(args: argparse.Namespace, connection: Connection) -> None:
    players = (await connection.ask(ListPlayers(0))).players
    if args.json:
        print_json(players)
        return
    headings = ("name", "kind", "playing", "capacity")
    print_table(headings, map(_player_row, players), "nobody is connected")


def _player_row(online: OnlinePlayer) -> tuple[object, ...]:
    capacity = online.policy.capacity if online.policy else "-"
    return online.player.name, kind(online.player), online.playing, capacity


async def _nodes(args: argparse.Namespace, connection: Connection) -> None:
    nodes = (await connection.ask(ListNodes(0))).nodes
    if args.json:
        print_json(nodes)
        return
    headings = ("node", "url", "version", "state", "keys", "connected", "matches", "lease", "bus")
    print_table(headings, map(_node_row, nodes), "there is no node")


def _node_row(node: NodeInfo) -> tuple[object, ...]:
    states = ("lobby" if node.owns_lobby else "", "draining" if node.draining else "")
    bus = "no answer" if node.bus is None else f"{1000 * node.bus:.1f} ms"
    return (
        node.id or "-", node.url, node.version, ", ".join(filter(None, states)) or "-",
        node.keys, node.connections, node.matches, f"{node.lag:.1f} s ago", bus,
    )  # fmt: skip


async def _kick(args: argparse.Namespace, connection: Connection) -> None:
    await connection.ask(Kick(0, args.player, args.reason, args.away))
    kept = f", and kept away for {write_span(args.away)}" if args.away else ""
    talk().print(f"{args.player} is disconnected{kept}")


async def _end(args: argparse.Namespace, connection: Connection) -> None:
    winner = WINNERS[args.winner] if args.winner else None
    await connection.ask(EndMatch(0, args.match, winner))
    text = f"the {args.winner} player wins" if args.winner else "without a result"
    talk().print(f"match {args.match} is ended: {text}")


async def _restart(args: argparse.Namespace, connection: Connection) -> None:
    await connection.ask(AnnounceRestart(0, args.seconds, args.reason))
    talk().print(f"everyone is told of a restart in {count(args.seconds, 'second')}")


async def _no_restart(args: argparse.Namespace, connection: Connection) -> None:
    await connection.ask(WithdrawRestart(0, args.reason))
    talk().print("everyone is told that there will be no restart, and matches start again")
