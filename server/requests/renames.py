"""Requests of administrators to rename an account, and to delete one.

Nobody is told of the account by its old name from then on: it neither plays nor takes part anywhere
just then, and whoever is connected as it comes back as whom it is by now.
"""

import asyncio

from games.errors import Mistake
from protocol.administration import AuditKind
from protocol.closes import Close
from protocol.parts import Fault, Player
from protocol.replies import Done
from protocol.requests import DeleteAccount, RenameAccount
from server.lobby.matchmaker import Matchmaker
from server.logs import log
from server.matches.tables import Tables
from server.players.identity import Identity
from server.players.names import check_name
from server.players.people import People
from server.refusal import Refusal
from server.requests.admin import check_admin
from server.storage.commit import commit
from server.storage.journal import Journal
from server.storage.people.audit_entry import audit_entry
from server.storage.row_types import AccountRow
from server.storage.sqlite_file import BadDatabase
from server.tournaments.director import Director


class RenameRequests:
    def __init__(
        self,
        journal: Journal,
        people: People,
        matchmaker: Matchmaker,
        director: Director,
        tables: Tables,
    ) -> None:
        self._journal, self._people, self._tables = journal, people, tables
        self._matchmaker, self._director = matchmaker, director
        self._presence, self._requests = matchmaker.presence, matchmaker.requests
        self._finishing: set[asyncio.Task[None]] = set()

    async def reply(self, who: Identity, request: RenameAccount | DeleteAccount) -> Done:
        """Carry a request out. Raises Refusal."""
        check_admin(who.admin)
        account = await self._people.accounts.find(request.player)
        if account is None:
            raise Refusal(Fault.NO_SUCH_PLAYER, f"there is no account called {request.player}")
        try:
            if isinstance(request, RenameAccount):
                await self._rename(account, request.name)
            else:
                await self._delete(who, account)
        except BadDatabase:
            raise
        except Mistake as mistake:
            raise Refusal(Fault.CONFLICT, str(mistake)) from mistake
        return Done(request.id)

    async def _rename(self, account: AccountRow, new: str) -> None:
        check_name(new)
        registry = self._presence.registry
        if registry.is_held(new) or registry.is_changing(new):
            raise Mistake(f"a guest is called {new} until they leave: choose another name")
        with registry.changing(account.name, new):
            await self._settle(account)
            await self._people.renaming.rename(account, new)
            self._be_gone(account.name)
            unheard = self._presence.blocks.rename(account.name, new)
        self._presence.send_away([account.name], f"your account is called {new} from now on")
        self._presence.send_away(unheard, f"whom you have blocked is called {new} from now on")

    async def _delete(self, who: Identity, account: AccountRow) -> None:
        if account.name == who.player.name:
            raise Mistake("this is yourself: let another administrator do it")
        with self._presence.registry.changing(account.name):
            await self._settle(account)
            neutral = await self._people.renaming.delete(account)
            self._be_gone(account.name)
        by, act = who.player.name, DeleteAccount.__name__.lower()
        self._journal.append(audit_entry(AuditKind.ACT, act, by, neutral, who.address))
        self._presence.close_all(account.name, Close.REVOKED, "your account was deleted")

    async def _settle(self, account: AccountRow) -> None:
        """Let nothing be under way that names the account. Raises Mistake or Refusal."""
        name = account.name
        if self._presence.holds(name):
            seats = self._requests.lobby.matches_of(name)
            where = ", ".join(seats) or "a tournament"
            raise Mistake(f"{name} takes part in {where}: wait for the end of it, or end it first")
        for key in (
            *self._requests.lobby.opened_by(name),
            *self._requests.lobby.challenges_to(name),
        ):
            self._requests.withdraw(key, f"{name} has left")
        await commit(self._journal)

    def _be_gone(self, name: str) -> None:
        """Forget the name, here and at other nodes; what is kept of it changes from now on."""
        former = Player(name)
        self._presence.registry.gone(name)
        self._presence.ladder.forget(name)
        self._matchmaker.forget(former)
        self._tables.forget(former)
        for tournament in self._director.all.those_of(name):
            if tournament.is_closed:
                self._director.all.remove(tournament)
        self._people.changed([name])
        task = asyncio.create_task(self._finish())
        self._finishing.add(task)
        task.add_done_callback(self._finishing.discard)

    async def _finish(self) -> None:
        try:
            await self._people.renaming.finish()
        except Exception:  # it is done with the next upkeep
            log().exception("an account is not renamed everywhere yet")
