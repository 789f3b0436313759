"""Tests of bot/commands/."""
