"""How play is made weaker, or a draw a trap; what is best is for the kernels to say."""
