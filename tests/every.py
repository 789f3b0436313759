"""Every game of the catalogue at the ends of its parameters, and ways to walk through them."""

import random

from hypothesis import strategies as st

from games import CATALOGUE, Game, Position, UnknownGame, game_named
from games.catalogue import Choice, Parameter


def _extremes(parameter: Parameter) -> tuple[int | str, ...]:
    if isinstance(parameter, Choice):
        return parameter.options
    return parameter.low, parameter.high


def _names() -> list[str]:
    found = []
    for family in CATALOGUE.values():
        tried = [family.name] + [
            f"{family.name}:{parameter.key}={value}"
            for parameter in family.parameters
            for value in _extremes(parameter)
        ]
        for name in tried:
            try:
                found.append(game_named(name).name)
            except UnknownGame:
                continue  # the value does not go with the defaults of the others
    return sorted(set(found))


EVERY_GAME = _names()


def walk(game: Game, seed: int, plies: int) -> Position:
    """The position after so many random moves, or fewer if the game ends."""
    chance = random.Random(seed)
    position = game.start()
    while len(position.moves) < plies and not position.outcome:
        position = position.play(chance.choice(position.legal_moves()))
    return position


def positions(games: list[str] = EVERY_GAME) -> st.SearchStrategy[Position]:
    """Random positions of these games, from empty to finished."""
    return st.builds(
        walk,
        st.sampled_from(games).map(game_named),
        st.integers(0, 2**32),
        st.one_of(st.integers(0, 30), st.integers(0, 700)),
    )
