"""Engine protocols: other people's programs as our thinkers, our brains as engines of theirs."""
