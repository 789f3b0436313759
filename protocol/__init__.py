"""What may be said between a player and the server: messages, codec, schema, the fold of events."""
