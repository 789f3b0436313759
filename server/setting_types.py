"""What values a setting takes, and what a person is told who gave another."""

import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

T = TypeVar("T")

DAY = 86400.0
HOUSE_BOTS = ("1", "3", "5", "8", "full")  # where it is not said which
_MOST = 1_000_000  # of what is counted; guards against slips of the finger
_WORDS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_NATS_URL = re.compile(r"(nats|tls|ws|wss)://[^\s/]+/?", re.ASCII)
_OPTION = re.compile(r"[a-z_]+=")
_HOST = re.compile(r"([\w.-]+|\[[0-9a-fA-F:.]+\])(:\d+)?", re.ASCII)


@dataclass(frozen=True)
class SettingType(Generic[T]):
    """What values a setting takes."""

    metavar: str
    right: str  # what fits, for the person who gave something else
    read: Callable[[str], object]  # a flag or a variable; raises ValueError or KeyError
    fits: Callable[[object], bool]
    use: Callable[[Any], T]  # a value that fits


def whole(low: int, high: int = _MOST) -> SettingType[int]:
    def fits(value: object) -> bool:
        return type(value) is int and low <= value <= high  # a bool is no number here

    return SettingType("N", f"a whole number, {low} to {high}", int, fits, int)


def number(low: float, high: float, metavar: str = "SECONDS") -> SettingType[float]:
    def fits(value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        return low <= value <= high

    return SettingType(metavar, f"a number, {low:g} to {high:.0f}", float, fits, float)


def text(right: str, metavar: str, suits: Callable[[str], object]) -> SettingType[str]:
    def fits(value: object) -> bool:
        return isinstance(value, str) and value.isprintable() and bool(suits(value))

    return SettingType(metavar, right, str, fits, str)


def choice(options: tuple[str, ...]) -> SettingType[str]:
    return text(" or ".join(options), "|".join(options), options.__contains__)


def _readable(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.R_OK)


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


def _all_hosts(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(host, str) and _HOST.fullmatch(host) for host in value
    )


def _all_urls(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(url, str) and _NATS_URL.fullmatch(url) for url in value
    )


def _all_bots(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(bot, str) and bot.isprintable() and bot.strip() for bot in value
    )


def host_and_port(address: str) -> tuple[str, int]:
    """What an address such as 127.0.0.1:9100 or [::1]:9100 is made of. Raises ValueError."""
    place = urlsplit(f"//{address}")
    if place.hostname is None or place.port is None or place.netloc != address:
        raise ValueError(address)
    return place.hostname, place.port


def _is_address(value: str) -> bool:
    with suppress(ValueError):
        return value == "" or bool(_HOST.fullmatch(value) and host_and_port(value))
    return False


def _split_bots(given: str) -> list[str]:
    """By commas, but for those between the options of a brain, as in search:level=4,workers=2."""
    if given.lower() in ("yes", "true"):
        return list(HOUSE_BOTS)
    if given.lower() in ("no", "false"):
        return []
    bots: list[str] = []
    for part in _split(given):
        if bots and ":" in bots[-1] and _OPTION.match(part):
            bots[-1] += f",{part}"
        else:
            bots.append(part)
    return bots


def _split(given: str) -> list[str]:
    return [part.strip() for part in given.split(",")] if given.strip() else []


ANY = text("a line of text", "TEXT", lambda value: True)
WORD = text("a word", "NAME", re.compile(r"\S+").fullmatch)
ADDRESS = text("an address such as 127.0.0.1:9100", "HOST:PORT", _is_address)
FILE = text("a file that can be read", "FILE", lambda path: path == "" or _readable(path))
SWITCH = SettingType("", "true or false", lambda word: _WORDS[word.lower()], _is_bool, bool)
HOSTS = SettingType(
    "HOST,HOST",
    "hosts such as play.example.org or localhost:8000, without https://",
    _split,
    _all_hosts,
    lambda hosts: tuple(host.lower() for host in hosts),
)
URLS = SettingType(
    "URL,URL",
    "urls of NATS servers such as nats://127.0.0.1:4222",
    _split,
    _all_urls,
    tuple,
)
BOTS = SettingType(
    "SPEC,SPEC",
    f"bots such as 3,full,./mybot.py, or yes for {','.join(HOUSE_BOTS)}",
    _split_bots,
    _all_bots,
    tuple,
)
SECONDS = number(0, DAY)
PERIOD = number(0.1, DAY)  # where 0 would mean without a pause, or never in time
RATE = number(0.1, _MOST, "RATE")
