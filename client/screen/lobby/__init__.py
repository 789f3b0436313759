"""The lobby's screen: its lists, and the form for a new match."""
