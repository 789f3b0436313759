"""Every game of the catalogue at the ends of its parameters, and ways to walk through them."""

import random

from hypothesis import strategies as st

from games import CATALOGUE, Game, Position, game_named
from games.catalogue import Family, OneOf, Parameter


def _extremes(family: Family, parameter: Parameter) -> tuple[int | str, ...]:
    """The ends of what a parameter may be while the others keep their defaults."""
    if isinstance(parameter, OneOf):
        return parameter.options
    bounds = [int(each.default) for each in family.parameters if each.key in parameter.within]
    return parameter.low, max(bounds, default=parameter.high)


def _names() -> list[str]:
    names = list(CATALOGUE) + [
        f"{family.name}:{parameter.key}={value}"
        for family in CATALOGUE.values()
        for parameter in family.parameters
        for value in _extremes(family, parameter)
    ]
    return sorted({game_named(name).name for name in names})


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
