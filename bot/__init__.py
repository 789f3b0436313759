"""Bots: whatever chooses moves and plays them on a server like any player; nothing that arbitrates.

From the ground up: brain, instinct, timing, child_processes and log, which import no room; search,
brains, thinkers; player and engines, which put a thinker to work; doctor; commands.
"""
