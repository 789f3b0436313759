"""Tests of tournament/statistics/."""
