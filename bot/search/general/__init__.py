"""Any game of the family, for what no other kernel fits, and to test the others by."""
