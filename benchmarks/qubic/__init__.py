"""Qubic: that the first player wins, and how it does."""
