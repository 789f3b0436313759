"""The server as a whole, and what its tests share."""
