"""Games that benchmarks play and openings they judge; run through the commands above."""
