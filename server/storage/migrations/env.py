"""What Alembic runs to migrate, in the transaction that the database has begun for it."""

from alembic import context

from server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
