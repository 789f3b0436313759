"""Connect 4: the solver, its book, and play to a limited depth; no other game."""
