"""What a brain may answer, and what is no answer."""

import pytest

from bot.brain import Choice
from bot.thinkers.answer import read_answer
from bot.thinkers.thinker import BrainFailed
from games import game_named
from protocol.parts import Verdict

TICTACTOE = game_named("tictactoe").start()


class TestAnAnswer:
    @pytest.mark.parametrize("answer", [4, "b2", " B2 ", {"cell": 4}, Choice(4), {"cell": "b2"}])
    def test_may_have_many_forms(self, answer: object) -> None:
        """A number, notation, or more than that."""
        assert read_answer(TICTACTOE, answer).cell == 4

    def test_may_tell_more(self) -> None:
        """What makes no sense of it is left out."""
        answer = {"cell": 4, "score": 2.5, "verdict": "win", "depth": 3, "line": [4, 0, 0, 1]}
        choice = read_answer(TICTACTOE, answer)
        assert choice == Choice(4, 2, Verdict.WIN, None, 3, None, (4, 0))
        odd = {"cell": 4, "score": float("nan"), "verdict": "great", "depth": "deep", "line": 7}
        assert read_answer(TICTACTOE, odd) == Choice(4, line=(4,))

    @pytest.mark.parametrize("answer", [None, 9, -1, 4.0, "z9", "", True, [4], {"cel": 4}, object])
    def test_that_is_none_is_a_failure(self, answer: object) -> None:
        """Whatever it is, it does no harm."""
        with pytest.raises(BrainFailed):
            read_answer(TICTACTOE, answer)
