"""Tests of tournament/verdict/."""
