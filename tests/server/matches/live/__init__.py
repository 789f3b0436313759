"""Tests of server/matches/ with players over real sockets."""
