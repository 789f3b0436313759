"""How peers are heard: sockets, hello, sessions, limits and plain HTTP; nothing of games."""
