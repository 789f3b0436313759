"""The screen of a tournament, and the window to open one. Its games have the match screen."""
