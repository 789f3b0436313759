"""The player's end of the wire, which comes back by itself; all that bots may import of us."""
