"""Tests of organiser/report/."""
