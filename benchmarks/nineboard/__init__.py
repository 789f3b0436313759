"""Nine-board: what its proof search proves, and the table of openings."""
