"""What an organiser asks for, and what is made of it."""
