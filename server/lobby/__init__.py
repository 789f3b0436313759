"""How players find a match: seeks, challenges, invites, seats and policies; no sockets."""
