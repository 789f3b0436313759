"""Tests of server/commands/."""
