"""Which of two searches is the stronger, asked until it is settled: their matches and the test."""
