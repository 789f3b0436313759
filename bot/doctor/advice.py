"""What to do about a bot that was blamed for something, in the words of what it is made with."""

from typing import Literal

BotKind = Literal["brain", "lines", "gomocup"]  # in Python, or an engine of that protocol
By = dict[BotKind, str]
Rules = tuple[tuple[str, str], ...]

FLUSH = "and flush stdout after each line."
ENDED = (
    "and never exit before; run the command by hand and type what it is told, to see why it ends."
)
COMMON: Rules = (
    (
        "cannot be run",
        "Give the path of a program that may be executed (chmod +x), and quote the command.",
    ),
    (
        "the bot has a fault",
        "This is a mistake of ours: please report it with the log.",
    ),
)
BRAIN: Rules = (
    (
        "cannot be loaded",
        "Mend what the message names: the file is run once, before the first match, and must "
        "define choose(position, budget) or a class Brain with that method.",
    ),
    (
        "it raised",
        "Mend that line. A brain that raises loses the match: catch what may fail, and fall back "
        "on position.legal_moves()[0].",
    ),
    (
        "illegal cell",
        "Choose from position.legal_moves() of the position that was asked about, never from one "
        "that was remembered.",
    ),
    (
        "its answer is no",
        "Return a cell: its number, its name in the game's notation, or a dictionary with `cell`. "
        "A missing `return` gives None.",
    ),
    (
        "gave no answer",
        "Look at the clock while thinking, and answer within budget.seconds with the best so far.",
    ),
    (
        "its process ended",
        "Never leave the process from within choose: no exit(), and no crash in compiled code.",
    ),
    (
        "its process was ended by signal",
        "Look for a crash in compiled code (signal 11), or for too much memory (signal 9).",
    ),
)
LINES: Rules = (
    (
        "illegal cell",
        "Choose from the cells that `legal` has named since the last move, never from a position "
        "that was remembered.",
    ),
    (
        "its answer is no",
        "Write the cell after `move` as `legal` names it, as in `move h8`.",
    ),
    (
        "gave no move in time",
        f"Answer within the seconds of `go`, {FLUSH}",
    ),
    (
        "says too much",
        "End each answer with `move CELL`.",
    ),
    (
        "it answered",
        "Write nothing but `info ...` and `move CELL` to stdout; what is for people goes to "
        "stderr.",
    ),
    ("the program", f"Read stdin until `quit`, {ENDED}"),
    ("closed its output", f"Read stdin until `quit`, {ENDED}"),
)
GOMOCUP: Rules = (
    (
        "illegal cell",
        "Keep the board as START, RECTSTART, RESTART, BEGIN, TURN, BOARD and TAKEBACK tell it, and "
        "answer a cell that is free.",
    ),
    (
        "gave no move in time",
        f"Answer within the milliseconds of INFO timeout_turn, {FLUSH}",
    ),
    (
        "gave no answer",
        "Answer OK to START, RECTSTART, RESTART and TAKEBACK (or ERROR, or UNKNOWN), and a line to "
        f"ABOUT, {FLUSH}",
    ),
    (
        "does not play on a board",
        "Answer OK to START and RECTSTART, or name with --game what it plays, such as "
        "gomoku:size=20.",
    ),
    (
        "it answered",
        "Answer a move as x,y, counted from 0 at the upper left, and a command with OK, ERROR or "
        "UNKNOWN; what is for people begins with MESSAGE or DEBUG.",
    ),
    ("the program", f"Read stdin until END, {ENDED}"),
    ("closed its output", f"Read stdin until END, {ENDED}"),
)
# The first words that are found in a reason decide.
ADVICE: dict[BotKind, Rules] = {
    "brain": BRAIN + COMMON,
    "lines": LINES + COMMON,
    "gomocup": GOMOCUP + COMMON,
}
ON_TIME: By = {
    "brain": "Answer sooner: budget.seconds is what a move may take. Do slow work when the file is "
    "loaded, not in the first move, and measure with a clock rather than by counting.",
    "lines": "Answer sooner: the seconds of `go` are what a move may take. Do slow work when the "
    "program starts, not in the first move, and measure with a clock rather than by counting.",
    "gomocup": "Answer sooner: INFO timeout_turn is what a move may take. Do slow work before "
    "ABOUT is answered, not in the first move, and measure with a clock rather than by counting.",
}
STAYS: By = {
    "brain": "Start nothing that must be waited for: no threads but daemons, no handlers of "
    "SIGTERM.",
    "lines": "Leave at `quit`, or when stdin is closed.",
    "gomocup": "Leave at END, or when stdin is closed.",
}
ORPHANS: By = {
    "brain": "End what was started, also where the brain's process is ended; processes of "
    "multiprocessing with daemon=True.",
    "lines": "End what was started: at `quit`, or when stdin is closed.",
    "gomocup": "End what was started: at END, or when stdin is closed.",
}
NOT_BACK = "Run the bot by hand with the same options, and look at what it logs."


def advice_on(reason: str, kind: BotKind = "brain") -> str:
    """What to do about a brain or an engine that was blamed for this."""
    return next((advice for words, advice in ADVICE[kind] if words in reason), NOT_BACK)
