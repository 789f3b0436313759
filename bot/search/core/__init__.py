"""What all kernels share: dialect, table, claims, trails, scores; nothing of a single game."""
