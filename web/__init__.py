"""The page for browsers: HTML, CSS and ES modules as they are, served by the server itself."""
