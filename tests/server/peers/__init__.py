"""Nodes of one cluster: what they say to each other, and what they keep for each other."""
