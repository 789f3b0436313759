"""The arbiter: connections, sessions, lobby, matches, clocks, journal."""
