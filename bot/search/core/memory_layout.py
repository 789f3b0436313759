"""The layout of the blackboard, the memory that the processes of a search share besides the table.

    bytes   WORKERS signals           int64, SIGNAL words each
            DEPTHS x CELLS lower      int32, a bound on the value of a root move plus INFINITY
            DEPTHS x CELLS upper      int32, INFINITY less such a bound, so that 0 is no bound
            CLAIMS keys               uint64, see claims.py

    words of a signal
            CANCELLED                 searches with this ticket or a lower one are to stop
            NODES                     searched by this worker, ever
            SETTLED, REACHED          the depth searched last, and the one being searched
            COMPLETE                  whether nothing is left undecided at that depth
            BOOK                      who is known to win, though not yet how soon
            EXACT                     whether how soon it is won or lost is so, and not a bound
            TICKET                    of the search that the worker is at
            DEPTH, CELL, ALPHA, BETA  what it is at: depth 0 is nothing

No numpy here: whoever starts the workers does without it.
"""

WORKERS = 64  # at most
SIGNAL = 16  # words of a signal: cache lines of its own
DEPTHS = 128
CELLS = 640
CLAIMS = 1 << 12

CANCELLED, NODES, SETTLED, TICKET, DEPTH, CELL, ALPHA, BETA, COMPLETE, REACHED, BOOK, EXACT = range(
    12
)
NEVER = 1 << 62  # as a ticket: all searches are to stop

BOUNDS_AT = WORKERS * SIGNAL * 8
CLAIMS_AT = BOUNDS_AT + 2 * DEPTHS * CELLS * 4
BLACKBOARD_BYTES = CLAIMS_AT + CLAIMS * 8
