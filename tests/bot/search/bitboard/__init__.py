"""Tests of bot/search/bitboard/."""
