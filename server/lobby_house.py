"""What the owner of the lobby has, wired together: on a single node always, in a cluster on one."""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from protocol.events import News
from server.connections.frame import OutgoingFrame
from server.lobby.door import Door
from server.lobby.lobby import Lobby
from server.lobby.matchmaker import ChooseHost, Matchmaker
from server.lobby.open_requests import OpenRequests
from server.lobby.seated_match import SeatedMatch
from server.lobby.seats import Caps
from server.matches.tables import Tables
from server.node import Node
from server.players.identity import Registry
from server.players.ladder import Ladder
from server.players.people import People
from server.players.presence import Presence, Venue
from server.requests.admin import AdminRequests
from server.requests.bans import BanRequests
from server.requests.blocks import BlockRequests
from server.requests.history import HistoryRequests
from server.requests.lists import PresentLists
from server.requests.lobby_owner import LobbyOwner, RequestGroups
from server.requests.renames import RenameRequests
from server.requests.seeks import SeekRequests
from server.requests.tournaments import TournamentRequests
from server.settings import Settings
from server.storage.archive import Archive
from server.tournaments.director import Director
from server.tournaments.loader import TournamentLoader


class Ground(NamedTuple):
    """What of a node the lobby stands on."""

    node: Node
    archive: Archive
    people: People
    tables: Tables
    ladder: Ladder
    history: HistoryRequests


class LobbyHouse:
    def __init__(
        self, ground: Ground, choose_host: ChooseHost, hosts: Venue, first_serial: int = 0
    ) -> None:
        """*hosts* hear who comes and leaves, for the matches in which they sit."""
        self._ground = ground
        node = ground.node
        people = ground.people
        self.registry = Registry(people.accounts, people.bans)
        self.presence = Presence(node, self.registry, ground.ladder, people, first_serial)
        self.lobby = Lobby(
            _caps(node.settings), node.settings.idle_seconds, self.presence.blocks.between
        )
        self.door = Door(self._tell_everyone)
        requests = OpenRequests(self.lobby, self.door, node.bus)
        self.matchmaker = Matchmaker(node, self.presence, requests, choose_host)
        self.director = Director(node, self.presence, requests, self.matchmaker, ground.tables)
        self.presence.venues += (requests, hosts, self.matchmaker, self.director)
        self.matchmaker.listeners.append(self.director)
        groups = RequestGroups(
            SeekRequests(node, self.presence, requests, self.matchmaker),
            AdminRequests(self.door, self.director),
            BanRequests(self.presence, people),
            BlockRequests(self.presence, people, requests),
            RenameRequests(node.journal, people, self.matchmaker, self.director, ground.tables),
            PresentLists(node.bus, self.lobby, self.presence),
            TournamentRequests(node, ground.archive, self.registry, self.matchmaker, self.director),
            ground.history,
        )
        self.owner = LobbyOwner(self.presence, self.lobby, self.matchmaker, groups, people.bans)

    def seat(self, matches: Iterable[SeatedMatch]) -> None:
        """Keep the names and seats of those who sit in matches that go on."""
        for match in matches:
            self.matchmaker.restore(match)

    async def take_up_tournaments(self) -> None:
        """Go on with what is open; the matches that go on are seated."""
        seated = (match.names for match in self.matchmaker.live.values())
        await self._ground.ladder.load(chain.from_iterable(seated))
        await TournamentLoader(self._ground.archive, self.matchmaker, self.director).load()

    def expire_tournaments(self) -> None:
        self.director.expire(self._ground.node.time_of_day())

    def _tell_everyone(self, news: News) -> None:
        self._ground.node.bus.tell_everyone(OutgoingFrame(news))


def _caps(settings: Settings) -> Caps:
    return Caps(
        settings.guest_capacity,
        settings.guest_bot_capacity,
        settings.people_capacity,
        settings.bot_capacity,
        settings.seats_per_address,
    )
