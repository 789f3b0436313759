"""Ways of choosing a cell, each by its name, besides the search."""
