"""How peers are heard and told: sockets, hello, sessions, limits, plain HTTP; nothing of games."""
