"""From what was asked for to an event: plans, openings and how many games at once."""

import argparse
import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bot.cores import usable_cores
from client.console import as_text, read
from games import Cell, Game, Mistake, game_named
from games.record import Record
from organiser.event import Event, format_of, sections_for
from organiser.planning.balanced_openings import fair_openings
from organiser.planning.entrants import Entrant, clock_for, read_entrants
from protocol.parts import Terms, TimeControl
from protocol.texts import clean
from protocol.tournaments import Format, Plan, Sprt
from tournament.formats.openings import choose_openings, default_plies, read_openings

FOLDER = "inarow-tournament"
MOST_OPENINGS = 100  # that are made; longer events go through them again
NONE, RANDOM = "none", "random"
OnOpening = Callable[[Game, int, int], None]  # the game, how many there are, and are to be


def planned(args: argparse.Namespace, options: dict[str, Any], progress: OnOpening) -> Event:
    """The event that was asked for. Raises Mistake, which says what would be right."""
    clock, entrants = clock_for(options["clock"], read_entrants(options["bot"]))
    if clock == TimeControl():
        raise Mistake("a tournament needs a clock: one who never moves would hold it up for ever")
    least = 1 if options["wait_for"] else 2
    if len(entrants) + options["wait_for"] < 2:
        raise Mistake("a tournament needs two players: name bots with --bot, or --wait-for others")
    _check_numbers(options)
    check_seeds(options["seeds"], entrants, others=bool(options["wait_for"]))
    concurrency = options["concurrency"] or fair_concurrency(entrants)
    games = [game_named(name) for name in options["game"] or ("connect4",)]
    if len({game.name for game in games}) < len(games):
        raise Mistake("a game is named twice: each has one tournament")
    record = _record_file(args.record, games)
    terms = [_terms(options, game, clock) for game in games]
    plans = [_plan(options, each, concurrency, bool(entrants)) for each in terms]
    sections = sections_for(plans, entrants, least if entrants else 0)
    made = [_with_openings(each, options, progress) for each in plans]
    sections = sections_for(made, entrants, 0)
    return Event(
        Path(args.out).absolute() if args.out else _new_folder(),
        tuple(each.given for each in entrants),
        sections,
        args.server,
        args.name or _name(args),
        concurrency,
        options["wait_for"],
        options["solve"],
        options["seed"] if options["openings"] in ("", RANDOM) else None,
        record,
        os.getcwd(),
    )


def _record_file(given: str | None, games: Sequence[Game]) -> str:
    """Its whole path: a run may be resumed from elsewhere. Raises Mistake if it cannot be."""
    if not given:
        return ""
    for game in games:
        format_of(given).write(Record(game.start()))  # raises it where there is no place for one
    try:
        with Path(given).open("a"):
            return os.path.abspath(given)
    except OSError as error:
        raise Mistake(f"games cannot be added to {given}: {error.strerror}") from error


def _name(args: argparse.Namespace) -> str:
    """Of a guest who gave none; an account has its own."""
    if not args.server:
        return "organiser"
    return "" if args.token else f"organiser-{secrets.token_hex(3)}"


def fair_concurrency(entrants: list[Entrant]) -> int:
    """Games at once for which the cores have room: one side of each thinks at a time."""
    workers = max((entrant.workers for entrant in entrants), default=1)
    return max(1, usable_cores() // workers)


def _check_numbers(options: dict[str, Any]) -> None:
    for name in ("rounds", "best_of", "challengers"):
        if options[name] < 1:
            raise Mistake(f"--{name.replace('_', '-')} must be at least 1, not {options[name]}")
    for name in (
        "concurrency",
        "wait_for",
        "move_limit",
        "agreement",
        "opening_plies",
        "solve",
        "extra_pairs",
    ):
        if options[name] < 0:
            raise Mistake(f"--{name.replace('_', '-')} must not be negative, as {options[name]} is")


def check_seeds(seeds: Sequence[str], entrants: Sequence[Entrant], others: bool) -> None:
    """Raise Mistake for one who is seeded twice or, unless others can enter, is none of ours."""
    ours, seen = {entrant.name.casefold() for entrant in entrants}, set[str]()
    for seed in seeds:
        if seed.casefold() in seen:
            raise Mistake(f"{seed} is seeded twice: name each once with --seeds")
        if seed.casefold() not in ours and not others:
            names = ", ".join(entrant.name for entrant in entrants)
            raise Mistake(f"nobody here is called {seed!r}: --seeds takes names of {names}")
        seen.add(seed.casefold())


def _terms(options: dict[str, Any], game: Game, clock: TimeControl) -> Terms:
    limit, agreement = options["move_limit"] or None, options["agreement"]
    return Terms(game.name, clock, move_limit=limit, agreement=agreement)


def _plan(options: dict[str, Any], terms: Terms, concurrency: int, attended: bool) -> Plan:
    format = Format(options["format"])
    test = Sprt(
        options["elo0"], options["elo1"], options["alpha"], options["beta"],
        options["model"] == "normalised",
    )  # fmt: skip
    return Plan(
        clean(options["title"]) or format.capitalize(),
        format,
        terms,
        options["rounds"],
        at_once=concurrency,
        best_of=options["best_of"],
        extra_pairs=options["extra_pairs"],
        seeds=tuple(options["seeds"]),
        third_place=options["third_place"],
        challengers=options["challengers"],
        singles=options["singles"],
        seconds=60 * options["minutes"] if format is Format.ARENA else None,
        sprt=test if format is Format.SPRT else None,
        attended=attended,
        ready_seconds=options["ready_seconds"],
        open_analysis=options["open_analysis"],
    )


def _with_openings(plan: Plan, options: dict[str, Any], progress: OnOpening) -> Plan:
    from msgspec.structs import replace

    return replace(plan, openings=tuple(_openings(plan, options, progress)))


def _openings(plan: Plan, options: dict[str, Any], progress: OnOpening) -> list[tuple[Cell, ...]]:
    game, source = game_named(plan.terms.game), options["openings"]
    if source == NONE:
        return []
    many, plies = min(plan.rounds, MOST_OPENINGS), options["opening_plies"] or None
    if source == RANDOM:
        usual = plies or default_plies(game)
        return choose_openings(game, many, usual, options["seed"], lambda position: True)
    if source:
        return read_openings(game, as_text(read(source), source))
    found = fair_openings(
        game,
        many,
        options["seed"],
        plies,
        lambda number: progress(game, number, many),
    )
    if not found:
        raise Mistake(f"no balanced opening was found for {game.name}: use --openings random")
    return found


def _new_folder() -> Path:
    number = 1
    while (folder := Path(f"{FOLDER}-{number}").absolute()).exists():
        number += 1
    return folder
