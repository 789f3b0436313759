"""What becomes of a cluster when PostgreSQL, NATS or one of its nodes is gone."""
