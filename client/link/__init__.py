"""The player's end of the wire, which comes back by itself. What is said over it is elsewhere."""
