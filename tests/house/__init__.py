"""Tests that go through several packages, or look at all of them."""
