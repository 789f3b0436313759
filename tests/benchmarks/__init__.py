"""Benchmarks, in short runs."""
