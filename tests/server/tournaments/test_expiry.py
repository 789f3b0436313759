"""What never begins, or stands still for too long, ends by itself."""

from pathlib import Path
from typing import Any

import pytest

from protocol.parts import Player, Terms
from protocol.replies import Tournaments, TournamentShown
from protocol.requests import ListTournaments, ShowTournament
from protocol.tournaments import Format, Order, Plan, Stage
from server.tournaments.events import Announced
from server.tournaments.expiry import DAY, Expiry
from server.tournaments.tournament import Tournament
from tests.server.players_over_sockets import player
from tests.server.serving import serving
from tests.server.tournaments import cups

HOUR = 3600.0
GUEST, ACCOUNT = Player("ann"), Player("ann", guest=False)


def cup(by: Player, *orders: Order, **plan: Any) -> Tournament:
    """One that was opened at 0, and steered like this."""
    chosen = Plan("Cup", Format.ROUND_ROBIN, Terms("tictactoe"), **plan)
    tournament = Tournament(Announced(0.0, "cup", chosen, by))
    for name in ("bob", "cat"):
        tournament.enter(Player(name), 0.0)
    for order in orders:
        tournament.steer(order, 0, 0.0)
    return tournament


def lasts(tournament: Tournament, here: bool) -> float:
    """When it ends, where nothing changes; it is looked at each hour of two weeks."""
    expiry = Expiry(HOUR, 7)
    for at in range(0, int(14 * DAY), int(HOUR)):
        if list(expiry.look([tournament], lambda _: here, float(at))):
            return float(at)
    return 14 * DAY


@pytest.mark.parametrize(
    ("by", "here", "ends"),
    [
        (GUEST, False, HOUR),
        (GUEST, True, 7 * DAY),
        (ACCOUNT, False, 7 * DAY),
        (ACCOUNT, True, 7 * DAY),
    ],
)
def test_what_never_begins_ends(by: Player, here: bool, ends: float) -> None:
    """Soon if it is a guest's who has left it."""
    assert lasts(cup(by), here) == ends


def test_what_never_begins_ends_though_the_server_is_restarted() -> None:
    """The time counts from when it was opened."""
    [(_, reason)] = Expiry(HOUR, 7).look([cup(ACCOUNT)], lambda _: True, 7 * DAY)
    assert reason == "it has not begun for 7 days"


def test_what_stands_still_ends() -> None:
    """Paused, waiting for seats, or left by who attends it."""
    paused, waiting = cup(ACCOUNT, Order.START, Order.PAUSE), cup(GUEST, Order.START)
    attended = cup(GUEST, Order.START, attended=True)
    attended.draw(0.0)
    attended.begin(1, "match")
    assert [lasts(each, False) for each in (paused, waiting, attended)] == [7 * DAY] * 3
    assert lasts(attended, True) == 14 * DAY


def test_what_goes_on_does_not_end() -> None:
    """However long its games are, and whoever is here."""
    tournament = cup(GUEST, Order.START)
    tournament.draw(0.0)
    tournament.begin(1, "match")
    assert lasts(tournament, False) == 14 * DAY


def test_a_guest_who_comes_back_has_all_the_time_again() -> None:
    """So has one who loses the connection now and then."""
    expiry, tournament = Expiry(HOUR, 7), cup(GUEST)
    here: set[str] = set()

    def look(hours: float) -> list[object]:
        return list(expiry.look([tournament], here.__contains__, hours * HOUR))

    assert not look(0.0)
    here.add("ann")
    assert not look(0.9)
    here.clear()
    assert not look(1.0) + look(1.9)
    assert look(2.0)


async def test_what_guests_have_left_is_gone_after_a_restart(tmp_path: Path) -> None:
    """From the list, and so are the names that were held for them."""
    async with serving(tmp_path) as app, player(app.url, "eve") as eve:
        left = await cups.opened(eve)
    async with serving(tmp_path) as app, player(app.url, "ann") as ann:
        mine = await cups.opened(ann)
        at = app.house.node.time_of_day()
        app.house.lobby.director.expire(at)
        listed = await ann.ask(ListTournaments(0), Tournaments)
        assert [each.tournament for each in listed.tournaments] == [mine, left]
        assert app.house.lobby.presence.holds("eve")
        app.house.lobby.director.expire(at + HOUR)
        shown = await ann.ask(ShowTournament(0, left), TournamentShown)
        assert shown.tournament.stage is Stage.CANCELLED
        async with player(app.url, "eve"):
            pass
    async with serving(tmp_path) as app, player(app.url, session=ann.welcome.session) as ann:
        listed = await ann.ask(ListTournaments(0), Tournaments)
        assert [each.tournament for each in listed.tournaments] == [mine]
        assert listed.total == 1
