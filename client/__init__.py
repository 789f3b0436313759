"""A person at a terminal. The server and the bots that one plays with are elsewhere."""
