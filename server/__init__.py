"""The arbiter: hears players, pairs them, keeps matches and tournaments; it never plays itself."""
