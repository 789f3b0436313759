"""Tests of bot/thinkers/."""
