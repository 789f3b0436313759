"""The commands of the bots, one module each: what it takes, and what it does."""
