"""One match from its start to its end, and those around it; not how its players met."""
