"""How each kind of database is written and read: SQLite in threads, any other by its engine."""
