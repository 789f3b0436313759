"""Tests of server/connections/."""
