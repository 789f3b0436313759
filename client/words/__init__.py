"""Matches, tournaments and news in sentences; what is known comes from client/model."""
