"""A bot on a server: matches taken, seats, offers, seeks; not how moves are found."""
