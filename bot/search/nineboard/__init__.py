"""Nine-board tic-tac-toe, by either rule about full boards; no other game."""
