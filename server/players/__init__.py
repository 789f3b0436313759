"""Who players are, how strong, and who is here: names, tokens, ratings; not where they sit."""
