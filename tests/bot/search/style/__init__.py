"""Tests of bot/search/style/."""
