"""What was stored before texts and lists had bounds can still be read."""

from msgspec.structs import replace

from protocol.events import Ended, Played, Started
from protocol.parts import Analysis, Ending, Player, Terms
from protocol.tournaments import Format, Plan
from server.matches.rows import decode_event, encode_part
from server.tournaments.events import Announced, pack_event, unpack_event

ANN = Player("ann")
BOUNDLESS = Analysis(line=tuple(range(5400)))


def test_a_thought_without_bounds_is_left_out() -> None:
    """The move stands all the same."""
    played = Played("m", 3, 2, 4, 1.0, 0.0, 1.0, (None, None), 1, BOUNDLESS)
    assert decode_event(encode_part(played)) == replace(played, analysis=None)


def test_a_reason_of_many_lines_becomes_one() -> None:
    """Whatever a bot told of its failure, records and tables can hold it."""
    ended = Ended("m", 4, 1, Ending.FAILED, 5.0, reason="Traceback:\n\x1b[1mno\x00move")
    assert decode_event(encode_part(ended)) == replace(ended, reason="Traceback: [1mno move")


def test_what_is_within_its_bounds_is_as_it_was() -> None:
    """Event by event."""
    for event in (
        Started("m", 0, Terms("connect4", opening=(38, 31)), (6, 7), (ANN, Player("bob")), 1.0),
        Played("m", 1, 2, 4, 1.0, 0.0, 1.0, (None, 3.0), 1, Analysis(0.5, line=(4, 5))),
        Ended("m", 2, None, Ending.FULL, 5.0, reason="the end"),
    ):
        assert decode_event(encode_part(event)) == event


def test_the_title_of_a_tournament_is_cleaned() -> None:
    """It could turn the direction of the text around it."""
    plan = Plan("a \u202ecup", Format.SWISS, Terms("connect4"))
    kept = Announced(1.0, "t", plan, ANN)
    assert unpack_event(pack_event(kept)) == replace(kept, plan=replace(plan, title="a cup"))
