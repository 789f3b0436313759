"""What one must know before one believes the figures."""

from tournament.verdict.cautions import cautions, overruns
from tournament.verdict.verdict import ClockUse, Opening, StandingsLine


def line(player: str, faults: dict[str, int]) -> StandingsLine:
    return StandingsLine(1, player, 0.0, 9, 0, 0, 9, (), None, faults)


def opening(number: int, first: int, draws: int, second: int) -> Opening:
    return Opening(number, "h8", first, draws, second)


def test_a_clean_tournament_needs_no_caution() -> None:
    """Nor does one without games."""
    assert cautions(10, 0, 0, [line("Ada", {})], [opening(1, 3, 2, 5)]) == ()
    assert cautions(0, 0, 0, [], []) == ()


def test_games_that_repeat_others_are_counted_with_what_would_help() -> None:
    """Openings would, or more of them."""
    (told,) = cautions(100, 37, 0, [], [])
    assert told == (
        "37 of 100 games repeat an earlier one move by move, or its mirror image, as bots do that "
        "leave nothing to chance: all figures are less certain than they look. What would help: "
        "openings, or bots that vary their moves."
    )
    (told,) = cautions(100, 37, 0, [], [opening(1, 30, 30, 40)])
    assert "What would help: more openings" in told


def test_a_game_that_happens_to_repeat_another_blames_nobody() -> None:
    """In a small game that is bound to happen."""
    expected = ("1 of 100 games repeats an earlier one move by move, or its mirror image.",)
    assert cautions(100, 1, 0, [], []) == expected


def test_games_that_were_not_played_are_told_of() -> None:
    """They have points but no Elo."""
    assert cautions(9, 0, 1, [], []) == (
        "1 game was not played because somebody did not come: that counts for points, but not for "
        "Elo.",
    )
    assert cautions(9, 0, 2, [], [])[0].startswith("2 games were not played")


def test_games_lost_beside_the_board_are_told_of() -> None:
    """By whom and how."""
    lines = [line("Ada", {}), line("Bob", {"time": 3, "failed": 1}), line("Cy", {"absent": 1})]
    assert cautions(9, 0, 0, lines, []) == (
        "Bob lost 4 games beside the board: 3 on time, 1 by failing. A longer clock would help.",
        "Cy lost 1 game beside the board: 1 by not coming.",
    )


def test_an_opening_that_decides_the_game_is_named() -> None:
    """If that is more than luck."""
    fair = [opening(number, 5, 2, 5) for number in (1, 2, 3)]
    assert cautions(60, 0, 0, [], [*fair, opening(4, 12, 0, 0)]) == (
        "From opening 4 the same side won every game: pairs of games from there say little.",
    )
    (told,) = cautions(60, 0, 0, [], [*fair, opening(4, 12, 0, 0), opening(5, 0, 0, 12)])
    assert told.startswith("From openings 4 and 5 the same side won every game")
    assert not cautions(60, 0, 0, [], [*fair, opening(4, 3, 0, 0)])
    assert not cautions(60, 0, 0, [], [*fair, opening(4, 11, 1, 0)])


def test_an_opening_that_was_not_played_is_not_lopsided() -> None:
    """There may be more openings than games."""
    assert cautions(0, 0, 0, [], [opening(1, 0, 0, 0)]) == ()


def test_who_takes_longer_than_its_seconds_is_told_of() -> None:
    """But not for being a little late; and nobody who has none of its own."""
    paces = [
        ClockUse(name, 10, mean, 2.0, 0.0, 0.0)
        for name, mean in (("Ada", 0.9), ("Bob", 0.55), ("Cy", 3.0))
    ]
    (told,) = overruns(paces, {"Ada": 0.3, "Bob": 0.5})
    assert told.startswith("Ada took 0.9 s for a move on the average, and was to think for 0.3 s")
