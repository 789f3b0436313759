"""Boards of up to 64 cells without gravity, a set of cells a word: Qubic, small m,n,k."""
