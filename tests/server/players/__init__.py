"""Tests of server/players/."""
