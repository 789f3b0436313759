"""Pairings, statistics and verdicts."""
