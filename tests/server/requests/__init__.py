"""Tests of server/requests/."""
