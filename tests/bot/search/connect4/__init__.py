"""Tests of bot/search/connect4/."""
