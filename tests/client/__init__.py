"""The clients of people."""
