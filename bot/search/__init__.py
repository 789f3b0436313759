"""The search: kernels compiled by numba, and the processes that share them out."""
