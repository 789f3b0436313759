"""Tests of server/lobby/."""
