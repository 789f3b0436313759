"""Who only watches: matches, tournaments, players."""
