"""What becomes of matches when parts of a cluster fail, and what a cluster costs."""
