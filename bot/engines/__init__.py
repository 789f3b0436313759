"""Other people's programs as brains, and our brains for other people's managers."""
