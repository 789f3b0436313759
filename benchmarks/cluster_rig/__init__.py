"""Clusters of real processes, on a PostgreSQL and a NATS of their own, for benchmarks and tests."""
