"""Who people are to this server, who is kept away, and who has done what."""
