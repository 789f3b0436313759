"""Pairing, standings, ratings and openings: pure functions over results."""
