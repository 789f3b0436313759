"""Who somebody is: guests by a free name, accounts by their token, both by a session.

A name belongs to one player at a time. A guest holds a name while connected or seated; the session
token is the only way back to it.
"""

import secrets
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from games.errors import Mistake
from protocol.names import LONGEST_NAME, fold
from protocol.parts import PROTOCOL, Fault, Player
from protocol.requests import Hello
from server.players.bans import KnownBans
from server.players.names import check_name
from server.players.tokens import hash_token, new_token
from server.refusal import Refusal
from server.storage.people.accounts import Accounts
from server.storage.row_types import AccountRow, RevokedRow

IN_ORDER, BY_CHANCE = 4, 4  # names that are looked at for one to offer, all in one query


class Proof(NamedTuple):
    """By what the owner of an account came in, and when."""

    token: bytes | None  # its hash; None: by a session, of which it is not kept what token began it
    at: float

    def has_fallen(self, revoked: Iterable[RevokedRow]) -> bool:
        """Whether one of these tokens of the account, which were revoked, takes the proof away."""
        if self.token is None:
            return any(each.revoked_at >= self.at for each in revoked)
        return any(each.hash == self.token for each in revoked)


class Identity(NamedTuple):
    player: Player
    admin: bool
    session: str
    new: bool  # whether the session has just begun
    ended: tuple[bytes, ...] = ()  # hashes of sessions of earlier guests of the name
    proof: Proof | None = None  # that the account is theirs; None: a guest
    address: str = ""  # whom it stands for, as `limits.network` tells
    awaited: bool = False  # whether a seat or a place in a tournament waits for them


class Registry:
    def __init__(self, accounts: Accounts, bans: KnownBans) -> None:
        self._accounts, self._bans = accounts, bans
        self._guests: dict[str, bytes] = {}  # folded name -> hash of the session that holds it
        self._changing: set[str] = set()  # folded names of accounts that are being renamed
        self._gone: dict[str, float] = {}  # and when those were that are nobody's now

    async def identify(self, hello: Hello, address: str) -> Identity:
        """Who says hello. A guest's name is theirs from here on; `release` gives it back."""
        return (await self._identified(hello, address))._replace(address=address)

    async def _identified(self, hello: Hello, address: str) -> Identity:
        if hello.protocol != PROTOCOL:
            raise Refusal(
                Fault.WRONG_PROTOCOL,
                f"this server speaks protocol {PROTOCOL}, not {hello.protocol}",
            )
        if hello.session is not None:
            try:
                return await self._resume(hello.session, address)
            except Refusal as refusal:
                # A session can end; a token says who is there all the same.
                if hello.token is None or refusal.code is not Fault.BAD_TOKEN:
                    raise
        if hello.token is not None:
            return await self._log_in(hello, hello.token, address)
        return await self._greet(hello, address)

    def reserve(self, player: Player) -> None:
        """Keep the name of a guest who sits at a table that a restart brought back."""
        if player.guest:
            self._guests.setdefault(fold(player.name), b"")

    def hold(self, player: Player, session: bytes) -> None:
        """The name of a guest is that session's."""
        if player.guest:
            self._guests[fold(player.name)] = session

    def release(self, player: Player) -> None:
        if player.guest:
            self._guests.pop(fold(player.name), None)

    def session_of(self, player: Player) -> bytes:
        """By which a guest is told from others of the name; accounts need none."""
        return self._guests.get(fold(player.name), b"") if player.guest else b""

    # Accounts that are to have another name

    def is_held(self, name: str) -> bool:
        """Whether a guest has the name."""
        return fold(name) in self._guests

    def is_changing(self, name: str) -> bool:
        return fold(name) in self._changing

    @contextmanager
    def changing(self, *names: str) -> Iterator[None]:
        """Nobody comes in by these names inside the block."""
        folded = set(map(fold, names))
        self._changing |= folded
        try:
            yield
        finally:
            self._changing -= folded

    def gone(self, name: str) -> None:
        """The account has another name, or is no more."""
        self._gone[fold(name)] = time.time()

    def check_still(self, who: Identity) -> None:
        """Raise Refusal where an account has been renamed since somebody said hello for it."""
        at = self._gone.get(fold(who.player.name))
        if who.proof is not None and at is not None and who.proof.at <= at:
            raise Refusal(Fault.BAD_TOKEN, f"{who.player.name} is called otherwise by now")

    # How one is known

    async def _resume(self, session: str, address: str) -> Identity:
        began = time.time()  # a token that is revoked while we look is found by the next look
        hash = hash_token(session)
        row = await self._accounts.session(hash)
        if row is None:
            raise Refusal(
                Fault.BAD_TOKEN, "this session is over: say hello without it to begin a new one"
            )
        account = await self._accounts.find(row.player)
        admin = not row.guest and account is not None and account.admin
        self._bans.check(row.player, address, admin)
        if row.guest:
            self.hold_again(row.player, hash, owned=account is not None)
            return Identity(Player(row.player, row.bot), False, session, new=False)
        if account is None:
            raise Refusal(Fault.BAD_TOKEN, f"the account {row.player} is gone")
        # Which token a session began with is not kept, so that each revoked one ends them all.
        revoked = [token.revoked_at for token in await self._accounts.tokens(account.name)]
        if any(at is not None and at >= row.seen_at for at in revoked):
            raise Refusal(Fault.BAD_TOKEN, "a token was revoked: say hello with a valid one")
        return self._as_account(account, session, False, Proof(None, began))

    def hold_again(self, name: str, hash: bytes, owned: bool = False) -> None:
        """Take a guest's name again, unless it is another guest's or has become an account's."""
        holder = self._guests.get(fold(name))
        if holder not in (None, b"", hash) or (owned and holder is None):
            raise Refusal(Fault.NAME_TAKEN, f"{name} is somebody else by now")
        self._guests[fold(name)] = hash

    def _as_account(self, account: AccountRow, session: str, new: bool, proof: Proof) -> Identity:
        self._check_settled(account.name)
        if fold(account.name) in self._guests:
            raise Refusal(
                Fault.NAME_TAKEN, f"a guest is called {account.name} until they leave", wait=10.0
            )
        player = Player(account.name, account.bot, guest=False)
        return Identity(player, account.admin, session, new, proof=proof)

    async def _log_in(self, hello: Hello, token: str, address: str) -> Identity:
        proof = Proof(hash_token(token), time.time())
        account = await self._accounts.by_token(hash_token(token))
        if account is None:
            raise Refusal(Fault.BAD_TOKEN, "no account has this token, or it was revoked")
        if hello.name and fold(hello.name) != fold(account.name):
            raise Refusal(Fault.BAD_TOKEN, f"this token is not that of {hello.name}")
        self._bans.check(account.name, address, account.admin)
        return self._as_account(account, new_token(), True, proof)

    async def _greet(self, hello: Hello, address: str) -> Identity:
        try:
            check_name(hello.name)
        except Mistake as error:
            raise Refusal(Fault.BAD_NAME, str(error)) from error
        self._bans.check_newcomer(hello.name, address)
        self._check_settled(hello.name)
        offers = _alike(hello.name)
        # The guests are looked up after waiting for the accounts: somebody may have come meanwhile.
        taken = await self._accounts.taken([hello.name, *offers])
        if fold(hello.name) in taken or fold(hello.name) in self._guests:
            raise Refusal(Fault.NAME_TAKEN, f"{hello.name} is taken: {self._free(offers, taken)}")
        session = new_token()
        player = Player(hello.name, hello.bot)
        self._guests[fold(hello.name)] = hash_token(session)
        try:
            ended = tuple(await self._accounts.sessions_of(hello.name))
        except BaseException:
            self.release(player)
            raise
        return Identity(player, False, session, True, ended)

    def _check_settled(self, name: str) -> None:
        if self.is_changing(name):
            raise Refusal(Fault.NAME_TAKEN, f"an account is being renamed: {name}", wait=1.0)

    def _free(self, offers: list[str], taken: set[str]) -> str:
        """Which of these names is free, as far as anybody knows."""
        for name in offers:
            if fold(name) not in taken and fold(name) not in self._guests:
                return f"{name} is free"
        return "so are those like it; choose another"


def _alike(name: str) -> list[str]:
    """A few names to offer instead; the last ones are hard to take before anybody asks."""
    numbers = [*range(2, 2 + IN_ORDER), *(secrets.randbelow(9000) + 1000 for _ in range(BY_CHANCE))]
    return [f"{name[: LONGEST_NAME - len(str(number))]}{number}" for number in numbers]
