"""Who is connected to which node, as the owner of the lobby tells it; and what it is told by us."""

from server.cluster.many import RemotePlayer
from server.keys import LOBBY
from server.logs import log
from server.matches.tables import Tables
from server.peers.links import Links
from server.peers.node_messages import (
    Arrived,
    AskInventory,
    Departed,
    Directory,
    Inventory,
    ReportInventory,
    SentAway,
)
from server.peers.table_service import TableService
from server.peers.takeover import Takeover

AGAIN = 0.5  # seconds until the owner of the lobby is told again what is here


class Whereabouts:
    def __init__(
        self, links: Links, takeover: Takeover, service: TableService, tables: Tables
    ) -> None:
        self._post, self._bus, self._owners, _, self._membership = links
        self._exchange = self._post.exchange
        self._takeover, self._access, self._service = takeover, takeover.access, service
        self._tables = tables
        self._reporting = self._report_again = False
        post = links.post
        post.on_tell(Arrived, self._arrived)
        post.on_tell(Departed, lambda _, left: self._left(left))
        post.on_tell(SentAway, self._were_sent_away)
        post.on_tell(Directory, self._told_directory)
        post.on_ask(AskInventory, self._tell_inventory)
        links.bus.on_move = self._moved

    # The owner of the lobby

    def report(self) -> None:
        """Tell the owner of the lobby all that is here, and learn who is where."""
        if self._reporting:
            self._report_again = True
        elif self._access.owned is None:
            self._reporting = True
            self._post.spawn(self._report())

    async def _report(self) -> None:
        try:
            while self._access.owned is None and not await self._reported():
                await self._membership.changed(AGAIN)
        finally:
            self._reporting = False
        if self._report_again:
            self._report_again = False
            self.report()

    async def _reported(self) -> bool:
        try:
            node = await self._owners.find(LOBBY)
            if node is None or node == self._post.me:
                self._owners.forget(LOBBY)
                return False
            directory: Directory = await self._post.ask(
                node, ReportInventory(self._takeover.inventory())
            )
        except Exception as error:
            self._owners.forget(LOBBY)
            log().warning("the lobby was not told what is here", error=repr(error))
            return False
        self._follow(node, directory)
        return True

    def _told_directory(self, sender: str, directory: Directory) -> None:
        if directory.term >= self._service.term:
            self._follow(sender, directory)
            self.report()

    def _follow(self, owner: str, directory: Directory) -> None:
        """The lobby is that node's, and this is who is where."""
        self._service.term = directory.term
        self._access.moved(None)
        self._owners.note(LOBBY, owner)
        for each in directory.present:
            self._arrived(owner, each)
        present = {each.player.name for each in directory.present}
        for away in self._bus.away():
            if away.name not in present:
                self._left(Departed(away.player))

    def _tell_inventory(self, sender: str, asked: AskInventory) -> Inventory:
        self._service.term = max(self._service.term, asked.term)
        self._owners.note(LOBBY, sender)
        return self._takeover.inventory()

    # Who is where

    def _arrived(self, _: str, message: Arrived) -> None:
        if message.new:
            self._tables.forget(message.player)
        if message.node == self._post.me:
            self._access.arrived(message)
            return
        self._bus.attach(
            RemotePlayer(
                self._bus.post, message.node, message.ticket, message.player, message.serial
            )
        )

    def _were_sent_away(self, node: str, message: SentAway) -> None:
        at = (away for name in message.players for away in self._bus.elsewhere(name))
        self._service.lost([away.name for away in at if away.node == node])

    def _moved(self, player: str, node: str) -> None:
        """A player was at a node and is elsewhere now: perhaps that node is dead."""
        if seconds := self._exchange.silence(node):
            self._service.excuse(player, seconds)

    def _left(self, message: Departed) -> None:
        for away in self._bus.elsewhere(message.player.name):
            self._bus.detach(away)
            if away.node not in self._exchange.others or self._exchange.silence(away.node):
                self._service.lost([away.name])
                return
        self._tables.left(message.player)
