"""An event: one tournament for each game, and what is kept of it in its folder."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from bot.version import installed_version
from games import Mistake, game_named
from games.formats import FORMATS, RecordFormat
from organiser.hardware import hardware
from organiser.planning.entrants import Entrant, read_entrants
from organiser.records import Facts, read_result, record_of
from protocol.clocks import write_clock
from protocol.replies import TournamentShown
from protocol.texts import clean
from protocol.tournaments import Plan, Stage
from tournament.results import Result

FILE, GAMES, DATABASE, ORGANISER = "event.json", "games.jsonl", "server.db", "organiser.session"
# Of what bots and a server of our own say on stderr, and of the lines spoken with engines.
LOGS, SERVER_LOG, ENGINES = "logs", "server.log", "engines"


@dataclass(frozen=True)
class Section:
    """The tournament of one game."""

    plan: Plan
    names: tuple[str, ...]  # of our bots that take part
    tournament: str = ""  # its id on the server; empty until it is opened
    left_out: tuple[str, ...] = ()  # why others of our bots do not, a sentence for each
    # What the server has recorded, as far as we have heard of it.
    seeds: tuple[str, ...] = ()  # empty until it has begun
    gone: tuple[str, ...] = ()
    finished: bool = False

    @property
    def game(self) -> str:
        return self.plan.terms.game

    def noted(self, shown: TournamentShown) -> "Section":
        """As the server shows it to be."""
        summary = shown.tournament
        here = {player.name for player in summary.players}
        return replace(
            self,
            plan=shown.plan,
            seeds=() if summary.stage is Stage.OPEN else shown.seeds,
            gone=tuple(name for name in shown.seeds if name not in here),
            finished=summary.stage is Stage.FINISHED,
        )


@dataclass(frozen=True)
class Event:
    """What was asked for, and how far it is."""

    folder: Path
    bots: tuple[str, ...]  # as they were given, each with its name
    sections: tuple[Section, ...]
    server: str = ""  # its URL; empty: one of our own
    name: str = "organiser"
    concurrency: int = 1
    wait_for: int = 0  # players in all, before each tournament starts
    solve_seconds: float = 0.0  # for a look at whether a position is solved; 0: none
    seed: int | None = None  # of the openings; None: they were not made by us
    record: str = ""  # a file to which each game is added, too
    place: str = ""  # the folder in which it was begun, from where engines find their files
    versions: dict[str, str] = field(default_factory=dict)  # by engine, what it says it is
    results: dict[str, dict[int, Result]] = field(default_factory=dict)  # by game and number

    def entrants(self) -> list[Entrant]:
        return read_entrants(self.bots)

    def opened(self, section: Section, tournament: str) -> "Event":
        """With the id of a tournament, which is kept at once."""
        return self._with(replace(section, tournament=tournament))

    def noted(self, game: str, shown: TournamentShown) -> "Event":
        """With what the server tells of a tournament, which is kept where it is new."""
        old = next(each for each in self.sections if each.game == game)
        new = old.noted(shown)
        return self if new == old else self._with(new)

    def _with(self, section: Section) -> "Event":
        sections = tuple(section if each.game == section.game else each for each in self.sections)
        event = replace(self, sections=sections)
        event.keep()
        return event

    def keep(self) -> None:
        """Write down what a later run needs; whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = {
            "bots": self.bots,
            "server": self.server,
            "name": self.name,
            "concurrency": self.concurrency,
            "wait_for": self.wait_for,
            "solve_seconds": self.solve_seconds,
            "seed": self.seed,
            "record": self.record,
            "place": self.place,
            "versions": self.versions,
            "sections": [
                {**vars(each), "plan": msgspec.to_builtins(each.plan)} for each in self.sections
            ],
        }  # fmt: skip
        new = self.folder / f"{FILE}.new"
        new.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        new.replace(self.folder / FILE)

    def add(self, section: Section, result: Result) -> None:
        """A game is over: it is kept as a record."""
        self.results.setdefault(section.game, {})[result.fixture.number] = result
        record = record_of(section.plan.title, section.game, result)
        _append(self.folder / GAMES, record.to_json() + "\n")
        if self.record:
            _append(Path(self.record), format_of(self.record).write(record))

    def facts(self, section: Section, players: Sequence[str], at: float) -> Facts:
        """How a game of ours is played that has begun at this time, as its record tells it."""
        began = datetime.fromtimestamp(at, UTC)
        given = {name: text for name, _, text in (each.partition("=") for each in self.bots)}
        first, second = players
        known = {
            "Date": f"{began:%Y-%m-%d}",
            "UTCTime": f"{began:%H:%M:%S}",
            "Clock": write_clock(section.plan.terms.clock),
            "Seed": "" if self.seed is None else str(self.seed),
            "Machine": hardware(),
            "Software": f"inarow {installed_version()}",
            "FirstBot": given.get(first, ""),
            "SecondBot": given.get(second, ""),
            "FirstVersion": self.versions.get(first, ""),
            "SecondVersion": self.versions.get(second, ""),
        }
        return {name: clean(text) for name, text in known.items()}

    def arrange(self, section: Section, numbers: Sequence[int]) -> None:
        """Have the results in the order of the server: in an arena the points depend on it."""
        known = self.results.setdefault(section.game, {})
        ordered = {number: known[number] for number in numbers}
        known.clear()
        known |= ordered

    def results_of(self, section: Section) -> list[Result]:
        return list(self.results.get(section.game, {}).values())


def format_of(file: str) -> RecordFormat:
    """The format of a file that games are to be added to, by its name. Raises Mistake."""
    named = {f".{name}": form for name, form in FORMATS.items() if form.many} | {
        ".jsonl": FORMATS["json"]
    }
    suffix = Path(file).suffix
    if suffix not in named:
        raise Mistake(
            f"games cannot be added to {file!r}: its name must end with {', '.join(named)}"
        )
    return named[suffix]


def _append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def load_event(folder: Path) -> Event:
    """The event that was begun in a folder. Raises Mistake, which says what is wrong with it."""
    try:
        kept = json.loads((folder / FILE).read_text(encoding="utf-8"))
        for each in kept["sections"]:  # a title could once hold anything
            each["plan"]["title"] = clean(each["plan"]["title"])
        sections = msgspec.convert(kept.pop("sections"), tuple[Section, ...])
        bots = tuple(kept.pop("bots"))
        event = Event(folder, bots, sections, **kept)
    except FileNotFoundError:
        raise Mistake(f"no tournament was begun in {folder}: there is no {FILE}") from None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise Mistake(f"{folder / FILE} cannot be used: {error}") from error
    for section, result in _kept_results(event):
        event.results.setdefault(section.game, {})[result.fixture.number] = result
    return event


def _kept_results(event: Event) -> list[tuple[Section, Result]]:
    from games.record import Record

    path = event.folder / GAMES
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]  # a killed run may leave half a line
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    sections = {section.game: section for section in event.sections}
    records = (Record.from_json(line) for line in whole.split("\n") if line)
    return [
        (sections[record.position.game.name], read_result(record))
        for record in records
        if record.position.game.name in sections
    ]


def sections_for(
    plans: Sequence[Plan], entrants: Sequence[Entrant], at_least: int
) -> tuple[Section, ...]:
    """Who plays what. Raises Mistake where a game has too few players."""
    found = []
    for plan in plans:
        game = game_named(plan.terms.game)
        lacks = {each.name: each.lack(game) for each in entrants}
        names = tuple(name for name, lack in lacks.items() if not lack)
        if len(names) < at_least:
            raise Mistake(
                f"{len(names)} of these bots play {game.name}, and {at_least} are needed: "
                f"name more with --bot; {'; '.join(filter(None, lacks.values()))}"
            )
        left_out = tuple(lack for lack in lacks.values() if lack)
        found.append(Section(_seeded(plan, names), names, left_out=left_out))
    return tuple(found)


def _seeded(plan: Plan, names: Sequence[str]) -> Plan:
    """With the seeds that were given first, and then our other bots as they were named."""
    given = {seed.casefold() for seed in plan.seeds}
    others = (name for name in names if name.casefold() not in given)
    return msgspec.structs.replace(plan, seeds=(*plan.seeds, *others))
