"""Tests of tournament/formats/."""
