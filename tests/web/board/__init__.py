"""The boards of the page, without a server."""
