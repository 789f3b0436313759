"""What an event is to be: its players, games, clocks and openings, out of what was asked for."""
