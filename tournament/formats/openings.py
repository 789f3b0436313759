"""Openings: the first moves of games, given so that bots do not play the same game every time."""

import random
from collections.abc import Callable, Iterator

from games import SIDES, Cell, Game, IllegalMove, Mistake, Position, UnreadableMove
from games.game import CellSet, members
from games.notation import read_moves
from games.symmetry import symmetries

NEAR = 2  # rows or columns from the centre to the first stone, and from that to the others
FRUITLESS = 1000  # tries in a row that bring nothing new until a board has no more to offer
LOOKS = 200  # openings to be looked at for each that is wanted
SMALL = 16  # cells up to which two plies leave hardly a choice


def default_plies(game: Game) -> int:
    """How many moves make games differ and leave both sides a chance."""
    if is_wide(game):
        return 5  # an odd number, so that the side with a stone less is on move
    if game.below:
        return min(8, game.cells // 5)
    return 2 if game.cells <= SMALL else 4


def is_wide(game: Game) -> bool:
    """A flat board on which stones far from each other do not matter."""
    return game.cells > 64 and len(game.shape) == 2 and not game.below


def candidates(game: Game, plies: int, seed: int) -> Iterator[tuple[Cell, ...]]:
    """Random openings, the same for the same seed, until the board seems to have no more.

    No two lead to positions that are equal or turn into each other by a symmetry of the board.
    """
    chance, seen, fruitless = random.Random(f"{game.name} {seed}"), set[object](), 0
    while fruitless < FRUITLESS:
        fruitless += 1
        position = random_start(game, plies, chance)
        if position and (key := canonical(position)) not in seen:
            seen.add(key)
            fruitless = 0
            yield position.moves


def choose_openings(
    game: Game,
    many: int,
    plies: int,
    seed: int,
    is_fair: Callable[[Position], bool],
    progress: Callable[[int], None] | None = None,
) -> list[tuple[Cell, ...]]:
    """So many fair openings, or fewer where there are no more; progress hears of each one."""
    found: list[tuple[Cell, ...]] = []
    for _, moves in zip(range(LOOKS * many), candidates(game, plies, seed), strict=False):
        if is_fair(game.after(moves)):
            found.append(moves)
            if progress:
                progress(len(found))
        if len(found) >= many:
            break
    return found


def read_openings(game: Game, text: str) -> list[tuple[Cell, ...]]:
    """One opening from each line, in the game's notation; what follows a # is a comment.

    Raises Mistake, which names the line and what would be right.
    """
    lines: dict[tuple[tuple[CellSet, CellSet], CellSet], int] = {}  # where each position was read
    found: list[tuple[Cell, ...]] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0]
        if not words.strip():
            continue
        position = _read(game, words, number)
        before = lines.setdefault((position.stones, position.target), number)
        if before != number:
            raise Mistake(
                f"line {number}: the same position as line {before}: leave one of them out"
            )
        found.append(position.moves)
    return found


def random_start(game: Game, plies: int, chance: random.Random) -> Position | None:
    """A few random moves, near each other on a wide board; None if they end the game."""
    position = game.start()
    for _ in range(plies):
        legal = position.legal_moves()
        if is_wide(game):
            legal = [cell for cell in legal if _is_near(game, cell, position.moves)] or legal
        position = position.play(chance.choice(legal))
        if position.outcome:
            return None
    return position


def canonical(position: Position) -> tuple[tuple[Cell, ...], ...]:
    """The same for positions that are equal, by whatever moves, or symmetric to each other."""
    what = (position.moves[::2], position.moves[1::2], members(position.target))
    return min(
        tuple(tuple(sorted(to[cell] for cell in cells)) for cells in what)
        for to in symmetries(position.game)
    )


def _is_near(game: Game, cell: Cell, stones: tuple[Cell, ...]) -> bool:
    columns = game.shape[1]
    centre = stones[0] if stones else game.shape[0] // 2 * columns + columns // 2
    far = max(abs(cell // columns - centre // columns), abs(cell % columns - centre % columns))
    return far <= NEAR


def _read(game: Game, words: str, number: int) -> Position:
    try:
        position = read_moves(game, words)
    except (UnreadableMove, IllegalMove) as error:
        raise Mistake(f"line {number}: {error}") from error
    if position.outcome:
        winner = position.outcome.winner
        ending = "a draw" if winner is None else f"{SIDES[winner]} has won"
        raise Mistake(f"line {number}: the game is over ({ending}): leave out the last moves")
    return position
