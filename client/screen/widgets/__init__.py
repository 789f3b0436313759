"""Widgets, keys and windows that several screens use. Nothing here knows a screen."""
