"""Who players are and how strong: names, tokens, bans, ratings; not where they sit."""
