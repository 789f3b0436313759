"""The plain alpha-beta of the classics; the brains that use it are in bot/brains."""
