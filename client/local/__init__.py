"""A private server with bots on this machine, and what watches over it."""
