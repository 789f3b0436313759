"""Large flat boards, gomoku and m,n,k: patterns, VCF, VCT and principal variation search."""
