"""The commands that run tournaments."""
