"""The load that benchmarks of the server make, in processes of their own."""
