"""A bot at the end of the wire: matches taken, seats, time; not how moves are found."""
