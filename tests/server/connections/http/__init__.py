"""Tests of server/connections/http/."""
