"""Tests of bot/brains/."""
