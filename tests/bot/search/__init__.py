"""Tests of bot/search/."""
