"""Who owns what, where players are connected, and taking up what another process left."""
