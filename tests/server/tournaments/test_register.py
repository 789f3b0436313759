"""Which tournaments a server holds, how many one may open, and in which order they are told."""

import pytest

from protocol.parts import Fault, Player, Terms
from protocol.tournaments import Format, Order, Plan, Stage
from server.refusal import Refusal
from server.tournaments.events import Announced
from server.tournaments.register import MOST_CLOSED, MOST_LISTED, MOST_NAMED, Register
from server.tournaments.tournament import Tournament

PLAN = Plan("Cup", Format.ROUND_ROBIN, Terms("tictactoe"))
ADDRESSES = {"ann": "here", "bob": "here", "cat": "there"}
ACCOUNT = Player("ann", guest=False)


def guest(name: str) -> Player:
    return Player(name)


def opened(register: Register, id: str, by: Player, *players: str) -> Tournament:
    tournament = Tournament(Announced(0.0, id, PLAN, by))
    for name in players:
        tournament.enter(guest(name), 0.0)
    tournament.committed = tournament.seq
    register.add(tournament)
    return tournament


def steered(register: Register, tournament: Tournament, order: Order) -> Tournament:
    tournament.steer(order, 0, 1.0)
    tournament.committed = tournament.seq
    if tournament.is_closed:
        register.close(tournament)
    return tournament


@pytest.fixture
def register() -> Register:
    return Register(dict(ADDRESSES), 3, 4)


def is_full(register: Register, player: Player) -> bool:
    try:
        register.check_room(player)
    except Refusal as refusal:
        return refusal.code is Fault.BUSY
    return False


class TestRoom:
    def test_a_player_opens_only_so_many(self, register: Register) -> None:
        """Whoever it is; one that is over makes room."""
        cups = [opened(register, f"cup{n}", ACCOUNT) for n in range(3)]
        assert is_full(register, ACCOUNT)
        steered(register, cups[1], Order.CANCEL)
        assert not is_full(register, ACCOUNT)

    def test_guests_of_an_address_open_only_so_many(self, register: Register) -> None:
        """By whatever names; accounts, and guests from elsewhere, do not count."""
        cups = [opened(register, f"cup{n}", guest(["ann", "bob"][n % 2])) for n in range(4)]
        assert is_full(register, guest("bob"))
        assert not is_full(register, guest("cat"))
        assert not is_full(register, ACCOUNT)
        steered(register, cups[0], Order.CANCEL)
        assert not is_full(register, guest("bob"))

    def test_who_comes_back_after_a_restart_is_counted_again(self) -> None:
        """It is not kept where they came from."""
        addresses: dict[str, str] = {}
        register = Register(addresses, 9, 2)
        for n in range(2):
            opened(register, f"cup{n}", guest("ann"))
        addresses["bob"] = "here"
        assert not is_full(register, guest("bob"))
        addresses["ann"] = "here"
        register.locate("ann")
        assert is_full(register, guest("bob"))


class TestPages:
    def test_what_goes_on_and_what_is_mine_comes_first(self, register: Register) -> None:
        """Then what is open, the latest first, and what is over last."""
        opened(register, "mine, open", guest("ann"))
        opened(register, "entered", guest("bob"), "ann", "cat")
        over = opened(register, "mine, over", guest("ann"), "ann", "bob")
        steered(register, over, Order.CANCEL)
        running = opened(register, "running", guest("bob"), "bob", "cat")
        steered(register, running, Order.START)
        for n in range(2):
            opened(register, f"open{n}", guest("bob"))
        told = [each.id for each in register.page("ann", 0, 99)]
        assert told == ["entered", "mine, open", "running", "open1", "open0", "mine, over"]

    @pytest.mark.parametrize("limit", [1, 7, 50, 2**53 - 1])
    def test_pages_tell_all_of_them_once(self, register: Register, limit: int) -> None:
        """However long they are asked to be."""
        for n in range(120):
            opened(register, f"cup{n}", guest("ann"))
        told: list[str] = []
        while page := register.page("bob", len(told), limit):
            assert len(page) <= MOST_LISTED
            told += [each.id for each in page]
        assert told == [f"cup{n}" for n in reversed(range(120))]

    def test_a_page_names_only_so_many_players(self, register: Register) -> None:
        """But it is never empty while there is more."""
        crowd = [f"p{n}" for n in range(900)]
        for n in range(5):
            opened(register, f"cup{n}", guest("ann"), *crowd)
        told: list[int] = []
        while page := register.page("bob", sum(told), 50):
            assert sum(len(each.players) for each in page) <= MOST_NAMED
            told.append(len(page))
        assert told == [2, 2, 1]


class TestWhatIsOver:
    def test_only_the_latest_is_held(self, register: Register) -> None:
        """And nothing about the rest, not even by its players."""
        live = opened(register, "live", guest("ann"))
        for n in range(MOST_CLOSED + 30):
            steered(register, opened(register, f"cup{n}", guest("bob"), f"p{n}"), Order.CANCEL)
        assert len(register) == MOST_CLOSED + 1
        assert (register.those_of("p29"), len(register.those_of("p30"))) == ([], 1)
        assert register.those_of("ann") == [live]

    def test_what_is_not_committed_yet_is_held(self, register: Register) -> None:
        """The archive could not tell of it."""
        first = opened(register, "first", guest("ann"))
        first.steer(Order.CANCEL, 0, 1.0)
        register.close(first)
        for n in range(MOST_CLOSED + 1):
            steered(register, opened(register, f"cup{n}", guest("bob")), Order.CANCEL)
        assert register["first"].stage is Stage.CANCELLED
