"""Any game of the family, on stones per line: for what the other kernels do not fit."""
