"""Tests of what writes and reads each kind of database, and of what holds it meanwhile."""
