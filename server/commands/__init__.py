"""What `inarow serve` and `inarow account` run."""
