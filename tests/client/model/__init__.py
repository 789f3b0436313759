"""Tests of client/model/."""
