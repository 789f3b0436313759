"""What examines a bot: a private server, a network that can be disturbed, and an opponent."""
