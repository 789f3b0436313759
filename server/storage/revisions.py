"""Which revision of the tables a database has, and bringing it to another.

What migrates takes longer to load than all the rest, and is needed only where tables are not of
today.
"""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from server.storage.schema import REVISION
from server.storage.sqlite_file import BadDatabase

if TYPE_CHECKING:
    from alembic.config import Config


def revision_of(connection: Connection, name: str) -> str | None:
    """The revision of its tables; None if it has none. Raises where it is not for us."""
    found = _found(connection)
    if found is None:
        if connection.dialect.name == "sqlite" and inspect(connection).get_table_names():
            raise BadDatabase(f"{name} is the database of another program: use another file")
    elif found != REVISION and not _is_known(found):
        raise BadDatabase(
            f"the database {name} was written by a newer inarow (its schema is {found}, and "
            f"this one knows up to {REVISION}): update inarow"
        )
    return found


def upgrade(connection: Connection, name: str, revision: str = REVISION) -> None:
    """Bring the tables to a revision, by default the newest. Raises where they are not for us."""
    if revision_of(connection, name) == revision:
        return
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _found(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _is_known(revision: str) -> bool:
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    with suppress(CommandError):
        return ScriptDirectory.from_config(_config()).get_revision(revision) is not None
    return False


def _config() -> "Config":
    from alembic.config import Config

    config = Config()
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
