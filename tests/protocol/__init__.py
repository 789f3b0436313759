"""Messages, codec and schema."""
