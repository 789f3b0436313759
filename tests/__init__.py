"""One file per module, and whole-house tests."""
