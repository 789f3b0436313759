"""Tests of bot/search/nineboard/."""
