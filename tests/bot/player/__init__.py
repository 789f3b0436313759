"""Tests of bot/player/."""
