"""What we claim about speed and strength, as commands that print their figures."""
