"""The report as text: whole, safe whatever anybody is called, and small."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from games import game_named
from games.record import MoveEvaluation
from organiser.report import render
from organiser.report.markup import embedded, tag
from organiser.report.replays import pack_cells, pack_evaluation, pack_times
from tests.tournament.verdict.verdicts import PLAYERS, SIX_GAMES, nothing, verdict, won_on_board
from tournament.statistics.interval import Interval

EVIL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><!--",
    "a\u202eb\x00\ud800",
)
VOID = {"meta", "link", "input", "br"}


class Reader(HTMLParser):
    """Everything that is in a page, and whether it is closed in the order it was opened."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def named(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]


def games_in(page: str) -> list[dict[str, list[object]]]:
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    tournaments: list[dict[str, list[object]]] = json.loads(found[1])
    return tournaments


@pytest.fixture(scope="module")
def whole() -> str:
    return render([verdict(name) for name in SIX_GAMES])


def test_every_element_is_closed(whole: str) -> None:
    """What is opened is closed, in order."""
    assert Reader(whole).open == []


def test_a_report_needs_no_network(whole: str) -> None:
    """Nothing is linked to but places within the page, and nothing else is allowed."""
    page = Reader(whole)
    links = [
        value for _, each in page.tags for key, value in each.items() if key in ("href", "src")
    ]
    assert all(link and link.startswith(("#", "data:")) for link in links)
    assert "http" not in whole.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    assert "default-src 'none'" in whole


@pytest.mark.parametrize("name", SIX_GAMES)
def test_every_game_has_all_its_sections(name: str) -> None:
    """Each of the six is told in full."""
    text = " ".join(Reader(render([verdict(name)])).words)
    for title in ("Standings", "Crosstable", "Duels", "Progress", "Sides", "Openings", "Timing"):
        assert f" {title} " in text
    assert "Elo of this tournament alone" in text
    assert "try a longer clock" in text


def test_tables_have_captions_and_scopes(whole: str) -> None:
    """Whoever hears a table is told what it is and what its cells belong to."""
    page = Reader(whole)
    assert len(page.named("caption")) == len(page.named("table"))
    assert all(each.get("scope") in ("row", "col") for each in page.named("th"))


def test_every_identity_is_unique(whole: str) -> None:
    """No two elements share an id."""
    found = [each["id"] for _, each in Reader(whole).tags if "id" in each]
    assert len(found) == len(set(found))


@pytest.mark.parametrize("evil", EVIL)
def test_names_and_reasons_stay_text(evil: str) -> None:
    """Whatever a player is called, or a server says, adds no element to the page."""
    players = (evil, *PLAYERS[1:])
    honest, told = verdict("tictactoe"), verdict("tictactoe", players)
    told = replace(
        told,
        title=evil,
        format=evil,
        clock=evil,
        elo_of=evil,
        tie_breaks=(evil, "wins"),
        sentences=(evil,),
        warnings=(evil,),
        results=tuple(each._replace(reason=evil) for each in told.results),
    )
    page = render([told])
    page.encode()
    tags = [name for name, _ in Reader(page).tags]
    assert tags == [name for name, _ in Reader(render([honest])).tags]
    assert len(games_in(page)[0]["games"]) == len(told.results)


def test_embedded_data_cannot_leave_its_script() -> None:
    """No bracket that would end the element is left, and the data are the same."""
    data = ["</script>", "<!--", "&amp;"]
    assert not set("<>&") & set(embedded(data))
    assert json.loads(embedded(data)) == data


def test_attributes_are_escaped() -> None:
    """A quote does not end the attribute it is in."""
    assert tag("p", title='"<') == '<p title="&quot;&lt;"></p>'


@pytest.mark.parametrize(
    ("thought", "packed"),
    [
        (None, ""),
        (MoveEvaluation(-37, 8), "-11'8"),
        (MoveEvaluation(-31967, 40, "loss"), "L'14"),
        (MoveEvaluation(0.531), "0.53"),
        (MoveEvaluation(1234.5), "ya"),
        (MoveEvaluation(None, 3), "'3"),
    ],
)
def test_what_was_thought_is_packed(thought: MoveEvaluation | None, packed: str) -> None:
    """As briefly as it can be told."""
    assert pack_evaluation(thought) == packed


def test_many_games_stay_small() -> None:
    """2,500 games of gomoku, which are the longest, take less than 3 MB."""
    one = verdict("gomoku", rounds=2)
    results = one.results * (2500 // len(one.results))
    games = tuple(
        each._replace(
            fixture=each.fixture._replace(number=at), moves=each.moves[:90], ending="time"
        )
        for at, each in enumerate(results, 1)
    )
    page = render([replace(one, results=games)])
    assert len(games) == 2500
    assert len(page.encode()) < 3_000_000


@pytest.mark.parametrize("players", [(), ("alone",), ("ann", "bob")])
def test_a_tournament_without_games_is_told_too(players: tuple[str, ...]) -> None:
    """Nobody, one player, and two who have not met: no figure is made up."""
    page = render([replace(nothing(players), finished=False, first_move=None)])
    assert "not finished" in page
    assert Reader(page).open == []


def test_without_an_elo_there_is_a_dash() -> None:
    """Too little to say is said so."""
    told = verdict("qubic")
    told = replace(
        told,
        first_move=None,
        standings=tuple(replace(line, elo=None) for line in told.standings),
        duels=tuple(replace(duel, elo=None, normalised=None) for duel in told.duels),
    )
    assert "too few games to say" in render([told])


def test_an_elo_without_bounds_is_told() -> None:
    """Who won every game may be stronger by any amount."""
    told = verdict("qubic")
    endless = Interval(400.0, 100.0, float("inf"))
    lines = tuple(replace(line, elo=endless) for line in told.standings)
    assert "+100 or more" in render([replace(told, standings=lines)])


def test_games_of_different_titles_are_told_apart() -> None:
    """Each section has its tournament's title where they do not share one."""
    page = render([verdict("qubic", title="Spring"), verdict("gomoku", title="Autumn")])
    assert "Spring: qubic" in page
    assert "<h1>Report of 2 tournaments</h1>" in page


def test_a_replay_knows_the_winning_cells() -> None:
    """They are those of the game's outcome, packed like moves."""
    told = verdict("connect4")
    result = won_on_board(told.results)
    packed = games_in(render([told]))[0]["games"][told.results.index(result)]
    assert isinstance(packed, list)
    position = game_named("connect4").start()
    for cell in result.moves:
        position = position.play(cell)
    assert position.outcome
    assert packed[7] == pack_cells(result.moves)
    assert packed[9] == pack_cells(sorted(position.outcome.cells))


def test_cells_and_times_are_packed_to_the_base_36() -> None:
    """As the page's script takes them apart."""
    assert pack_cells([0, 35, 36, 624]) == "000z10hc"
    assert pack_times([0, 0.0354, 1.0]) == "0 z rs"
