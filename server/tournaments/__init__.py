"""Tournaments as they are held: entered, drawn, called and scored; pairings are tournament/'s."""
