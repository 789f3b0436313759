"""How players find a match: seeks, challenges, invites, seats, policies, terms; not the match."""
