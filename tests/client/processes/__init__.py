"""Tests of client/processes/."""
