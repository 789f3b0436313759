"""Tests of bot/search/general/."""
