"""The screen of a match, and what stands beside its board. Boards have a room of their own."""
