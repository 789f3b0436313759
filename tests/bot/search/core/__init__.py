"""Tests of bot/search/core/."""
