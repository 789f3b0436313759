"""Tests of server/matches/."""
