"""How the games of a tournament were played, out of what is known of each."""

from collections.abc import Iterable, Iterator, Sequence

from tournament.results import Result

OF_PLAYERS = ("First", "Second")  # so begin the names of what is known of one of the players
Conditions = dict[str, tuple[str, ...]]  # by its name, all that was the case, soonest first


def conditions(results: Iterable[Result]) -> Conditions:
    """Of all: dates, clocks, machines, versions, seeds."""
    known = (each for result in results for each in result.facts)
    return _gathered(each for each in known if not each[0].startswith(OF_PLAYERS))


def conditions_by_player(results: Sequence[Result]) -> dict[str, Conditions]:
    """Of each player of whom there is something to tell: how it was named, which version it is."""
    found: dict[str, list[tuple[str, str]]] = {}
    for result in results:
        for player, name, value in _of_players(result):
            found.setdefault(player, []).append((name, value))
    return {player: _gathered(facts) for player, facts in found.items()}


def _of_players(result: Result) -> Iterator[tuple[str, str, str]]:
    for name, value in result.facts:
        for player, prefix in zip(result.fixture.players, OF_PLAYERS, strict=True):
            if name.startswith(prefix):
                yield player, name.removeprefix(prefix), value


def _gathered(facts: Iterable[tuple[str, str]]) -> Conditions:
    found: dict[str, dict[str, None]] = {}
    for name, value in facts:
        found.setdefault(name, {})[value] = None
    return {name: tuple(values) for name, values in found.items()}
