"""The page in a real browser, which plays over a real server."""
