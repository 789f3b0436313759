"""Tests of bot/engines/."""
