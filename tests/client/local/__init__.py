"""Tests of client/local/."""
