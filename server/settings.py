"""Every option of `inarow serve`: a flag beats an environment variable, which beats a TOML key."""

import argparse
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from games.errors import Mistake
from protocol.parts import MOST_SEATS
from server.setting_types import (
    ADDRESS,
    ANY,
    BOTS,
    DAY,
    FILE,
    HOSTS,
    PERIOD,
    RATE,
    SECONDS,
    SWITCH,
    URLS,
    WORD,
    SettingType,
    choice,
    number,
    whole,
)

T = TypeVar("T")

DURABILITIES = ("full", "process")
LOG_FORMATS = ("text", "json")
CAPACITY = whole(1, MOST_SEATS)
LOG_LEVELS = ("debug", "info", "warning", "error")

_DEST = "setting_"  # keeps our flags apart from a command's own arguments, such as NAME


def setting(default: T, kind: SettingType[T], about: str) -> T:
    return field(default=default, metadata={"kind": kind, "about": about})


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    host: str = setting("127.0.0.1", WORD, "the address to listen at; 0.0.0.0 or :: for all")
    port: int = setting(8765, whole(0, 65535), "the port to listen at; 0 takes any free one")
    name: str = setting("inarow", WORD, "what this server is called in its log")
    database: str = setting(
        "", ANY, "an SQLite file or postgresql://... (default: a file of yours)"
    )
    durability: str = setting(
        "full", choice(DURABILITIES), "what a told move survives: loss of power, or of the process"
    )

    nats: tuple[str, ...] = setting(
        (), URLS, "servers of NATS, nats://HOST:4222,...: be a node of the cluster on this database"
    )
    node_url: str = setting(
        "", ANY, "where players reach this node, wss://a.example; needed with --nats"
    )
    lease_seconds: float = setting(
        2.0, number(1, 60), "after which others take over from a node that is not heard of"
    )

    cert: str = setting("", FILE, "the certificate chain for TLS, in PEM; needs --key")
    key: str = setting("", FILE, "the private key for TLS, in PEM; needs --cert")
    hosts: tuple[str, ...] = setting(
        (), HOSTS, "names of this server, for its own pages and /metrics; addresses always are"
    )
    origins: tuple[str, ...] = setting(
        (), HOSTS, "whose web pages may connect, besides this server's own"
    )
    page: bool = setting(True, SWITCH, "serve the page for browsers, unless --no-page")
    metrics: str = setting(
        "", ADDRESS, "tell /metrics at this address of its own, and no longer where players connect"
    )
    behind_proxy: bool = setting(
        False, SWITCH, "believe X-Forwarded-For; only if every connection comes through a proxy"
    )

    bots: tuple[str, ...] = setting(
        (),
        BOTS,
        "bots to run beside the server: 1 to 10, full, or brains (without any: 1,3,5,8,full)",
    )

    frame_bytes: int = setting(16384, whole(1024, 2**24), "the longest frame that is read")
    hello_seconds: float = setting(5.0, PERIOD, "within which a new connection must say Hello")
    heartbeat: float = setting(
        10.0, PERIOD, "between pings; who misses two of them, or nearly, is gone"
    )
    audit_entries: int = setting(
        100_000, whole(100), "of each kind that are kept in the audit log: acts, logins, refusals"
    )
    session_days: int = setting(
        30, whole(1, 36500), "after which a session that nobody came back by is forgotten"
    )
    revocation_seconds: float = setting(
        5.0, PERIOD, "between looks for revoked tokens, whose connections are then closed"
    )
    queue_bytes: int = setting(
        262144, whole(4096, 2**30), "unsent bytes at which a slow reader is dropped"
    )

    connections: int = setting(20000, whole(1), "connections at once, in all")
    connections_per_address: int = setting(256, whole(1, 100_000), "the same, from one address")
    opens_per_address: int = setting(60, whole(1), "new connections in 10 s, from one address")
    requests_per_second: float = setting(20.0, RATE, "by one connection, moves not counted")
    requests_per_address: float = setting(200.0, RATE, "the same, by all from one address")
    burst: int = setting(60, whole(1), "requests that may come at once, moves not counted")
    moves_per_second: float = setting(1000.0, RATE, "by one connection, in its own matches")
    says_per_minute: int = setting(20, whole(1), "chat messages of one connection")
    text_length: int = setting(300, whole(1, 10_000), "characters in a chat message")
    open_requests: int = setting(20, whole(1), "seeks, challenges and invites waiting, of a player")
    open_tournaments: int = setting(20, whole(1), "that a player has opened, and that are not over")
    tournaments_per_address: int = setting(30, whole(1), "the same, of all guests of one address")
    guest_capacity: int = setting(8, CAPACITY, "matches at once, of a guest who is a person")
    guest_bot_capacity: int = setting(32, CAPACITY, "the same, of a guest that is a bot")
    people_capacity: int = setting(20, CAPACITY, "the same, of a person with an account")
    bot_capacity: int = setting(1000, CAPACITY, "the same, of a bot with an account")
    seats_per_address: int = setting(
        256, whole(1), "in matches, of all guests from one address; and as many in tournaments"
    )
    watches: int = setting(100, whole(1), "matches and tournaments that a player watches at once")
    illegal_moves: int = setting(20, whole(0), "of a player in one match; one more loses it")

    first_move_seconds: float = setting(30.0, PERIOD, "that each side has for its first move")
    idle_seconds: float = setting(
        600.0, SECONDS, "that a bot waits for an untimed move, if it does not say; 0: for ever"
    )
    restart_grace: float = setting(
        30.0, SECONDS, "that a clock waits for its player after a restart"
    )
    abandon_seconds: float = setting(
        3600.0,
        number(0, 30 * DAY),
        "after which a match ends when both players are gone, and what a guest opened and left",
    )
    tournament_days: int = setting(
        7, whole(1, 3650), "after which a tournament that has not begun, or stands still, ends"
    )
    replay_events: int = setting(
        256, whole(0), "missed events told one by one on resuming; more become a snapshot"
    )
    watch_delay: float = setting(0.0, SECONDS, "by which spectators see a match later")
    lag_credit: float = setting(1.0, SECONDS, "of network delay that a player can have forgiven")

    log_format: str = setting("text", choice(LOG_FORMATS), "how the log is written")
    log_level: str = setting("info", choice(LOG_LEVELS), "the least that is logged")


KINDS: dict[str, SettingType[Any]] = {each.name: each.metadata["kind"] for each in fields(Settings)}


class Given(NamedTuple):
    source: str
    value: Any


def flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def variable(name: str) -> str:
    return f"INAROW_{name.upper()}"


def add_flags(parser: argparse.ArgumentParser, only: Collection[str] = tuple(KINDS)) -> None:
    """Give a command the flags for all settings, or for some."""
    group = parser.add_argument_group(
        "settings",
        "Each can also be set in the environment (INAROW_LIKE_THIS) or in a TOML file\n"
        "(like_this); a flag beats the environment, which beats the file.",
    )
    group.add_argument("--config", metavar="FILE", help="the TOML file (or INAROW_CONFIG)")
    for each in fields(Settings):
        if each.name in only:
            options: dict[str, Any] = {"help": each.metadata["about"] + _default(each.default)}
            if KINDS[each.name] is SWITCH:
                options["action"] = argparse.BooleanOptionalAction
            else:
                options["metavar"] = KINDS[each.name].metavar
            if KINDS[each.name] is BOTS:
                options |= {"nargs": "?", "const": "yes"}
            group.add_argument(flag(each.name), dest=_DEST + each.name, default=None, **options)


def _default(value: object) -> str:
    shown = f"{value:g}" if isinstance(value, float) else str(value)
    return "" if value in ("", ()) or isinstance(value, bool) else f" (default: {shown})"


def load(
    args: argparse.Namespace, environ: Mapping[str, str], only: Collection[str] = tuple(KINDS)
) -> Settings:
    """The settings from all sources; raises Mistake for the first that is wrong in any of them.

    A command that needs *only* some of a server's is not held up by what is wrong with others.
    """
    config = getattr(args, "config", None) or environ.get("INAROW_CONFIG")
    given = _in_file(config, only) if config else {}
    given |= {
        name: _read(variable(name), name, environ[variable(name)])
        for name in only
        if variable(name) in environ
    }
    given |= {
        name: _read(flag(name), name, getattr(args, _DEST + name))
        for name in only
        if getattr(args, _DEST + name, None) is not None
    }
    settings = Settings(**{name: each.value for name, each in given.items()})
    for one, other in (("cert", "key"), ("key", "cert")):
        if getattr(settings, one) and not getattr(settings, other):
            source, value = given[one]
            raise Mistake(f"{source} is {value!r}, but {other} is not set: set both or neither")
    _check_cluster(settings, given)
    return settings


def _check_cluster(settings: Settings, given: Mapping[str, Given]) -> None:
    """Raise Mistake unless what makes a node of a cluster goes together."""
    if not settings.nats:
        if settings.node_url:
            source = given["node_url"].source
            raise Mistake(f"{source} is for nodes of a cluster: set nats as well")
        return
    source = given["nats"].source
    if "://" not in settings.database or settings.database.startswith("sqlite"):
        raise Mistake(f"{source} makes a node of a cluster, which needs PostgreSQL: "
                      "set database to postgresql://USER@HOST/NAME")  # fmt: skip
    if not settings.node_url.startswith(("ws://", "wss://")):
        raise Mistake(f"{source} makes a node of a cluster: set node_url to where players reach "
                      "this node, such as wss://a.example")  # fmt: skip


def _in_file(config: str, only: Collection[str]) -> dict[str, Given]:
    try:
        table = tomllib.loads(Path(config).read_text(encoding="utf-8"))
    except OSError as error:
        raise Mistake(f"cannot read the settings in {config}: {error.strerror}") from error
    except ValueError as error:  # not TOML, or not even UTF-8
        raise Mistake(f"{config} is not a TOML file: {error}") from error
    for key in table:
        if key not in KINDS:
            close = get_close_matches(key.lower(), KINDS, n=1)
            meant = f"did you mean {close[0]}?" if close else "`inarow serve --help` lists them"
            raise Mistake(f"no setting is called {key!r} in {config}: {meant}")
    return {
        key: _checked(f"{key} in {config}", key, value, value)
        for key, value in table.items()
        if key in only
    }


def _read(source: str, name: str, given: str | bool) -> Given:
    try:
        value = KINDS[name].read(given) if isinstance(given, str) else given
    except (ValueError, KeyError):
        value = None  # which fits nowhere
    return _checked(source, name, value, given)


def _checked(source: str, name: str, value: object, given: object) -> Given:
    kind = KINDS[name]
    if not kind.fits(value):
        raise Mistake(f"{source} must be {kind.right}, not {given!r}")
    return Given(source, kind.use(value))
