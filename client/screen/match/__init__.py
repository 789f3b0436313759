"""The screen of a match, and what stands beside its board."""
