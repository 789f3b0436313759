"""A tournament without a server: what it refuses, and how it is folded from what is kept."""

import pytest
from msgspec.structs import replace

from protocol.parts import Fault, Player, Terms, TimeControl
from protocol.tournaments import Format, Order, Plan, Stage
from server.refusal import Refusal
from server.tournaments.events import (
    Announced,
    Drawn,
    Finished,
    TournamentEvent,
    pack_event,
    unpack_event,
)
from server.tournaments.summaries import shown
from server.tournaments.tournament import MOST_ENTRIES, MOST_GAMES, MOST_PAIRED, Tournament
from tournament.results import Result

PLAN = Plan("The cup", Format.ROUND_ROBIN, Terms("tictactoe", TimeControl(60)))
ANN = Player("ann")


def tournament(plan: Plan = PLAN, players: int = 3) -> Tournament:
    made = Tournament(Announced(0.0, "t1", plan, ANN))
    for number in range(players):
        made.enter(Player(f"p{number}", bot=True), 1.0)
    return made


def refused(act: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        act()  # type: ignore[operator]
    return caught.value


def test_what_is_kept_gives_it_back() -> None:
    """Events and results, through the bytes of the journal."""
    made, kept = tournament(), list[TournamentEvent]()
    kept += [Announced(0.0, "t1", PLAN, ANN)]
    again = Tournament(Announced(0.0, "t1", PLAN, ANN))
    for number in range(3):
        kept.append(again.enter(Player(f"p{number}", bot=True), 1.0))
    kept.append(again.steer(Order.START, 0, 2.0))
    drawn = again.draw(3.0)
    assert isinstance(drawn, Drawn)
    kept.append(drawn)
    restored = Tournament.restored([unpack_event(pack_event(event)) for event in kept])
    assert restored.pending == again.pending
    assert restored.players == again.players == made.players
    assert (restored.stage, restored.seq) == (Stage.RUNNING, len(kept))


def test_it_shows_what_comes_next() -> None:
    """The games that are paired and wait, in their order, and none that goes on."""
    made = tournament()
    made.steer(Order.START, 0, 2.0)
    made.draw(3.0)
    made.begin(1, "m")
    told = shown(made, reply_to=0)
    assert [each.match for each in told.live] == ["m"]
    assert [each.fixture.number for each in told.to_come] == [2, 3, 4, 5, 6]
    assert not any(each.match or each.ending for each in told.to_come)


@pytest.mark.parametrize("order", [None, Order.START])
def test_nobody_comes_and_goes_for_ever(order: Order | None) -> None:
    """Before the start or in an arena, also after a restart; others enter all the same."""
    made = tournament(replace(PLAN, format=Format.ARENA, seconds=60.0))
    if order:
        made.steer(order, 0, 2.0)
    for _ in range(MOST_ENTRIES):
        made.enter(ANN, 3.0)
        made.quit("ann", 3.0)
    for each in (made, Tournament.restored(made.events)):
        told = refused(lambda each=each: each.enter(ANN, 4.0))
        assert (told.code, "more than 20 times" in told.text) == (Fault.BUSY, True)
        each.enter(Player("bob"), 5.0)


def test_it_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is ordered and by whatever names it is entered; it can still be ended."""
    monkeypatch.setattr("server.tournaments.tournament.MOST_ASKED", 50)
    made = tournament(replace(PLAN, format=Format.ARENA, seconds=60.0))
    made.steer(Order.START, 0, 2.0)
    for _ in range(23):
        made.steer(Order.PAUSE, 0, 3.0)
        made.steer(Order.CONTINUE, 0, 3.0)
    made.enter(ANN, 3.0)
    for act in (
        lambda: made.enter(Player("bob"), 4.0),
        lambda: made.steer(Order.EXTEND, 1, 4.0),
    ):
        assert refused(act).code is Fault.BUSY
    made.steer(Order.PAUSE, 0, 5.0)
    assert refused(lambda: made.steer(Order.CONTINUE, 0, 5.0)).code is Fault.BUSY
    made.steer(Order.CANCEL, 0, 6.0)
    assert made.stage is Stage.CANCELLED


def test_it_is_over_when_all_is_played() -> None:
    """And goes on where it is extended."""
    made = tournament()
    made.steer(Order.START, 0, 2.0)
    for _ in range(2):
        drawn = made.draw(3.0)
        assert isinstance(drawn, Drawn)
        assert len(drawn.fixtures) == 6
        for fixture in drawn.fixtures:
            made.begin(fixture.number, "m")
            made.score(Result(fixture, 0, "line"), 5)
        assert isinstance(made.draw(4.0), Finished)
        made.steer(Order.EXTEND, 1, 5.0)


def test_a_game_that_was_called_off_is_to_be_played_again() -> None:
    """It is pending once more, and nothing new is drawn before."""
    made = tournament()
    made.steer(Order.START, 0, 2.0)
    made.draw(3.0)
    made.begin(1, "m")
    assert 1 not in made.pending
    made.call_off(1)
    assert 1 in made.pending
    assert made.draw(4.0) is None


@pytest.mark.parametrize("format", MOST_PAIRED)
def test_no_more_players_than_can_be_paired_in_a_moment(format: Format) -> None:
    """Clocks of other matches would be late."""
    full = tournament(replace(PLAN, format=format, seconds=60.0), MOST_PAIRED[format])
    assert refused(lambda: full.enter(Player("late"), 1.0)).code is Fault.BUSY


def test_no_more_games_than_can_be_drawn_at_once() -> None:
    """Neither at the start nor by being extended."""
    many = tournament(replace(PLAN, rounds=MOST_GAMES), 2)
    assert refused(lambda: many.steer(Order.START, 0, 2.0)).code is Fault.BAD_TERMS
    some = tournament()
    some.steer(Order.START, 0, 2.0)
    assert refused(lambda: some.steer(Order.EXTEND, MOST_GAMES, 3.0)).code is Fault.BAD_TERMS
    assert some.plan.rounds == 1


def test_what_is_over_takes_nobody() -> None:
    """And what has begun only an arena does."""
    made = tournament()
    made.steer(Order.START, 0, 2.0)
    assert refused(lambda: made.enter(Player("late"), 3.0)).code is Fault.TOO_LATE
    made.steer(Order.CANCEL, 0, 3.0)
    assert refused(lambda: made.quit("p1", 4.0)).code is Fault.TOO_LATE
    arena = tournament(replace(PLAN, format=Format.ARENA, seconds=60.0))
    arena.steer(Order.START, 0, 2.0)
    arena.enter(Player("late"), 3.0)
    assert arena.ends_at == 62.0


def test_a_rated_one_is_for_accounts() -> None:
    """Guests have no ratings."""
    rated = tournament(replace(PLAN, terms=replace(PLAN.terms, rated=True)), 0)
    assert refused(lambda: rated.enter(ANN, 1.0)).code is Fault.NOT_ALLOWED
    rated.enter(Player("bob", guest=False), 1.0)
    assert rated.active == ["bob"]
