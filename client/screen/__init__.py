"""The full-screen client: the app, and what leads from screen to screen; each has a room."""
