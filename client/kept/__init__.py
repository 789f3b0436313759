"""What is kept on this machine of what a person plays: sessions, games, and how to go on."""
