"""What can be typed in the plain client about tournaments."""

from collections.abc import Awaitable, Callable

from client.model.tournament_plan import USAGE, read_plan
from client.model.tournaments import is_live, takes_part
from client.plain.plain_session import PlainSession
from client.plain.tournaments import enter, follow, show
from client.words import tournaments
from client.words.text import printable
from games.errors import Mistake
from protocol.replies import Tournaments, TournamentShown
from protocol.requests import (
    ListFixtures,
    ListTournaments,
    OpenTournament,
    Quit,
    Ready,
    ShowTournament,
    Steer,
)
from protocol.texts import count
from protocol.tournaments import Order, Stage, TournamentSummary

LATEST = 5  # results that are told
Which = Callable[[TournamentSummary], bool]


async def _listed(session: PlainSession) -> tuple[TournamentSummary, ...]:
    """The first of them: yours are among these."""
    listed: Tournaments = await session.connection.ask(ListTournaments(0))
    return listed.tournaments


async def _find(session: PlainSession, id: str, *likely: Which) -> str:
    """The id given, or that of the tournament that is most likely meant."""
    if id:
        return id
    listed = sorted(await _listed(session), key=lambda each: not is_live(each))
    for is_meant in likely:
        if found := next(filter(is_meant, listed), None):
            return found.tournament
    raise Mistake("which tournament? Type tournaments for their ids, in brackets")


def _mine(session: PlainSession) -> Which:
    return lambda each: takes_part(each, session.connection.you.name)


def _opened(session: PlainSession) -> Which:
    return lambda each: each.by == session.connection.you.name


def _followed(session: PlainSession) -> Which:
    return lambda each: each.tournament in session.known_tournaments.followed


async def _tournaments(session: PlainSession, text: str) -> None:
    after = int(text) if text.isdecimal() and len(text) < 6 else 0
    page = await session.connection.ask(ListTournaments(0, after))
    lines = [f"{tournaments.about(each)}." for each in page.tournaments]
    told = after + len(lines)
    if lines and told < page.total:
        lines.append(f"That is {told} of {page.total}: type tournaments {told} for more.")
    session.say("\n".join(lines) or "There is no tournament.")


async def _standings(session: PlainSession, id: str) -> None:
    id = await _find(session, id, _mine(session), _followed(session), _opened(session))
    shown = await show(session, id)
    lines = [f"{tournaments.about(shown.tournament)}.", *tournaments.table(shown)]
    for game in shown.live:
        lines.append(f"Going on: {' against '.join(game.players)}; watch {game.match}")
    lines += await _latest(session, shown)
    session.say("\n".join(lines))


async def _latest(session: PlainSession, shown: TournamentShown) -> list[str]:
    summary = shown.tournament
    before = max(0, summary.played - LATEST)
    asked = ListFixtures(0, summary.tournament, before, LATEST)
    fixtures = (await session.connection.ask(asked)).fixtures
    return [f"Game {each.fixture.number}: {tournaments.result(each)}" for each in fixtures]


async def _enter(session: PlainSession, id: str) -> None:
    await enter(session, await _find(session, id, _is_open))


def _is_open(summary: TournamentSummary) -> bool:
    return summary.stage is Stage.OPEN


async def _retire(session: PlainSession, id: str) -> None:
    id = await _find(session, id, _mine(session))
    if await session.ask(Quit(0, id), f"retire {id}"):
        session.known_tournaments.retired(id)
        session.say(f"You take no more part in {printable(session.known_tournaments.title(id))}.")


def retirement_cost(session: PlainSession) -> str:
    """What it costs to retire, or to leave it all, now; empty if nothing."""
    mine = session.known_tournaments.mine(session.connection.you.name)
    running = [printable(each.title) for each in mine if each.stage is not Stage.OPEN]
    return f"Games to come in {' and '.join(running)} are lost then" if running else ""


async def _ready(session: PlainSession, _: str) -> None:
    """Begin the game that is due; a script waits for that, and for the game."""
    known_tournaments, name = session.known_tournaments, session.connection.you.name
    if not session.interactive:
        await session.until(lambda: bool(known_tournaments.due) or not known_tournaments.mine(name))
    due = known_tournaments.next
    if due is None:
        raise Mistake("no game of a tournament waits for you: you are told when one does")
    if not await session.ask(Ready(0, due.tournament), "ready"):
        return
    if due.tournament in known_tournaments.due:  # it may have begun before the reply
        known_tournaments.readied(due.tournament)
        seconds = round(max(0.0, due.at - session.now))
        left = f"in {count(seconds, 'second')} at the latest"
        session.say(f"You are ready. It starts when {due.opponent(name)} is ready too, {left}.")
    if not session.interactive:
        await session.until(lambda: due.tournament not in known_tournaments.due)


async def _follow(session: PlainSession, id: str) -> None:
    await follow(session, await _find(session, id, _mine(session), is_live))


async def _unfollow(session: PlainSession, id: str) -> None:
    id = await _find(session, id, _followed(session))
    session.known_tournaments.followed.discard(id)
    await session.connection.ask(ShowTournament(0, id, watch=False))
    session.say("You follow it no longer.")


async def _open(session: PlainSession, text: str) -> None:
    opened = await session.connection.ask(OpenTournament(0, read_plan(text)))
    session.known_tournaments.followed.add(opened.key)
    shown = await show(session, opened.key)
    session.say(f"Opened: {tournaments.about(shown.tournament)}.")
    session.say(f"Others type enter {opened.key}. When all are here, type steer start.")


async def _steer(session: PlainSession, text: str) -> None:
    order, *rest = text.split() or [""]
    if order not in tuple(Order):
        raise Mistake(f"steer how? Write steer and then {', '.join(Order)}")
    numbers = [word for word in rest if word.isdecimal() and len(word) < 6]
    id = next((word for word in rest if word not in numbers), "")
    id = await _find(session, id, _opened(session))
    more = int(numbers[0]) if numbers else 0
    if await session.ask(Steer(0, id, Order(order), more), f"steer {text}"):
        session.say(f"Done: {order}.")


TOURNAMENT_COMMANDS: tuple[tuple[Callable[[PlainSession, str], Awaitable[None]], str, str], ...] = (
    (_tournaments, "tournaments N", "tells which tournaments there are, with their ids; from N on"),
    (_standings, "standings ID", "tells how a tournament stands; without ID yours"),
    (_enter, "enter ID", "takes part in a tournament"),
    (_ready, "ready", "begins your game that is due"),
    (_retire, "retire ID", "takes part no more; without ID in yours"),
    (_follow, "follow ID", "tells each result of a tournament as it comes"),
    (_unfollow, "unfollow ID", "stops that"),
    (_open, "open ...", f"opens one: {USAGE}"),
    (_steer, "steer ORDER ID", "starts, pauses, continues, extends N or cancels one of yours"),
)
