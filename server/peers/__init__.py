"""How the nodes of a cluster are one server: the lobby and matches of other nodes; no rules."""
