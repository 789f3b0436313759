"""How long tests wait for what must come: so long that only a fault lets them wait in vain."""

# Seconds. What a test finds never depends on it, so that it can be generous to slow machines.
IN_VAIN = 300.0
