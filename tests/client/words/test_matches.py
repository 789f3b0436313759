"""A match in sentences, and boards read out."""

import pytest

from client.words import matches as words
from client.words.news import announce, next_mark
from client.words.spoken_board import read, readable
from games import CATALOGUE, game_named
from games.notation import read_moves
from protocol.events import (
    Back,
    Challenged,
    Closing,
    Declined,
    Ended,
    Gone,
    Offered,
    Played,
    RematchOffered,
    Resumed,
    Said,
    SeekClosed,
    Snapshot,
    Swapped,
    TakenBack,
    Unanswered,
)
from protocol.parts import Ending, OfferKind, Player, Room, Terms, TimeControl
from tests.client.model.match_views import ANN, BLITZ, BOB, MATCH, ScriptedMatch, started

UNTIMED = TimeControl()


@pytest.mark.parametrize(
    ("game", "moves", "told"),
    [
        ("connect4", "44", "O plays 4, column 4, row 2"),
        ("gomoku", "h8", "X plays h8"),
        ("qubic", "143", "X plays 143, layer 1, row 4, column 3"),
        ("nineboard", "71", "X plays 71, board 7, cell 1"),
    ],
)
def test_a_move_is_told_in_words(game: str, moves: str, told: str) -> None:
    """Its notation first, then where that is, if the notation does not say it."""
    view = ScriptedMatch(started(game)).moves(moves)
    assert words.move(view, view.ply - 1) == told


def test_whose_turn_it_is_depends_on_who_listens() -> None:
    """A name for the other, you for yourself; and where a reply must go."""
    assert words.turn(ScriptedMatch(started()).view) == "Your turn."
    assert words.turn(ScriptedMatch(started(side=None)).view) == "X (ann) to move."
    assert (
        words.turn(ScriptedMatch(started("nineboard", side=1)).moves("71"))
        == "Your turn, on board 1."
    )


def test_a_match_is_opened_with_what_is_played_and_who_is_who() -> None:
    """Ratings and bots are told."""
    told = words.introduction(ScriptedMatch(started(side=0, rated=True)).view)
    assert told == ("connect4, 5 minutes plus 3 seconds a move, rated. You are X. O is bob, 1500.")
    assert words.player(Player("deep", bot=True)) == "deep, a bot"


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (3723, "1 hour 2 minutes 3 seconds"),
        (61.9, "1 minute 1 second"),
        (9.99, "9.9 seconds"),
        (0, "0 seconds"),
    ],
)
def test_time_is_told_in_words(seconds: float, told: str) -> None:
    """With tenths when it is nearly out."""
    assert words.duration(seconds) == told


def test_the_clock_is_told_with_ours_first() -> None:
    """And whose clock runs."""
    view = ScriptedMatch(started(side=1)).moves("44", now=0.0, left=(70.0, 50.0))
    assert words.clock(view, 5.0) == (
        "O (you) has 50 seconds. X (ann) has 1 minute 5 seconds, running."
    )
    first = ScriptedMatch(started(first_move=30.0)).view
    assert "not on the clock, but due in 20 seconds" in words.clock(first, 10.0)
    assert words.clock(ScriptedMatch(started(clock=UNTIMED)).view, 0.0) == "There is no clock."


def test_a_result_on_the_board_tells_how_long_the_line_is() -> None:
    """As people say it."""
    told = ScriptedMatch(started())
    told.moves("4142434")
    assert words.result(told.end(0, Ending.LINE)) == "You win by four in a row."


@pytest.mark.parametrize(
    ("winner", "ending", "result"),
    [
        (0, Ending.RESIGNED, "You win: bob resigned."),
        (1, Ending.RESIGNED, "O (bob) wins: you resigned."),
        (1, Ending.TIME, "O (bob) wins on time."),
        (0, Ending.ABANDONED, "You win: bob left and did not come back."),
        (0, Ending.MISCONDUCT, "You win: bob made illegal moves."),
        (0, Ending.DECIDED, "You win by decision of an administrator."),
        (0, Ending.FAILED, "You win: bob's bot failed."),
        (1, Ending.ABSENT, "O (bob) wins: you did not come."),
        (1, Ending.ADJUDICATED, "O (bob) wins by adjudication."),
        (None, Ending.ADJUDICATED, "A draw by adjudication."),
        (None, Ending.ABSENT, "Nobody wins: neither player came."),
        (None, Ending.FULL, "A draw: no line can be filled any more."),
        (None, Ending.AGREED, "A draw by agreement."),
        (None, Ending.ABANDONED, "A draw: the match was abandoned."),
        (None, Ending.ABORTED, "The match was aborted, without a result."),
        (None, Ending.FAULT, "The match was ended by a fault of the server, without a result."),
    ],
)
def test_every_ending_has_its_sentence(winner: int | None, ending: Ending, result: str) -> None:
    """Whoever lost learns why."""
    assert words.result(ScriptedMatch(started()).end(winner, ending)) == result


@pytest.mark.parametrize(
    ("winner", "ending", "result"),
    [
        (1, Ending.FAILED, "O (bob) wins: your bot failed: out of  memory."),
        (0, Ending.ADJUDICATED, "You win by adjudication: out of  memory."),
        (None, Ending.ABORTED, "The match was aborted, without a result: out of  memory."),
    ],
)
def test_a_reason_is_told_where_there_is_one(
    winner: int | None, ending: Ending, result: str
) -> None:
    """Without what could steer a terminal."""
    ended = Ended(MATCH, 1, winner, ending, 1000.0, reason="out of \x1bmemory.")
    assert words.result(ScriptedMatch(started()).hear(ended)) == result


def test_the_score_of_a_series_is_told_by_names() -> None:
    """Ours first; a draw is half a point."""
    first = ScriptedMatch(started()).end(1, Ending.TIME)
    assert words.score(first) == "ann 0, bob 1, after 1 game"
    second = ScriptedMatch(started(match="m2", previous=MATCH), before=first)
    assert words.score(second.end(None, Ending.AGREED)) == "ann 0.5, bob 1.5, after 2 games"
    assert words.score(ScriptedMatch(started()).view) == ""


def test_an_absent_opponent_has_a_countdown() -> None:
    """And can be claimed against after it."""
    told = ScriptedMatch(started())
    told.hear(Gone(MATCH, 1, 30.0), 0.0)
    assert words.absence(told.view, 7.0) == "bob is reconnecting, 23 s left"
    assert "claim" in words.absence(told.view, 31.0)


def test_the_network_s_share_of_a_move_is_told() -> None:
    """What was credited for it."""
    assert "0.25 were credited" in words.lag(ScriptedMatch(started()).moves("4"))


def test_nobody_can_steer_a_terminal_by_what_they_say() -> None:
    """Control characters are left out."""
    assert words.said(Room.PLAYERS, "bob", "\x1b[2Jhi\r\n") == "bob says:  [2Jhi  "


def test_moves_are_told_by_pairs() -> None:
    """As in game records."""
    assert words.moves(ScriptedMatch(started()).moves("445")) == "1. 4 4 2. 5"
    assert words.moves(ScriptedMatch(started()).view) == "No moves yet."


@pytest.mark.parametrize(
    ("game", "moves", "part", "which", "told"),
    [
        ("connect4", "44", "column", "4", "column 4: row 1 X, row 2 O, the others empty"),
        ("connect4", "443", "row", "1", "row 1: column 3 X, column 4 X, the others empty"),
        ("connect4", "", "row", "6", "row 6: empty"),
        ("gomoku", "h8 g8", "row", "8", "row 8: g8 O, h8 X, the others empty"),
        ("gomoku", "h8 g8", "column", "H", "column H: h8 X, the others empty"),
        ("qubic", "143 211", "layer", "1", "layer 1: 143 X, the others empty"),
        ("qubic", "143 211", "row", "1", "row 1: 211 O, the others empty"),
        ("nineboard", "71", "board", "7", "board 7: 71 X, the others empty"),
        ("tictactoe", "a1 b1 c1", "row", "1", "row 1: a1 X, b1 O, c1 X"),
    ],
)
def test_parts_of_a_board_are_read_out(
    game: str, moves: str, part: str, which: str, told: str
) -> None:
    """Only the stones are told, with where they stand."""
    assert read(read_moves(game_named(game), moves), part, which) == told


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_game_can_be_read_out_whole(name: str) -> None:
    """Each cell lies in one of the parts of every kind."""
    game = game_named(name)
    for part in readable(game):
        read_out = [read(game.start(), part, which) for which in _labels(game.cells)]
        assert [each for each in read_out if each]
    assert read(game.start(), "row", "99") is None
    assert read(game.start(), "corner", "1") is None


def _labels(most: int) -> list[str]:
    return [str(number) for number in range(1, most + 1)] + list("abcdefghijklmnopqrstuvwxyz")


def test_each_piece_of_news_is_announced_in_a_sentence() -> None:
    """A move once, and that it is our turn; what concerns others, not at all."""
    told = ScriptedMatch(started(side=1))
    played = told.moves("4")
    assert announce(played, Said(MATCH, Room.PLAYERS, "ann", "hi"), 0.0) == "ann says: hi"
    offered = Offered(MATCH, 9, 0, OfferKind.DRAW)
    assert announce(played, offered, 0.0) == "X (ann) offers a draw. Type accept or decline."
    takeback = Offered(MATCH, 9, 1, OfferKind.TAKEBACK)
    assert announce(played, takeback, 0.0) == "You ask to take a move back."
    declined = Declined(MATCH, 9, 0, OfferKind.DRAW)
    assert announce(played, declined, 0.0) == "X (ann) declined the draw."
    assert announce(played, Back(MATCH, 0), 0.0) == "ann is here again."
    assert "rematch" in announce(played, RematchOffered(MATCH, "ann"), 0.0)
    assert announce(played, Said("other", Room.PLAYERS, "cal", "hi"), 0.0) == ""
    assert announce(None, SeekClosed("k"), 0.0) == ""


def test_a_move_is_announced_with_whose_turn_it_is() -> None:
    """And, when it gets tight, with the time."""
    told = ScriptedMatch(started(side=1))
    view = told.moves("4", now=0.0, left=(300.0, 42.0))
    played = Played(MATCH, 1, 0, 38, 1.0, 0.0, 1.0, (300.0, 42.0), 1)
    assert announce(view, played, 0.0) == (
        "X plays 4, column 4, row 1. Your turn. 42 seconds left."
    )


def test_what_changes_a_match_is_announced_with_the_turn() -> None:
    """A takeback, a swap, a restart, coming late."""
    told = ScriptedMatch(started(side=1, pie=True))
    told.moves("4")
    swapped = Swapped(MATCH, told.seq, (BOB, ANN), (300.0, 300.0), 1)
    assert announce(told.hear(swapped), swapped, 0.0) == (
        "The sides were swapped. You are X now. O (ann) to move."
    )
    resumed = Resumed(MATCH, told.seq, 0.0, (300.0, 300.0), 1)
    assert "The server was away" in announce(told.hear(resumed), resumed, 0.0)
    told.moves("5")
    back = TakenBack(MATCH, told.seq, 1, (300.0, 300.0), 1)
    assert announce(told.hear(back), back, 0.0) == "Taken back: 1 move stands. O (ann) to move."
    snapshot = Snapshot(MATCH, 9, started(), (ANN, BOB), (38,), (1.0, 1.0), 1, 0)
    assert "1 move so far. O (bob) to move." in announce(told.hear(snapshot), snapshot, 0.0)


def test_news_outside_a_match_is_announced_too() -> None:
    """Challenges with what to type, and that the server goes down."""
    challenged = Challenged("k7", ANN, Terms("qubic", BLITZ))
    assert announce(None, challenged, 0.0) == (
        "ann challenges you: qubic, 5 minutes plus 3 seconds a move. Type accept k7 or decline k7."
    )
    assert announce(None, Unanswered("k7", "declined"), 0.0).endswith("nothing: declined.")
    assert announce(None, Closing("update", 20.0, 25.0), 0.0) == (
        "The server goes down in 20 s: update. Matches are kept."
    )


def test_the_end_is_announced_with_the_score_of_a_series() -> None:
    """And what can be done then."""
    first = ScriptedMatch(started()).end(1, Ending.TIME)
    second = ScriptedMatch(started(match="m2", previous=MATCH), before=first)
    ended = second.end(0, Ending.RESIGNED)
    assert ended.ended is not None
    assert announce(ended, ended.ended, 0.0) == (
        "You win: bob resigned. Score: ann 1, bob 1, after 2 games. "
        "Type rematch for another match, or quit."
    )


def test_the_marks_of_a_running_clock_are_told_in_time() -> None:
    """Only ours, while it runs; a first move has a limit too."""
    view = ScriptedMatch(started()).moves("44", now=100.0, left=(65.0, 300.0))
    assert next_mark(view, 100.0) == (5.0, 60)
    assert next_mark(view, 106.0) == (29.0, 30)
    assert next_mark(view, 162.0) is None
    assert next_mark(ScriptedMatch(started(side=1)).moves("44", left=(65.0, 300.0)), 0.0) is None
    assert next_mark(ScriptedMatch(started(first_move=30.0)).view, 5.0) == (15.0, 10)
    assert next_mark(ScriptedMatch(started(clock=UNTIMED)).view, 0.0) is None
    assert next_mark(None, 0.0) is None
