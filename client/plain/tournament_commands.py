"""What can be typed in the plain client about tournaments."""

from collections.abc import Awaitable, Callable

from client.model import tournament_plan as planning
from client.model.tournaments import is_live, takes_part
from client.plain import tournaments as attending
from client.plain.client import Plain
from client.words import tournaments
from client.words.text import printable
from games.errors import Mistake
from protocol.replies import TournamentShown
from protocol.requests import (
    ListFixtures,
    ListTournaments,
    OpenTournament,
    Quit,
    Ready,
    ShowTournament,
    Steer,
)
from protocol.tournaments import Order, Stage, TournamentSummary

LATEST = 5  # results that are told
Which = Callable[[TournamentSummary], bool]


async def _listed(plain: Plain) -> tuple[TournamentSummary, ...]:
    """The first of them: yours are among these."""
    return (await plain.connection.ask(ListTournaments(0))).tournaments


async def _find(plain: Plain, id: str, *likely: Which) -> str:
    """The id given, or that of the tournament that is most likely meant."""
    if id:
        return id
    listed = sorted(await _listed(plain), key=lambda each: not is_live(each))
    for is_meant in likely:
        if found := next(filter(is_meant, listed), None):
            return found.tournament
    raise Mistake("which tournament? Type tournaments for their ids, in brackets")


def _mine(plain: Plain) -> Which:
    return lambda each: takes_part(each, plain.connection.you.name)


def _opened(plain: Plain) -> Which:
    return lambda each: each.by == plain.connection.you.name


def _followed(plain: Plain) -> Which:
    return lambda each: each.tournament in plain.known_tournaments.followed


async def _tournaments(plain: Plain, text: str) -> None:
    after = int(text) if text.isdecimal() and len(text) < 6 else 0
    page = await plain.connection.ask(ListTournaments(0, after))
    lines = [f"{tournaments.about(each)}." for each in page.tournaments]
    told = after + len(lines)
    if lines and told < page.total:
        lines.append(f"That is {told} of {page.total}: type tournaments {told} for more.")
    plain.say("\n".join(lines) or "There is no tournament.")


async def _standings(plain: Plain, id: str) -> None:
    id = await _find(plain, id, _mine(plain), _followed(plain), _opened(plain))
    shown = await attending.show(plain, id)
    lines = [f"{tournaments.about(shown.tournament)}.", *tournaments.table(shown)]
    for game in shown.live:
        lines.append(f"Going on: {' against '.join(game.players)}; watch {game.match}")
    lines += await _latest(plain, shown)
    plain.say("\n".join(lines))


async def _latest(plain: Plain, shown: TournamentShown) -> list[str]:
    summary = shown.tournament
    before = max(0, summary.played - LATEST)
    asked = ListFixtures(0, summary.tournament, before, LATEST)
    fixtures = (await plain.connection.ask(asked)).fixtures
    return [f"Game {each.fixture.number}: {tournaments.result(each)}" for each in fixtures]


async def _enter(plain: Plain, id: str) -> None:
    await attending.enter(plain, await _find(plain, id, _is_open))


def _is_open(summary: TournamentSummary) -> bool:
    return summary.stage is Stage.OPEN


async def _retire(plain: Plain, id: str) -> None:
    id = await _find(plain, id, _mine(plain))
    if await plain.ask(Quit(0, id), f"retire {id}"):
        plain.known_tournaments.retired(id)
        plain.say(f"You take no more part in {printable(plain.known_tournaments.title(id))}.")


def retirement_cost(plain: Plain) -> str:
    """What it costs to retire, or to leave it all, now; empty if nothing."""
    mine = plain.known_tournaments.mine(plain.connection.you.name)
    running = [printable(each.title) for each in mine if each.stage is not Stage.OPEN]
    return f"Games to come in {' and '.join(running)} are lost then" if running else ""


async def _ready(plain: Plain, _: str) -> None:
    """Begin the game that is due; a script waits for that, and for the game."""
    known_tournaments, name = plain.known_tournaments, plain.connection.you.name
    if not plain.interactive:
        await plain.until(lambda: bool(known_tournaments.due) or not known_tournaments.mine(name))
    due = known_tournaments.next
    if due is None:
        raise Mistake("no game of a tournament waits for you: you are told when one does")
    if not await plain.ask(Ready(0, due.tournament), "ready"):
        return
    if due.tournament in known_tournaments.due:  # it may have begun before the reply
        known_tournaments.readied(due.tournament)
        left = f"in {max(0.0, due.at - plain.now):.0f} seconds at the latest"
        plain.say(f"You are ready. It starts when {due.opponent(name)} is ready too, {left}.")
    if not plain.interactive:
        await plain.until(lambda: due.tournament not in known_tournaments.due)


async def _follow(plain: Plain, id: str) -> None:
    id = await _find(plain, id, _mine(plain), is_live)
    plain.known_tournaments.followed.add(id)
    shown = await attending.show(plain, id)
    plain.say(f"You follow {tournaments.about(shown.tournament)}. Each result is told.")


async def _unfollow(plain: Plain, id: str) -> None:
    id = await _find(plain, id, _followed(plain))
    plain.known_tournaments.followed.discard(id)
    await plain.connection.ask(ShowTournament(0, id, watch=False))
    plain.say("You follow it no longer.")


async def _open(plain: Plain, text: str) -> None:
    opened = await plain.connection.ask(OpenTournament(0, planning.read_plan(text)))
    plain.known_tournaments.followed.add(opened.key)
    shown = await attending.show(plain, opened.key)
    plain.say(f"Opened: {tournaments.about(shown.tournament)}.")
    plain.say(f"Others type enter {opened.key}. When all are here, type steer start.")


async def _steer(plain: Plain, text: str) -> None:
    order, *rest = text.split() or [""]
    if order not in tuple(Order):
        raise Mistake(f"steer how? Write steer and then {', '.join(Order)}")
    numbers = [word for word in rest if word.isdecimal() and len(word) < 6]
    id = next((word for word in rest if word not in numbers), "")
    id = await _find(plain, id, _opened(plain))
    more = int(numbers[0]) if numbers else 0
    if await plain.ask(Steer(0, id, Order(order), more), f"steer {text}"):
        plain.say(f"Done: {order}.")


TOURING: tuple[tuple[Callable[[Plain, str], Awaitable[None]], str, str], ...] = (
    (_tournaments, "tournaments N", "tells which tournaments there are, with their ids; from N on"),
    (_standings, "standings ID", "tells how a tournament stands; without ID yours"),
    (_enter, "enter ID", "takes part in a tournament"),
    (_ready, "ready", "begins your game that is due"),
    (_retire, "retire ID", "takes part no more; without ID in yours"),
    (_follow, "follow ID", "tells each result of a tournament as it comes"),
    (_unfollow, "unfollow ID", "stops that"),
    (_open, "open ...", f"opens one: {planning.USAGE}"),
    (_steer, "steer ORDER ID", "starts, pauses, continues, extends N or cancels one of yours"),
)
