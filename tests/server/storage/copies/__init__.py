"""Tests of server/storage/copies/."""
