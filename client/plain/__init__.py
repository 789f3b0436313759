"""The plain client: line by line, for screen readers, pipes and slow lines."""
