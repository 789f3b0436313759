"""Accounts for tests over real sockets."""

from server.app import App
from server.players.tokens import hash_token, new_token
from server.storage.people.accounts import Accounts


async def account(app: App, name: str, bot: bool = False, admin: bool = False) -> str:
    """Create an account; its token."""
    accounts = app.house.people.accounts
    await accounts.create(name, bot, admin)
    return await another_token(accounts, name)


async def another_token(accounts: Accounts, name: str, label: str = "") -> str:
    token = new_token()
    await accounts.add_token(name, hash_token(token), label)
    return token
