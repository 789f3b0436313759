"""Tests of client/commands/."""
