"""Runs tournaments: starts the bots and a server, follows the games, and reports."""
