"""Ways of choosing a cell, each by its name on a command line; not the search, which has a room."""
