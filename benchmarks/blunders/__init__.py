"""Positions in which the search once went wrong, and how it does there now."""
