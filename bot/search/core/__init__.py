"""What all kernels are written with: compilation, table, keys, sharing, polling; no game."""
