"""Tests of client/screen/."""
