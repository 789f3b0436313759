"""Processes of ours: started, watched and ended with us; what they are told to do is elsewhere.

Bots may import this too, with client.link and client.console.
"""
