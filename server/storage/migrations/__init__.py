"""How the tables came to be as they are: Alembic revisions, applied when a database is opened."""
