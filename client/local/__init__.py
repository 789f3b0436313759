"""A private server with bots on this machine. How processes are run is in client/processes."""
