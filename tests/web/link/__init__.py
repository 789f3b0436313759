"""How a page keeps its connection, in a browser."""
