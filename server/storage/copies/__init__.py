"""What is kept, carried elsewhere: backups, what they become again, and what is pruned."""
