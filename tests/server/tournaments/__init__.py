"""Tests of server/tournaments/."""
