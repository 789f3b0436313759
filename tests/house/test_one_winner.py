"""Server, verdict and report name one winner, in whatever order players come, leave and return."""

import asyncio
import csv
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from client.words.tournaments import places
from organiser.display import Display
from organiser.event import Event, Section
from organiser.records import result_of
from organiser.report import render
from organiser.runner import Runner
from organiser.verdicts import verdict_on
from protocol.events import Ended, MatchEvent, Started
from protocol.parts import Ending, Player, Terms, TimeControl
from protocol.replies import Done, TournamentShown
from protocol.requests import Enter, Move, Resign, ShowTournament, Swap
from protocol.tournaments import FixtureSummary, Format, Order, Plan, Sprt, Stage
from server.app import App
from server.refusal import Refusal
from server.tournaments.events import (
    Announced,
    Seeded,
    Steered,
    TournamentEvent,
    pack_event,
    unpack_event,
)
from server.tournaments.loader import load_tournament
from server.tournaments.summaries import over, shown, table_of
from server.tournaments.tournament import Tournament
from tests.server.players_over_sockets import Player as Wire
from tests.server.tournaments.contestants import at_stage, bots, opened
from tournament.results import Result, ScheduledGame
from tournament.verdict.export import as_json, standings_csv
from tournament.verdict.sentences import named
from tournament.verdict.verdict import TournamentVerdict

GAME, TERMS = "tictactoe", Terms("tictactoe", TimeControl(60))
PLANS = {
    Format.ROUND_ROBIN: Plan("Cup", Format.ROUND_ROBIN, TERMS, rounds=1),
    Format.GAUNTLET: Plan("Cup", Format.GAUNTLET, TERMS, challengers=2),
    Format.SWISS: Plan("Cup", Format.SWISS, TERMS, rounds=3),
    Format.KNOCKOUT: Plan("Cup", Format.KNOCKOUT, TERMS, extra_pairs=1),
    Format.ARENA: Plan("Cup", Format.ARENA, TERMS, seconds=30.0),
    Format.SPRT: Plan("Cup", Format.SPRT, TERMS, rounds=8, sprt=Sprt(0, 100)),
}


class Cup:
    """A tournament on a server without sockets, and all that its journal would hold."""

    def __init__(self, plan: Plan, chance: Random) -> None:
        announced = Announced(0.0, "t1", plan, Player("eve"))
        self.tournament, self.kept = Tournament(announced), list[TournamentEvent]([announced])
        self._chance, self._now = chance, 2.0

    def arrive(self, names: list[str]) -> None:
        """In any order; some leave and come back, some have ratings."""
        chance = self._chance
        for name in chance.sample(names, len(names)):
            rating = chance.choice((None, 1500.0, 1700.0))
            player = Player(name, bot=True, rating=rating, provisional=chance.random() < 0.3)
            self.kept.append(self.tournament.enter(player, 1.0))
            if chance.random() < 0.3:
                away = chance.choice(self.tournament.active)
                again = self.tournament.players[away]
                self.kept.append(self.tournament.quit(away, 1.0))
                self.kept.append(self.tournament.enter(again, 1.0))

    def play(self) -> None:
        """To the end, with games that end in any order."""
        self.kept.append(self.tournament.steer(Order.START, 0, 2.0))
        while self.tournament.stage is Stage.RUNNING:
            self._now += self._chance.random()
            self._come_and_go()
            self._draw()
            if self.tournament.pending:
                self._end_one()
            if self._chance.random() < 0.05:
                self.restart()

    def restart(self) -> None:
        """The tournament is made anew of what was kept."""
        old = self.tournament
        self.tournament = Tournament.restored(
            [unpack_event(pack_event(event)) for event in self.kept]
        )
        for result in old.results:
            self.tournament.score(result, old.plies[result.fixture.number])
        assert shown(self.tournament, 0) == shown(old, 0)

    def _come_and_go(self) -> None:
        tournament = self.tournament
        if self._chance.random() < 0.05 and tournament.active:
            self.kept.append(tournament.quit(self._chance.choice(tournament.active), self._now))
        if self._chance.random() < 0.1 and tournament.gone:
            back = tournament.players[self._chance.choice(sorted(tournament.gone))]
            with suppress(Refusal):  # only an arena takes one who has left
                self.kept.append(tournament.enter(back, self._now))

    def _draw(self) -> None:
        tournament = self.tournament
        if tournament.plan.format is not Format.ARENA:
            happened = tournament.draw(self._now)
        elif self._now >= (tournament.ends_at or 0):
            tournament.pending.clear()
            happened = tournament.finish(self._now)
        else:
            busy = {name for fixture in tournament.under_way for name in fixture.players}
            free = [name for name in tournament.active if name not in busy]
            happened = tournament.pair_up(free, self._now)
        self.kept += [happened] if happened else []

    def _end_one(self) -> None:
        tournament, chance = self.tournament, self._chance
        fixture = chance.choice(list(tournament.pending.values()))
        tournament.begin(fixture.number, f"m{fixture.number}")
        if chance.random() < 0.1:
            tournament.call_off(fixture.number)
            return
        tournament.score(self._result(fixture), 5)

    def _result(self, fixture: ScheduledGame) -> Result:
        absent = [name for name in fixture.players if name in self.tournament.gone]
        match = f"m{fixture.number}"
        if absent:
            winner = None if len(absent) == 2 else 1 - fixture.side_of(absent[0])
            return Result(fixture, winner, Ending.ABSENT, "", match)
        winner = self._chance.choice((0, 1, None))
        swapped = fixture._replace(players=fixture.players[::-1])
        sat = swapped if self._chance.random() < 0.2 else fixture  # by the pie rule
        return Result(sat, winner, Ending.LINE if winner is not None else Ending.FULL, "", match)


def match_events(told: FixtureSummary) -> tuple[MatchEvent, ...]:
    first, second = (Player(name, bot=True) for name in told.players)
    return (
        Started(told.match, 0, TERMS, (3, 3), (first, second), 0.0),
        Ended(told.match, 1, told.winner, Ending(told.ending), 1.0),
    )


def verdict_of(tournament: Tournament, named: list[str], chance: Random) -> TournamentVerdict:
    """What an organiser says who named the bots in this order, and heard of games in any order."""
    section = Section(tournament.plan, tuple(named), "t1").noted(shown(tournament, 0))
    event = Event(Path(), (), (section,))
    told = [over(tournament, result) for result in tournament.results]
    heard = chance.sample(told, len(told))
    event.results[GAME] = {
        each.fixture.number: result_of(each, match_events(each)) for each in heard
    }
    event.arrange(section, [each.fixture.number for each in told])
    return verdict_on(event, section)


def told_by_report(page: str) -> Iterator[str]:
    [table] = re.findall(r'<table class="standings".*?</table>', page, re.S)
    for row in re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.S):
        if re.search(r"<td[^>]*>1</td><th", row):
            yield re.findall(r"<bdi>(.*?)</bdi>", row)[0]


def is_told_in_words(verdict: TournamentVerdict, first: list[str]) -> bool:
    """Whether the sentences name these as the first, or say that no game was played."""
    who, how = named(first), "won" if len(first) == 1 else "shared the first place"
    begins = (f"{who} {how} with ", "No game was played.")
    return any(sentence.startswith(begins) for sentence in verdict.sentences)


@pytest.mark.parametrize("format", Format)
@given(st.integers(2, 9), st.integers(0, 2**32))
def test_all_tell_of_one_winner(format: Format, many: int, seed: int) -> None:
    """The standings of the server, the verdict in all its forms, and the report."""
    chance = Random(seed)
    names = [f"p{number}" for number in range(2 if format is Format.SPRT else many)]
    seeds = tuple(chance.sample(names, chance.randint(0, len(names))))
    third = chance.random() < 0.5
    cup = Cup(replace(PLANS[format], seeds=seeds, third_place=third), chance)
    cup.arrive(names)
    cup.play()
    cup.restart()
    lines, _ = table_of(cup.tournament)
    first = {line.player for line, place in zip(lines, places(lines), strict=True) if place == 1}
    verdict = verdict_of(cup.tournament, chance.sample(names, len(names)), chance)
    assert [line.player for line in verdict.standings] == [line.player for line in lines]
    assert [line.points for line in verdict.standings] == [line.points for line in lines]
    assert {line.player for line in verdict.standings if line.rank == 1} == first
    assert {each["player"] for each in as_json(verdict)["standings"] if each["rank"] == 1} == first
    table = csv.DictReader(standings_csv(verdict).splitlines())
    assert {line["player"] for line in table if line["rank"] == "1"} == first
    assert set(told_by_report(render([verdict]))) == first
    [seeded] = [event for event in cup.kept if isinstance(event, Seeded)]
    assert verdict.seeds == seeded.names
    assert seeded.names[: len(seeds)] == seeds
    assert is_told_in_words(verdict, [line.player for line in lines[: len(first)]])
    if format is Format.KNOCKOUT:
        assert first == {champion(cup.tournament.results, seeded.names, third)}


def champion(results: list[Result], seeds: tuple[str, ...], third_place: bool) -> str:
    """Who won the last tie, found without a bracket: by its points, and if level by its seed."""
    last = max(result.fixture.round for result in results)
    games = [result for result in results if result.fixture.round == last]
    if (
        third_place and last > 1
    ):  # of those who play in the last round, the losers of the one before
        before = [each for each in results if each.fixture.round == last - 1]
        out = {loser for loser, _ in ties(before, seeds)}
        games = [each for each in games if not set(each.fixture.players) & out]
    [(_, winner)] = ties(games, seeds)
    return winner


def ties(games: list[Result], seeds: tuple[str, ...]) -> list[tuple[str, str]]:
    """The loser and the winner of each."""
    points: dict[frozenset[str], Counter[str]] = {}
    for game in games:
        tally = points.setdefault(frozenset(game.fixture.players), Counter())
        tally.update({name: int(2 * game.points_of(name)) for name in game.fixture.players})
    found = []
    for both, tally in points.items():
        loser, winner = sorted(both, key=lambda name: (tally[name], -seeds.index(name)))
        found.append((loser, winner))
    return found


def test_what_was_kept_before_there_were_seeds_is_seeded_by_entry() -> None:
    """An old journal has no such event, and plans without seeds."""
    cup = Cup(PLANS[Format.KNOCKOUT], Random(1))
    for name in ("cat", "ann", "bob"):
        cup.kept.append(cup.tournament.enter(Player(name, bot=True, rating=1500.0), 1.0))
    cup.kept.append(Steered(2.0, Order.START))
    old = Tournament.restored([unpack_event(pack_event(event)) for event in cup.kept])
    assert (old.stage, old.seeds) == (Stage.RUNNING, ("cat", "ann", "bob"))
    assert old.started_at == 2.0


async def _resign(one: Wire) -> None:
    """Every game, as soon as it begins."""
    while True:
        started = await one.next(Started)
        await one.send(Resign(0, started.match))  # which the other may have done before


class Hearing(Display):
    """Tells a test what a person would be told."""

    def __init__(self) -> None:
        super().__init__(quiet=True)
        self.tournament: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def say(self, text: str) -> None:
        if text.startswith("tournament "):
            self.tournament.set_result(text.split()[1].rstrip(":"))


async def test_a_knockout_is_won_by_who_wins_the_final(app: App, tmp_path: Path) -> None:
    """With bots that arrive in another order than they are named in, through the whole house."""
    names = ("one", "two", "three", "four", "five")
    plan = replace(PLANS[Format.KNOCKOUT], third_place=True, seeds=names)
    event = Event(tmp_path, (), (Section(plan, names),), app.url, "organiser", wait_for=5)
    show = Hearing()
    running = Runner(event, show)
    async with bots(app, *names) as field:
        going = asyncio.create_task(running.run())
        key = await show.tournament
        for bot in reversed(field):
            await bot.wire.ask(Enter(0, key), Done)
        losing = [asyncio.create_task(_resign(bot.wire)) for bot in field[:-1]]
        for bot in field[:-1]:
            bot.task.cancel()
        await going
        for task in losing:
            task.cancel()
        await asyncio.wait(losing)
    section = running.event.sections[0]
    assert (section.seeds, section.finished) == (names, True)
    verdict = verdict_on(running.event, section)
    assert verdict.standings[0].player == "five"
    assert verdict.bracket[-1][0].winner == "five"
    assert set(told_by_report(render([verdict]))) == {"five"}


async def test_a_game_belongs_to_who_won_it_though_sides_were_swapped(app: App) -> None:
    """By the pie rule; in the standings, and in what the journal gives back."""
    plan = Plan("Pie", Format.ROUND_ROBIN, replace(TERMS, pie=True), at_once=1)
    async with bots(app, "one", "two") as field:
        for bot in field:
            bot.task.cancel()
        key = await opened(field[0].wire, plan, *(bot.wire for bot in field))
        for first, second in (field, field[::-1]):
            await second.wire.next(Started)
            match = (await first.wire.next(Started)).match
            await first.wire.ask(Move(0, match, 0, 4), Done)
            await second.wire.ask(Swap(0, match), Done)
            await field[1].wire.ask(Resign(0, match), Done)
            await field[1].wire.next(Ended)
        await at_stage(field[0].wire, key, Stage.FINISHED)
        told = await field[0].wire.ask(ShowTournament(0, key), TournamentShown)
    assert [(line.player, line.points) for line in told.standings] == [("one", 2), ("two", 0)]
    kept = await load_tournament(app.house.archive, key)
    assert kept is not None
    assert table_of(kept)[0] == told.standings
