"""Tests of server/storage/people/."""
