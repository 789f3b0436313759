"""Connect 4: solver, book, and play to a limited depth."""
