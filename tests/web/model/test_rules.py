"""The rules in the page are those of games/: whatever is played, both have it the same."""

import json
from typing import Any

import pytest

from games import Game, IllegalMove, Mistake, Position, game_named
from games.game import members
from games.notation import explain, read_cell, read_moves, write_moves
from tests.games.every import EVERY_GAME, walk
from tests.games.test_perft import known
from tests.web.node import Node, rules_for

FEW = 30_000  # leaves that a browser counts in a moment
SEEDS = range(4)
FOLLOW = """([rules, moves]) => {
  const legal = (at) => [...at.stones.keys()].filter((cell) => m.isLegal(at, cell));
  let position = m.start(rules);
  const told = (at) => JSON.stringify([at.turn, at.target,
    at.outcome && [at.outcome.winner, at.outcome.lines],
    at.moves.length % 7 ? [] : legal(at), [...at.stones].map((stone) => stone + 1).join("")]);
  const all = [told(position)];
  for (const cell of moves) all.push(told((position = m.play(position, cell))));
  return all;
}"""
PERFT = """([rules, moves, depth]) => {
  const legal = (at) => [...at.stones.keys()].filter((cell) => m.isLegal(at, cell));
  const perft = (at, depth) => depth === 1 ? legal(at).length
    : legal(at).reduce((sum, cell) => sum + perft(m.play(at, cell), depth - 1), 0);
  return perft(m.after(rules, moves), depth);
}"""
WHY_NOT = """([rules, moves, cells]) => {
  const position = m.after(rules, moves);
  return cells.map((cell) => {
    try { m.play(position, cell); return null; } catch (error) { return error.message; }
  });
}"""
READ = """([rules, moves, texts]) => {
  const position = m.after(rules, moves);
  return texts.map((text) => {
    try { return m.cellNamed(position, text); } catch (error) { return error.message; }
  });
}"""


def told(position: Position) -> list[Any]:
    """A position as FOLLOW tells it; what is legal only now and then, because it is long."""
    outcome, game = position.outcome, position.game
    stones = "".join(str({None: 0, 0: 1, 1: 2}[position.owner(cell)]) for cell in range(game.cells))
    return [
        position.turn,
        members(position.target),
        outcome and [outcome.winner, [list(line) for line in outcome.lines]],
        [] if len(position.moves) % 7 else position.legal_moves(),
        stones,
    ]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_random_games_go_the_same_way(node: Node, name: str) -> None:
    """Turn, target, outcome with its lines, legal moves and stones, after every move to the end."""
    game = game_named(name)
    for seed in SEEDS if game.cells < 300 else [0]:
        moves = walk(game, seed, 700).moves
        followed = node.run("model/game.js", FOLLOW, rules_for(game), moves)
        position = game.start()
        for ply, text in enumerate(followed):
            assert json.loads(text) == told(position), f"ply {ply} of {moves}"
            if ply < len(moves):
                position = position.play(moves[ply])


@pytest.mark.parametrize(
    ("name", "moves", "depth", "count"), [each for each in known() if each[3] <= FEW]
)
def test_perft(node: Node, name: str, moves: str, depth: int, count: int) -> None:
    """The browser finds just as many sequences of moves as there are."""
    cells = read_moves(game_named(name), moves).moves
    counted = node.run("model/game.js", PERFT, rules_for(game_named(name)), cells, depth)
    assert counted == count


def why_not(position: Position, cell: int) -> str | None:
    try:
        position.play(cell)
    except IllegalMove as error:
        return str(error)
    return None


@pytest.mark.parametrize("name", EVERY_GAME)
def test_what_is_illegal_is_refused_with_the_same_words(node: Node, name: str) -> None:
    """Taken, in the air, not where the reply must go, not on the board, after the end."""
    game = game_named(name)
    for plies in (0, 7, 700):
        position = walk(game, 5, plies)
        cells = [-1, *range(game.cells + 1)]
        given = rules_for(game), position.moves, cells
        refused = node.run("model/game.js", WHY_NOT, *given)
        assert refused == [why_not(position, cell) for cell in cells]


def read(position: Position, text: str) -> int | str:
    try:
        return read_cell(position, text)
    except Mistake as error:
        return str(error)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_cells_are_read_by_their_names(node: Node, name: str) -> None:
    """Every name, in capitals and with spaces too, in a column until it is full; and no other."""
    game = game_named(name)
    texts = [*game.names, game.names[0].upper(), f" {game.names[-1]} ", "", "z99", "middle"]
    for plies in (0, 20):
        position = walk(game, 11, plies)
        given = rules_for(game), position.moves, texts
        assert node.run("model/game.js", READ, *given) == [read(position, text) for text in texts]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_moves_are_written_and_explained_the_same(node: Node, name: str) -> None:
    """As one types them."""
    game = game_named(name)
    moves = walk(game, 3, 30).moves
    given = rules_for(game), moves
    write, tell = "([rules, moves]) => m.written(rules, moves)", "([rules]) => m.explain(rules)"
    assert node.run("model/record.js", write, *given) == write_moves(game, moves)
    assert node.run("model/game.js", tell, *given) == explain(game)


def landed(game: Game, position: Position, cell: int) -> int:
    column = [at for at in range(game.cells) if game.names[at] == game.names[cell]]
    empty = [at for at in column if position.owner(at) is None]
    return max(empty) if game.below and empty else cell  # cells are numbered from the top


@pytest.mark.parametrize("name", ["connect4", "connect4:width=10", "gomoku:size=5", "qubic"])
def test_a_stone_lands_where_it_is_held_up(node: Node, name: str) -> None:
    """Wherever in a column it is dropped, until that is full; where nothing falls, just there."""
    game = game_named(name)
    position = walk(game, 2, 30)
    body = "([rules, moves]) => rules.names.map((_, c) => m.landing(m.after(rules, moves), c))"
    there = node.run("model/game.js", body, rules_for(game), position.moves)
    assert there == [landed(game, position, cell) for cell in range(game.cells)]
