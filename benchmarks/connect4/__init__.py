"""Connect 4: how fast it is solved and how well it is played, and what makes its book."""
