"""Tests of bot/search/flat/."""
