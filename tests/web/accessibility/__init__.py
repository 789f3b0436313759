"""The page for everyone: on every view, by keys alone, in words, and as calm as it can be."""
