"""Boards of up to 64 cells as 64-bit words: tic-tac-toe, small m,n,k boards and Qubic."""
