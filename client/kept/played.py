"""Every game that was played to its end on this machine, in a file of the person's own."""

from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_path

from client.kept.own_file import OwnFile
from client.kept.records import record_of
from client.model.match_view import MatchView
from games.errors import BadRecord, Mistake
from games.formats import FORMATS
from games.record import Record
from protocol.texts import clean

SEATS = ("first", "second")
_FORM = FORMATS["json"]


class KeptGames(NamedTuple):
    """The games in the order in which they were kept, and what is wrong with the file."""

    records: tuple[Record, ...]
    note: str = ""


def played_file() -> Path:
    return user_data_path("inarow", appauthor=False) / "played.jsonl"


def played_games() -> KeptGames:
    """All of them; lines that cannot be read are told of, and left where they are."""
    path, found, bad = played_file(), list[Record](), list[str]()
    for number, line in enumerate(_lines(path), 1):
        try:
            found += _FORM.read(line)
        except BadRecord:
            bad.append(str(number))
    note = f"{path} has lines that are no games: {', '.join(bad)}" if bad else ""
    return KeptGames(tuple(found), note)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Mistake(f"cannot read {path}: {error.strerror}") from error


def keep_ended(before: MatchView | None, view: MatchView, server: str) -> str:
    """Keep a match of ours that has ended since *before*; what to tell if that cannot be done."""
    known = before is not None and before.match == view.match and before.ended is not None
    if view.ended is None or known or view.side is None or not view.played:
        return ""
    record = record_of(view)
    told = {"Server": clean(server), "Seat": "" if view.shared else SEATS[view.side]}
    return keep_game(record, {name: text for name, text in told.items() if text})


def keep_game(record: Record, tags: dict[str, str]) -> str:
    """Keep a game with these tags added, but for a match that is kept already."""
    tags = {**record.tags, **tags}
    line = _FORM.write(
        Record(
            record.position, record.players, record.result, record.ending, record.times_ms, tags,
            record.evaluations,
        )
    )  # fmt: skip
    path = played_file()
    try:
        file = OwnFile.hold(path, wait=True)
        assert file is not None, "we have waited for it"
        try:
            if f'"Match":"{tags.get("Match")}"' not in file.read().decode(errors="replace"):
                file.append(line.encode())
        finally:
            file.close()
    except OSError as error:
        return f"This game cannot be kept in {path}: {error.strerror or error}."
    return ""
