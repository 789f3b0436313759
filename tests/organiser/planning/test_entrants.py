"""Bots as a tournament's command line names them."""

from pathlib import Path

import pytest

from games import Mistake, game_named
from organiser.event import Event, sections_for
from organiser.planning.entrants import clock_for, read_entrant, read_entrants, thinking_times
from organiser.planning.plans import check_seeds, fair_concurrency
from organiser.report import render
from organiser.verdicts import verdict_on
from protocol.parts import Terms
from protocol.tournaments import Format, Plan


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("search:level=3", "search-3"),
        ("search", "search-10"),
        ("dropper", "dropper"),
        ("dropper:depth=4", "dropper-4"),
        ("weak=search:level=1", "weak"),
        ("gomocup:/bin/cat --fast", "cat"),
        ("theirs=gomocup:/bin/cat", "theirs"),
        ("lines:python3 engine.py", "python3"),
        ("search,seconds=0.5", "search-10-0.5s"),
        ("gomocup:/bin/cat --fast,seconds=5", "cat-5s"),
    ],
)
def test_each_has_a_name(text: str, name: str) -> None:
    """Its own, or one made of what it is."""
    assert read_entrant(text).name == name


def test_names_are_made_different() -> None:
    """Two of a kind may meet."""
    found = read_entrants(["search:level=3", "search:level=3", "chance"])
    assert [each.name for each in found] == ["search-3", "search-3-2", "chance"]


def test_a_file_is_named_by_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a run can be resumed from elsewhere."""
    (tmp_path / "mine.py").write_text("def choose(position, budget): return 0\n")
    monkeypatch.chdir(tmp_path)
    entrant = read_entrant("./mine.py")
    assert (entrant.name, entrant.text) == ("mine", str(tmp_path / "mine.py"))
    again = read_entrant(f"{entrant.name}={entrant.text}")
    assert again.name == entrant.name
    assert again.words(1, [])[0] == str(tmp_path / "mine.py")


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["a=chance", "a=chance"], "two bots are called a"),
        (["serch"], "did you mean search"),
        (["search:level=11"], "the level must be 1 to 10"),
        (["./nobody.py"], "there is no file"),
        (["gomocup:"], "command"),
        (["gomocup:./nobody"], "there is no program"),
        ([f"{'x' * 21}=chance"], "too long"),
        (["chance,seconds=soon"], "seconds must be a number above 0 .* not 'soon'"),
        (["chance,seconds=0"], "as in chance,seconds=0.5, not '0'"),
        (["lines:/bin/cat,seconds="], "as in lines:/bin/cat,seconds=0.5, not ''"),
        (["chance,seconds=nan"], "not 'nan'"),
    ],
)
def test_what_is_wrong_is_told(texts: list[str], told: str) -> None:
    """With what would be right."""
    with pytest.raises(Mistake, match=told):
        read_entrants(texts)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("search,seconds=0.5", "search"),
        ("search:seconds=0.5", "search"),
        ("search:seconds=0.5,level=3", "search:level=3"),
        ("search:level=3,seconds=0.5,workers=2", "search:level=3,workers=2"),
        ("dropper;seconds=0.5", "dropper"),
        ("lines:/bin/cat -u,seconds=0.5", "lines:/bin/cat -u"),
        ("gomocup:/bin/cat;seconds=0.5", "gomocup:/bin/cat"),
    ],
)
def test_any_bot_may_have_seconds_of_its_own(text: str, rest: str) -> None:
    """It is told of them, and they outlast the run."""
    entrant = read_entrant(text)
    assert (entrant.text, entrant.seconds) == (rest, 0.5)
    words = entrant.words(1, [])
    assert words[words.index("--seconds") + 1] == "0.5"
    assert read_entrant(entrant.given) == entrant
    assert thinking_times([entrant.given, "b=chance"]) == {entrant.name: 0.5}


def test_the_clock_suits_the_slowest() -> None:
    """And nobody else takes all of it."""
    slow_and_fast = read_entrants(["a=chance,seconds=5", "b=chance", "c=chance,seconds=0.1"])
    clock, entrants = clock_for("", slow_and_fast)
    assert clock.per_move == 9
    assert [each.seconds for each in entrants] == [5, 0.2, 0.1]
    clock, entrants = clock_for("5+3", slow_and_fast)
    assert (clock.seconds, entrants) == (300, slow_and_fast)
    with pytest.raises(Mistake, match="a is to think for 5 s, which --clock 2s/move does not"):
        clock_for("2s/move", slow_and_fast)
    clock, entrants = clock_for("", read_entrants(["a=chance"]))
    assert (clock.per_move, entrants[0].seconds) == (0.2, None)


@pytest.mark.parametrize("text", ["./engine", "./engine --fast", "cat"])
def test_an_engine_is_told_what_to_be_named_by(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its protocol; and how to let it run, where it cannot."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "engine").write_text("#!/bin/sh\n")
    with pytest.raises(Mistake, match=f"say what it speaks, as lines:{text} or gomocup:{text}"):
        read_entrant(text)
    with pytest.raises(Mistake, match=r"chmod [+]x [.]/engine"):
        read_entrant("lines:./engine")


def test_they_say_what_they_play() -> None:
    """A classic only its games, a Gomocup engine five in a row."""
    connect4, gomoku = game_named("connect4"), game_named("gomoku")
    assert read_entrant("dropper").plays(connect4)
    assert not read_entrant("dropper").plays(gomoku)
    assert read_entrant("gomocup:cat").plays(gomoku)
    assert not read_entrant("gomocup:cat").plays(connect4)
    assert read_entrant("search").plays(connect4)


def test_who_does_not_play_a_game_is_named_with_the_reason() -> None:
    """For the terminal, the verdict and its report; and where too few are left."""
    plans = [Plan("Cup", Format.ROUND_ROBIN, Terms(game)) for game in ("connect4", "gomoku")]
    first, second = sections_for(plans, read_entrants(["chance", "dropper", "search"]), 2)
    assert (first.names, first.left_out) == (("chance", "dropper", "search-10"), ())
    assert second.names == second.plan.seeds == ("chance", "search-10")
    assert second.left_out == ("dropper does not play gomoku: it plays connect4",)
    verdict = verdict_on(Event(Path(), (), (second,)), second)
    assert verdict.warnings == second.left_out
    assert second.left_out[0] in render([verdict])
    with pytest.raises(Mistake, match="dropper does not play gomoku"):
        sections_for(plans, read_entrants(["chance", "dropper"]), 2)


@pytest.mark.parametrize(
    ("given", "seeds"),
    [((), "abc"), (("c",), "cab"), (("C", "a"), "Cab"), (("b", "x"), "bxac")],
)
def test_the_seeds_of_all_our_bots_stand_in_the_plan(given: tuple[str, ...], seeds: str) -> None:
    """Also of those who are not named as seeds: none depends on who comes first."""
    plan = Plan("Cup", Format.KNOCKOUT, Terms("tictactoe"), seeds=given)
    [section] = sections_for([plan], read_entrants(f"{name}=chance" for name in "abc"), 2)
    assert "".join(section.plan.seeds) == seeds


@pytest.mark.parametrize(
    ("seeds", "told"),
    [(("a", "x"), "nobody here is called 'x': --seeds takes names of a, b"),
     (("a", "A"), "A is seeded twice")],
)  # fmt: skip
def test_seeds_who_cannot_be_are_told(seeds: tuple[str, ...], told: str) -> None:
    """Before anything is started; where others can enter too, they can be seeded."""
    both = read_entrants(["a=chance", "b=chance"])
    check_seeds(("b", "A"), both, others=False)
    check_seeds(("x",), both, others=True)
    with pytest.raises(Mistake, match=told):
        check_seeds(seeds, both, others=False)


def test_workers_never_outnumber_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """By default: the bots' workers are counted for each game at once."""
    monkeypatch.setattr("organiser.planning.plans.usable_cores", lambda: 8)
    assert fair_concurrency(read_entrants(["search", "chance"])) == 8
    assert fair_concurrency(read_entrants(["search:workers=2", "chance"])) == 4
    assert fair_concurrency(read_entrants(["search:workers=16", "chance"])) == 1


def test_a_search_gets_its_share_for_each_game() -> None:
    """Workers and memory are for all games at once."""
    words = read_entrant("search:workers=2,level=7").words(3, ["qubic"])
    assert words[words.index("--workers") + 1] == "6"
    assert words[words.index("--hash") + 1] == "192"
    assert words[words.index("--level") + 1] == "7"
    assert words[words.index("--game") + 1] == "qubic"
