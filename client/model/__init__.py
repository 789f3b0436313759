"""What is known of a match, a tournament, a plan, and what can be done; no I/O, no words."""
