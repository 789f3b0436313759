"""How games were played, out of what is known of each."""

from tournament.results import Result, ScheduledGame
from tournament.verdict.conditions import conditions, conditions_by_player


def result(number: int, players: tuple[str, str], **facts: str) -> Result:
    place = ScheduledGame(number, 1, players, number)
    return Result(place, 0, "line", facts=tuple(facts.items()))


def test_each_condition_has_all_that_was_the_case() -> None:
    """Once each, soonest first; those of a player whichever side that had."""
    results = [
        result(1, ("ann", "bob"), Date="2026-11-19", FirstBot="chance", SecondVersion="2"),
        result(2, ("bob", "ann"), Date="2026-11-20", FirstVersion="2", SecondBot="chance"),
        result(3, ("bob", "ann"), Date="2026-11-19", FirstVersion="3"),
        result(4, ("ann", "cy")),
    ]
    assert conditions(results) == {"Date": ("2026-11-19", "2026-11-20")}
    assert conditions_by_player(results) == {
        "ann": {"Bot": ("chance",)},
        "bob": {"Version": ("2", "3")},
    }
