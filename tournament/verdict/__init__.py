"""The verdict on a tournament as one value, its tables and its sentences; no pairing."""
