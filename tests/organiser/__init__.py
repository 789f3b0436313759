"""Tournaments as an organiser runs them."""
