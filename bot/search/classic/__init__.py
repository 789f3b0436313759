"""The plain alpha-beta of the classics, as a method tells; who they are is in bot/brains."""
