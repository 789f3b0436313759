"""Tests of client/link/."""
