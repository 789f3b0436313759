"""How play is made weaker, or more tempting, than the search would have it."""
