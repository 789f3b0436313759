"""Small widgets that every screen uses."""
