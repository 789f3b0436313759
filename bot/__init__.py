"""A brain at the end of a wire."""
