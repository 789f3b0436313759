"""The screen of the lobby: its lists, and the form for a new match. Not the matches themselves."""
