"""What is known of a match, a tournament, a plan, and what can be done. No I/O, and no words."""
