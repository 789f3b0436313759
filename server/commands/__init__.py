"""What `inarow serve` and `inarow account` run; no more than flags and printing."""
