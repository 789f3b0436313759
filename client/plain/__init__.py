"""The client line by line, for screen readers and pipes. Its sentences are in client/words."""
