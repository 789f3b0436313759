"""Tests of client/words/."""
