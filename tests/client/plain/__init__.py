"""Tests of client/plain/."""
