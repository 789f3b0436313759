"""How soon the page for browsers is there, and what it weighs."""
