"""What examines a bot: a private server, a network that can be disturbed, an opponent; no bots."""
