"""Random matches: folding the events of one gives it back, and no request breaks its promises."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.codec import MSGPACK
from protocol.events import Ended, MatchEvent, Played
from protocol.parts import OfferKind, TimeControl
from server.matches.match import Match
from server.refusal import Refusal
from tests.server.matches.matches import EPOCH, PATIENCE, kept, new_match, play, whole

SIDES = st.integers(0, 1)
KINDS = st.sampled_from(OfferKind)
CLOCKS = st.sampled_from(
    [TimeControl(), TimeControl(20), TimeControl(20, increment=2), TimeControl(20, per_move=4),
     TimeControl(per_move=4)]
)  # fmt: skip
MATCHES = st.builds(
    new_match,
    st.sampled_from(["tictactoe", "connect4:width=4,height=4", "nineboard"]),
    CLOCKS,
    rated=st.booleans(),
    pie=st.booleans(),
)

Ask = Callable[[Match, float], list[MatchEvent]]


def move(index: int, late: int) -> Ask:
    """A legal move of whose turn it is; a late one names a ply that was played already."""

    def ask(match: Match, now: float) -> list[MatchEvent]:
        cells = list(match.position.legal_moves())
        cell = cells[index % len(cells)] if cells else 0
        return match.play(match.position.turn, match.ply - late, cell, now)

    return ask


def restart(match: Match, now: float) -> list[MatchEvent]:
    """The server goes down and up; what was folded must be what was there."""
    again = Match.restored(match.events, now, EPOCH, PATIENCE)
    assert kept(again) == kept(match)
    vars(match).update(vars(again))
    return match.resume(now)


MOVES = st.builds(move, st.integers(0, 80), st.sampled_from([0, 0, 0, 0, 0, 1, 2]))
REQUESTS: st.SearchStrategy[Ask] = st.one_of(
    MOVES,
    MOVES,
    MOVES,
    st.builds(lambda side, kind: lambda match, now: match.offer(side, kind, now), SIDES, KINDS),
    st.builds(
        lambda side, kind, yes: lambda match, now: match.respond(side, kind, yes, now),
        SIDES, KINDS, st.booleans(),
    ),
    st.builds(lambda side: lambda match, now: match.swap(side, now), SIDES),
    st.builds(
        lambda side, result: lambda match, now: match.claim(side, result, now),
        SIDES, st.sampled_from(["win", "draw"]),
    ),
    st.builds(lambda side: lambda match, now: match.leave(side, now) or [], SIDES),
    st.builds(lambda side: lambda match, now: match.arrive(side, now) or [], SIDES),
    st.builds(
        lambda side, seconds: lambda match, now: match.measure(side, seconds) or [],
        SIDES, st.floats(0, 2),
    ),
    st.just(restart),
    st.sampled_from(
        [lambda match, now: match.resign(0, now), lambda match, now: match.abort(1, now)]
    ),
)  # fmt: skip
PAUSES = st.sampled_from([0.0, 0.01, 0.5, 0.5, 1.5, 1.5, 3.9, 25.0])
COURSES = st.lists(st.tuples(REQUESTS, PAUSES), max_size=40)


def follow(match: Match, course: list[tuple[Ask, float]]) -> list[MatchEvent]:
    """Ask all of it in turn, as a table would; what was told."""
    now, told = 0.0, list(match.events)
    for ask, pause in course:
        now += pause
        told += match.tick(now)
        before = whole(match)
        try:
            told += ask(match, now)
        except Refusal:
            assert whole(match) == before
    return told


def test_a_match_as_it_was_after_any_of_its_events() -> None:
    """For spectators who are kept behind: everything up to that event, and nothing after it."""
    match = new_match()
    play(match, 4, 0, 8)
    assert match.until(3, 1.0) is match
    for seq in range(3):
        before = match.until(seq, 1.0)
        assert before.events == match.events[: seq + 1]
        snapshot = before.snapshot(None, 1.0)
        assert (snapshot.seq, snapshot.moves) == (seq, (4, 0, 8)[:seq])
    assert len(match.events) == 4


class TestRandomMatches:
    @given(MATCHES, COURSES)
    @settings(max_examples=300)
    def test_folding_the_events_gives_the_match_back(
        self, match: Match, course: list[tuple[Ask, float]]
    ) -> None:
        """Also from the frames in the journal, and after each of its events."""
        told = follow(match, course)
        frames = [MSGPACK.decode_from_server(MSGPACK.encode(event)) for event in told]
        events = [frame for frame in frames if isinstance(frame, MatchEvent)]
        assert kept(Match.restored(events, 1e6, EPOCH, PATIENCE)) == kept(match)

    @given(MATCHES, COURSES)
    @settings(max_examples=200)
    def test_what_is_told_is_all_there_is(
        self, match: Match, course: list[tuple[Ask, float]]
    ) -> None:
        """Events count from 0 without a gap, and an end is the last of them."""
        told = follow(match, course)
        assert told == match.events
        assert [event.seq for event in told] == list(range(len(told)))
        assert not any(isinstance(event, Ended) for event in told[:-1])
        assert (match.ended is not None) == isinstance(told[-1], Ended)

    @given(MATCHES, COURSES)
    @settings(max_examples=200)
    def test_time_is_accounted_for(self, match: Match, course: list[tuple[Ask, float]]) -> None:
        """Every turn is charged what passed less its credit, or nothing at all."""
        for event in follow(match, course):
            if isinstance(event, Played):
                paid = round(event.credited + event.charged, 4)
                assert paid in (event.elapsed, 0.0)
                assert all(left is None or left >= 0.0 for left in event.left)

    @given(MATCHES, COURSES)
    @settings(max_examples=100)
    def test_an_untouched_match_always_ends_by_itself_or_waits_untimed(
        self, match: Match, course: list[tuple[Ask, float]]
    ) -> None:
        """Following the deadlines, a match that is left by both comes to an end."""
        follow(match, course)
        match.leave(0, 1e5)
        match.leave(1, 1e5)
        for _ in range(5):
            if (due := match.deadline()) is not None:
                match.tick(due)
        assert match.ended is not None
