"""Accounts for tests over real sockets."""

from server.app import App
from server.players.tokens import hash_token, new_token
from server.storage.archive import Archive


async def account(app: App, name: str, bot: bool = False, admin: bool = False) -> str:
    """Create an account; its token."""
    archive = app.house.archive
    await archive.create_account(name, bot, admin)
    return await another_token(archive, name)


async def another_token(archive: Archive, name: str, label: str = "") -> str:
    token = new_token()
    await archive.add_token(name, hash_token(token), label)
    return token
