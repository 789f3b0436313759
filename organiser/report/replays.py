"""The games as the page replays them, packed closely: 2,500 games are to stay below 3 MB.

Cells are two digits to the base 36, so that 225 moves are 450 characters; the time of a move is its
milliseconds to the base 36, with a space between moves. So is what was thought of one: W, L or D
where that is proven, else the score, and behind an apostrophe the depth.
"""

from collections.abc import Iterable

from games import Cell, Game, Line, game_named
from games.notation import explain
from games.record import MoveEvaluation
from organiser.report import endings
from organiser.report.markup import printable
from tournament.results import Result
from tournament.verdict.verdict import TournamentVerdict

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
SHORT = 100  # scores from here on are told without a fraction
Data = dict[str, object]


def data(verdict: TournamentVerdict, players: list[str]) -> Data:
    """One tournament for the page, where players are their places in the list."""
    game = game_named(verdict.game)
    return {
        "players": [printable(player) for player in players],
        "rules": rules(game),
        "notation": explain(game),
        "games": [_packed(game, players, result) for result in verdict.results],
    }


def rules(game: Game) -> Data:
    """The game as data, by the names that the protocol has for it."""
    return {
        "game": game.name,
        "shape": game.shape,
        "names": game.names,
        "lines": game.lines,
        "beyond": game.beyond,
        "below": game.below,
        "sends": game.sends,
        "full_target_draws": game.full_target_draws,
    }


def pack_cells(cells: Iterable[Cell]) -> str:
    return "".join(DIGITS[cell // 36] + DIGITS[cell % 36] for cell in cells)


def pack_times(seconds: Iterable[float]) -> str:
    return " ".join(_to_base(max(0, round(1000 * each))) for each in seconds)


def pack_evaluation(evaluation: MoveEvaluation | None) -> str:
    """Whole scores to the base 36, as the depth is; others with a point."""
    score, depth, verdict = evaluation or MoveEvaluation()
    worth = verdict[:1].upper()
    if score is not None and not verdict:
        sign = "-" if score < 0 else ""
        whole = score == int(score) or abs(score) >= SHORT
        worth = f"{sign}{_to_base(round(abs(score)))}" if whole else f"{score:.2f}"
    return worth if depth is None else f"{worth}'{_to_base(depth)}"


def _packed(game: Game, players: list[str], result: Result) -> list[object]:
    """The order is that in which replay.js takes it apart."""
    first, second = (players.index(player) for player in result.fixture.players)
    return [
        result.fixture.number,
        result.fixture.round,
        first,
        second,
        endings.score(result),
        printable(endings.story(game, result)),
        len(result.opening),
        pack_cells(result.moves),
        pack_times(result.seconds),
        pack_cells(_winning(game, result)),
        " ".join(map(pack_evaluation, result.evaluations)),
    ]


def _winning(game: Game, result: Result) -> Line:
    """The cells with which the game was won on the board, if it was."""
    if result.ending != "line":
        return ()
    position = game.start()
    for cell in result.moves:
        position = position.play(cell)
    return tuple(sorted(position.outcome.cells)) if position.outcome else ()


def _to_base(number: int) -> str:
    head, last = divmod(number, 36)
    return (_to_base(head) if head else "") + DIGITS[last]
