"""How matches ended, told from their events, and the command that tells it."""

import asyncio
import json

import pytest

from client.commands.errands import why_lost
from client.words.endings import explain
from games.errors import Mistake
from protocol.events import (
    Ended,
    MatchEvent,
    Offered,
    Played,
    Resumed,
    Started,
    Swapped,
    TakenBack,
)
from protocol.parts import Ending, Fault, Left, OfferKind, Player, Terms, TimeControl
from protocol.replies import Refused, Shown
from protocol.requests import ShowMatch
from tests.client.link.scripted import Line, command, scripted

BLITZ = TimeControl(seconds=5.0)
ANN, BOB = Player("ann"), Player("bob")
BEGAN = 1_700_000_000.0


class Events(list[MatchEvent]):
    """The events of a match as a server would write them."""

    def __init__(self, clock: TimeControl = BLITZ, first_move: float | None = None) -> None:
        terms = Terms("tictactoe", clock)
        super().__init__(
            [Started("m1", 0, terms, (3, 3), (ANN, BOB), at=BEGAN, first_move=first_move)]
        )
        self.ply = 0

    def play(self, cell: int, elapsed: float, credited: float, left: Left) -> "Events":
        charged = elapsed - credited
        turn = 1 - self.ply % 2
        self.append(Played("m1", len(self), self.ply, cell, elapsed, credited, charged, left, turn))
        self.ply += 1
        return self

    def end(self, winner: int | None, ending: Ending, after: float = 60.0) -> "Events":
        self.append(Ended("m1", len(self), winner, ending, at=BEGAN + after))
        return self


def blitz() -> Events:
    """Ann loses on time at her third move, 8.25 s after the start."""
    events = Events().play(4, 1.5, 0.5, (4.0, 5.0)).play(0, 1.0, 0.0, (4.0, 4.0))
    events.play(8, 2.8, 0.0, (1.2, 4.0)).play(2, 1.7, 0.1, (1.2, 2.4))
    return events.end(1, Ending.TIME, after=7.0 + 1.25)


class TestOnTime:
    def test_it_says_what_was_left_what_passed_and_what_was_credited(self) -> None:
        """For the turn in which the time ran out."""
        assert explain(blitz()).text == (
            "bob won after 4 moves: the time of ann ran out. ann had 1.20 s left when the turn "
            "began at move 5; 1.25 s passed, of which 0.05 s were credited for the network."
        )

    def test_it_lists_the_turns_of_the_loser(self) -> None:
        """With everything that the server reported of each."""
        explanation = explain(blitz())
        assert (explanation.winner, explanation.loser, explanation.about) == ("bob", "ann", "ann")
        assert [turn.move for turn in explanation.turns] == [1, 3]
        first = explanation.turns[0]
        assert (first.played, first.elapsed, first.credited) == ("b2", 1.5, 0.5)
        assert (first.charged, first.left) == (1.0, 4.0)

    def test_the_other_player_can_be_asked_about(self) -> None:
        """Names are the same in any case of letters."""
        explanation = explain(blitz(), "BOB")
        assert explanation.text.startswith("bob did not lose this match. bob won after 4 moves")
        assert [turn.move for turn in explanation.turns] == [2, 4]

    def test_somebody_else_cannot(self) -> None:
        """The text says who played."""
        with pytest.raises(Mistake, match="zoe did not play in this match: ann and bob did"):
            explain(blitz(), "zoe")

    def test_a_limit_for_each_move_is_told_as_such(self) -> None:
        """Where it was shorter than what was left, or where nothing else was set."""
        for clock in (TimeControl(per_move=3.0), TimeControl(seconds=60.0, per_move=3.0)):
            left = (clock.seconds, clock.seconds)
            events = Events(clock).play(4, 1.0, 0.0, left).end(0, Ending.TIME, after=4.0)
            assert "bob had 3.00 s for the move when the turn began at move 2" in (
                explain(events).text
            )

    @pytest.mark.parametrize(
        "event",
        [
            TakenBack("m1", 2, 0, (2.5, 5.0), 0),
            Resumed("m1", 2, BEGAN + 9, (2.5, 5.0), 0),
        ],
    )
    def test_it_claims_nothing_that_the_events_do_not_tell(self, event: MatchEvent) -> None:
        """After these, when the turn began is not known."""
        events = Events()
        if isinstance(event, TakenBack):
            events.play(4, 1.0, 0.0, (4.0, 5.0))
        events.append(event)
        events.end(1, Ending.TIME)
        text = explain(events).text
        assert "ann had 2.50 s left when the turn began at move 1, and did not move in" in text
        assert "passed" not in text

    def test_after_a_swap_each_player_keeps_their_own_moves(self) -> None:
        """The first move was ann's, though the other side is hers now."""
        events = Events().play(4, 1.0, 0.0, (4.0, 5.0))
        events.append(Swapped("m1", 2, (BOB, ANN), (5.0, 4.0), 1))
        events.play(0, 2.0, 0.0, (5.0, 2.0)).end(0, Ending.RESIGNED)
        explanation = explain(events)
        assert explanation.text == "bob won after 2 moves: ann resigned."
        assert [turn.move for turn in explanation.turns] == [1, 2]


ONE_MOVE = ((4, 1.0, 0.0, (4.0, 5.0)),)
ENDINGS = [
    (0, Ending.RESIGNED, "ann won after 1 move: bob resigned."),
    (None, Ending.FULL, "The match was drawn after 1 move: the board was full."),
    (None, Ending.AGREED, "The match was drawn after 1 move: both players agreed."),
    (1, Ending.ABANDONED, "bob won after 1 move: ann was gone for too long, and bob claimed it."),
    (None, Ending.ABANDONED, "Nobody won after 1 move: a player was gone for too long and"),
    (None, Ending.ABORTED, "The match was called off after 1 move, without a result."),
    (0, Ending.MISCONDUCT, "ann won after 1 move: bob went on making illegal moves."),
    (0, Ending.DECIDED, "ann won after 1 move: an administrator ended the match for ann."),
    (0, Ending.FAILED, "ann won after 1 move: the bot of bob failed."),
    (1, Ending.ABSENT, "bob won after 1 move: ann did not come to this game of a tournament."),
    (None, Ending.ABSENT, "Nobody won after 1 move: neither player came to this game"),
    (0, Ending.ADJUDICATED, "ann won after 1 move: it was adjudicated."),
    (None, Ending.ADJUDICATED, "The match was drawn after 1 move: it was adjudicated."),
    (None, Ending.FAULT, "The server ended the match after 1 move because of a fault of its own"),
]


class TestOtherEndings:
    @pytest.mark.parametrize(("winner", "ending", "text"), ENDINGS)
    def test_each_has_its_sentence(self, winner: int | None, ending: Ending, text: str) -> None:
        """Whoever won."""
        events = Events().play(*ONE_MOVE[0]).end(winner, ending)
        assert explain(events).text.startswith(text)

    @pytest.mark.parametrize("ending", Ending)
    @pytest.mark.parametrize("winner", [None, 0, 1])
    def test_none_is_without_words(self, winner: int | None, ending: Ending) -> None:
        """Even where ending and winner go together strangely."""
        assert explain(Events().end(winner, ending)).text.endswith(".")

    def test_a_line_is_told_by_its_cells(self) -> None:
        """In the notation of the game."""
        events = Events()
        events.append(Ended("m1", 1, 0, Ending.LINE, BEGAN, lines=((0, 1, 2), (0, 4, 8))))
        assert "with the lines a3 b3 c3 and a3 b2 c1." in explain(events).text

    def test_a_first_move_that_never_came_is_named(self) -> None:
        """A match called off in time has no such culprit."""
        late = Events(first_move=30.0).play(4, 12.0, 0.0, (5.0, 5.0)).end(None, Ending.ABORTED, 42)
        assert explain(late).text.endswith("result: bob made no first move within 30 s.")
        early = Events(first_move=30.0).end(None, Ending.ABORTED, 10)
        assert explain(early).text.endswith("without a result.")

    def test_a_match_that_goes_on_has_no_loser(self) -> None:
        """Offers do not change that."""
        events = Events()
        events.append(Offered("m1", 1, 0, OfferKind.DRAW))
        explanation = explain(events)
        assert explanation.text == "The match is going on, after no moves: nobody has lost."
        assert (explanation.ending, explanation.about, explanation.turns) == (None, None, ())


class TestCommand:
    async def test_it_prints_the_sentence_and_the_last_turns(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """As a table with a heading."""
        assert await ask("m1") == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith("bob won after 4 moves: the time of ann ran out.")
        assert lines[2] == "The last moves of ann, with times in seconds:"
        assert [line.split() for line in lines[3:]] == [
            ["move", "played", "elapsed", "credited", "charged", "left"],
            ["1", "b2", "1.50", "0.50", "1.00", "4.00"],
            ["3", "c1", "2.80", "0.00", "2.80", "1.20"],
        ]

    async def test_it_prints_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        """With every turn of the loser as an object."""
        assert await ask("m1", "--json") == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["loser"], told["ending"]) == ("ann", "time")
        assert told["turns"][0]["charged"] == 1.0

    async def test_a_match_that_is_unknown_is_a_mistake(self) -> None:
        """Told in the words of the server."""

        async def script(line: Line) -> None:
            await line.welcome()
            show = await line.expect(ShowMatch)
            await line.tell(Refused(show.id, Fault.NO_SUCH_MATCH, "no match is called m9"))
            await line.hold()

        async with scripted(script) as double:
            with pytest.raises(Mistake, match="no match is called m9"):
                await asyncio.to_thread(command, why_lost, "m9", "--server", double.url)


async def ask(*words: str) -> int:
    """The exit code of the command, asking a server that knows the match."""

    async def script(line: Line) -> None:
        assert (await line.welcome()).name.startswith("visitor-")
        show = await line.expect(ShowMatch)
        await line.tell(Shown(show.id, tuple(blitz())))
        await line.hold()

    async with scripted(script) as double:
        return await asyncio.to_thread(command, why_lost, *words, "--server", double.url)
