"""Players on different nodes of one cluster: all is as if they were on one."""
