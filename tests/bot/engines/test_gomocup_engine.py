"""Our brain as a Gomocup engine, driven as managers drive it."""

import pytest

from bot.brain import Choice
from bot.engines.gomocup_board import GomocupBoard
from bot.engines.gomocup_engine import GomocupEngine
from bot.thinkers.resources import SearchResources
from bot.thinkers.thinker import BotTurn, Thinker
from games import Game, game_named
from tests.bot.thinkers.thinkers import Stub, within


class Manager:
    """Talks to an engine line by line, and says what time it is."""

    def __init__(self) -> None:
        self.stub = Stub()
        self.now = 0.0
        self.made: list[SearchResources] = []
        self.engine = GomocupEngine(self._make, within, lambda: self.now)

    def _make(self, resources: SearchResources, game: Game) -> Stub:
        self.made.append(resources)
        return self.stub

    def __call__(self, *lines: str) -> list[str]:
        """All answers to these lines."""
        return [answer for line in lines for answer in self.engine.answer(line)]

    @property
    def asked(self) -> BotTurn:
        return self.stub.turns[-1]

    def wait(self) -> None:
        """Until all is ready."""
        self.engine._standby.wait()


@pytest.fixture
def manager() -> Manager:
    return Manager()


class TestABoard:
    def test_is_played_on_move_by_move(self, manager: Manager) -> None:
        """BEGIN opens, TURN answers; x comes before y."""
        assert manager("START 15", "BEGIN", "TURN 3,1", "TURN 4,1") == ["OK", "0,0", "1,0", "2,0"]
        assert manager.asked.position.moves == (0, 18, 1, 19)
        assert manager.asked.position.game.name == "gomoku"

    @pytest.mark.parametrize("size", [5, 15, 20, 25])
    def test_may_have_5_to_25_rows(self, size: int, manager: Manager) -> None:
        """Square ones are gomoku."""
        assert manager(f"START {size}", "BEGIN") == ["OK", "0,0"]
        assert manager.asked.position.game == game_named(f"gomoku:size={size}")

    def test_may_be_a_rectangle(self, manager: Manager) -> None:
        """Width first."""
        assert manager("RECTSTART 9,7", "TURN 8,6") == ["OK", "0,0"]
        assert manager.asked.position.game == game_named("mnk:rows=7,cols=9")
        assert manager.asked.position.moves == (62,)

    @pytest.mark.parametrize("line", ["START 4", "START 26", "RECTSTART 30,20", "START x", "START"])
    def test_of_another_size_is_an_error(self, line: str, manager: Manager) -> None:
        """And what comes after it too, until there is one that fits."""
        assert manager(line)[0].startswith("ERROR")
        assert manager("BEGIN") == ["ERROR there is no board yet: START comes first"]
        assert manager("START 20", "BEGIN") == ["OK", "0,0"]

    def test_may_be_laid_in_any_order(self, manager: Manager) -> None:
        """Own stones are 1; who has fewer, or as many, is to move."""
        lines = ["BOARD", "1,1,2", "2,2,2", "3,3,1", "DONE"]
        assert manager("START 20", *lines) == ["OK", "0,0"]
        assert list(manager.asked.position.moves) == [21, 63, 42]
        lines = ["BOARD", "1,1,2", "3,3,1", "DONE"]
        assert manager("RESTART", *lines) == ["OK", "0,0"]
        assert list(manager.asked.position.moves) == [63, 21]
        assert manager("TURN 5,5") == ["1,0"]

    @pytest.mark.parametrize(
        "lines",
        [
            ["1,1,1", "2,2,1"],
            ["1,1,2", "2,2,2"],
            ["1,1,1", "1,1,2"],
            ["1,1,3"],
            ["40,40,2"],
            [f"{x},0,1" for x in range(5)] + [f"{x},1,2" for x in range(5)],
        ],
    )
    def test_that_cannot_be_is_an_error(self, lines: list[str], manager: Manager) -> None:
        """The engine stays up, and its board is the one before."""
        manager("START 20", "TURN 7,7")
        answers = manager("BOARD", *lines, "DONE")
        assert answers[0].startswith("ERROR")
        assert manager("TURN 8,8") == ["1,0"]
        assert manager.asked.position.moves == (147, 0, 168)
        assert manager("RESTART", "BEGIN") == ["OK", "0,0"]

    def test_gives_moves_back(self, manager: Manager) -> None:
        """The last one first."""
        manager("START 15", "BEGIN", "TURN 7,7")
        assert manager("TAKEBACK 1,0", "TAKEBACK 7,7", "TURN 8,8") == ["OK", "OK", "1,0"]
        assert manager.asked.position.moves == (0, 8 * 15 + 8)
        assert manager("TAKEBACK 9,9")[0].startswith("ERROR")

    def test_takes_no_impossible_move(self, manager: Manager) -> None:
        """Nothing has changed after one."""
        manager("START 15", "BEGIN")
        for line in ("TURN 0,0", "TURN 15,0", "TURN", "TURN a,b", "BEGIN"):
            assert manager(line)[0].startswith("ERROR"), line
        assert manager("TURN 1,1") == ["1,0"]


class TestTheRules:
    def test_are_made_ready_for_before_a_turn(self, manager: Manager) -> None:
        """The game at hand is, at START and again when it changes."""
        manager("START 20")
        assert manager.stub.warm == [game_named("gomoku:size=20")]
        assert manager("INFO rule 1") == []
        manager.wait()
        assert manager.stub.warm[1:] == [game_named("gomoku:size=20,exact=yes")]
        manager("BEGIN")
        assert len(manager.stub.warm) == 2

    def test_are_freestyle_or_exactly_five(self, manager: Manager) -> None:
        """The rule may come before or after START."""
        manager("START 15", "INFO rule 1", "BEGIN")
        assert manager.asked.position.game == game_named("gomoku:exact=yes")
        manager("INFO rule 0", "RESTART", "BEGIN")
        assert manager.asked.position.game == game_named("gomoku")

    def test_of_renju_are_not_known(self, manager: Manager) -> None:
        """Which is said at the first move, as the protocol wants it."""
        assert manager("INFO rule 4", "START 15") == ["OK"]
        assert manager("BEGIN")[0].startswith("ERROR rule 4")

    def test_unknown_commands_are_told_so(self, manager: Manager) -> None:
        """SWAP2BOARD with all its lines; INFO never has an answer."""
        assert manager("HELLO", "SWAP2BOARD", "7,7", "8,8", "DONE") == [
            "UNKNOWN HELLO", "UNKNOWN SWAP2BOARD",
        ]  # fmt: skip
        assert manager("INFO", "INFO folder /tmp", "INFO evaluate 3,3", "INFO timeout_turn x") == []
        assert manager("", "STOP") == []
        [about] = manager("ABOUT")
        assert about.startswith('name="inarow", version="')


class TestTheLimits:
    def thought(self, manager: Manager, *infos: str) -> float:
        manager("START 15", *(f"INFO {info}" for info in infos), "BEGIN")
        seconds = manager.asked.budget.seconds
        assert seconds is not None
        assert seconds <= manager.asked.limit
        return seconds

    @pytest.mark.parametrize("turn", [100, 300, 1000, 5000, 30000])
    def test_of_a_turn_are_kept(self, turn: int, manager: Manager) -> None:
        """With something to spare, but most of it is used."""
        seconds = self.thought(manager, f"timeout_turn {turn}")
        assert seconds < turn / 1000
        assert turn < 1000 or seconds > 0.7 * turn / 1000
        assert manager.asked.limit < turn / 1000

    def test_of_none_mean_as_fast_as_possible(self, manager: Manager) -> None:
        """Not for ever."""
        assert self.thought(manager, "timeout_turn 0") < 0.01

    def test_of_the_match_are_shared_out(self, manager: Manager) -> None:
        """By what the manager says is left, or else by what we count."""
        infos = "timeout_turn 30000", "timeout_match 100000"
        assert 2 < self.thought(manager, *infos) < 10
        assert self.thought(manager, *infos, "time_left 1000") < 0.1
        assert self.thought(manager, *infos, "time_left -5") < 0.01
        assert self.thought(manager, "timeout_match 0", "time_left 2147483647") > 20

    def test_of_the_match_run_down_by_themselves(self, manager: Manager) -> None:
        """A manager may say no time_left."""
        manager("START 15", "INFO timeout_match 10000")
        think = manager.stub.think

        def slowly(turn: BotTurn) -> Choice:
            manager.now += 4.0
            return think(turn)

        manager.stub.think = slowly  # type: ignore[method-assign]
        manager("BEGIN", "TURN 9,9", "TURN 8,8")
        assert [turn.left for turn in manager.stub.turns] == [10.0, 6.0, 2.0]

    def test_come_closer_once_the_brain_was_late(self, manager: Manager) -> None:
        """What it was late by is kept back of the next turn."""
        manager("START 15", "INFO timeout_turn 1000")
        think = manager.stub.think

        def late(turn: BotTurn) -> Choice:
            manager.now += (turn.budget.seconds or 0) + 0.3
            return think(turn)

        manager.stub.think = late  # type: ignore[method-assign]
        manager("BEGIN", "TURN 9,9")
        first, second = (turn.budget.seconds or 0 for turn in manager.stub.turns)
        assert second == pytest.approx(first - 0.3 + 0.05)

    def test_of_memory_decide_how_the_brain_is_made(self, manager: Manager) -> None:
        """It is made anew as soon as they change, and not before."""
        manager("INFO max_memory 1000000000", "START 15", "BEGIN")
        manager("INFO max_memory 1000000001", "TURN 9,9", "INFO max_memory 2000000000")
        manager.wait()
        assert manager.made == [SearchResources(1, 100), SearchResources(1, 200)]

    def test_of_memory_that_cannot_be_kept_are_told_of_once(self, manager: Manager) -> None:
        """It plays on with the least there can be."""
        told, ok = manager("INFO max_memory 83886080", "START 15")
        assert told.startswith("MESSAGE max_memory is 80 MB, but no less than")
        assert ok == "OK"
        assert manager("INFO max_memory 83886080", "BEGIN", "TURN 9,9") == ["0,0", "1,0"]


class TestABrainThatIsNotReady:
    def test_is_not_waited_for_past_the_limit(self, manager: Manager) -> None:
        """A move at a glance is played, and nothing is learnt from that."""
        manager("START 15", "INFO timeout_turn 200")
        manager.stub.may_start.clear()
        assert manager("INFO rule 1", "BEGIN") == ["7,7"]
        assert not manager.stub.turns
        manager.stub.may_start.set()
        manager.wait()
        assert manager("TURN 9,9") == ["0,0"]
        assert (manager.asked.budget.seconds or 0) > 0.1

    def test_is_replaced_only_once_the_next_one_is(self, manager: Manager) -> None:
        """Less memory is no reason to be late, or to play at a glance."""
        first = manager.stub
        manager("START 15", "INFO timeout_turn 1000")
        manager.stub = second = Stub()
        second.may_start.clear()
        assert manager("INFO max_memory 367001600", "BEGIN") == ["0,0"]
        assert len(first.turns) == 1
        second.may_start.set()
        manager.wait()
        assert first.closed.is_set()
        assert manager("TURN 9,9") == ["1,0"]
        assert len(second.turns) == 1

    def test_costs_the_turn_what_it_took(self, manager: Manager) -> None:
        """The time to think gets less by that."""
        manager("START 15", "INFO timeout_turn 1000")
        warm_up = manager.stub.warm_up

        def slowly(game: Game) -> None:
            manager.now += 0.4
            warm_up(game)

        manager.stub.warm_up = slowly  # type: ignore[method-assign]
        acquire = manager.engine._standby.acquire

        def first_ready(game: Game, seconds: float) -> Thinker | None:
            manager.wait()
            return acquire(game, seconds)

        manager.engine._standby.acquire = first_ready  # type: ignore[method-assign]
        manager.engine._rule = 1
        manager.engine._board = GomocupBoard(15, 15, 1)
        manager("BEGIN")
        assert 0.3 < (manager.asked.budget.seconds or 0) < 0.55
