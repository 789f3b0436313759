"""Tests of server/cluster/."""
