"""Tests of web/model/."""
