"""The search: the kernels that numba compiles, and the processes that share them out.

Nothing here knows of matches, clocks of matches or the network; see README.md for the way in.
"""
