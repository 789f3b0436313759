"""Tests of server/storage/."""
