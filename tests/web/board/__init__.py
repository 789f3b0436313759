"""The rules, the boards and the replays of the page, mostly without a server."""
