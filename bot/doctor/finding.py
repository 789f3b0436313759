"""What an examination finds: a sentence on what was seen, and on what to do about it."""

from typing import NamedTuple

LOG_LINES = 3  # of a sick bot that are shown with a finding


class Finding(NamedTuple):
    """The result of one examination."""

    name: str
    passed: bool
    seconds: float
    told: str
    advice: str = ""


class Failed(Exception):
    """An examination was not passed: what was seen, and what to do about it."""

    def __init__(self, told: str, advice: str) -> None:
        super().__init__(told)
        self.told, self.advice = told, advice


# What a bot logs or a brain is blamed for, and what to do about it; the first that fits holds.
ADVICE = (
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
        "gave no move in time",
        "Answer within the seconds of `go` (or INFO timeout_turn), and flush stdout after each "
        "line.",
    ),
    (
        "its process ended",
        "Never leave the process from within choose: no exit(), and no crash in compiled code.",
    ),
    (
        "its process was ended by signal",
        "Look for a crash in compiled code (signal 11), or for too much memory (signal 9).",
    ),
    (
        "the program",
        "Read stdin until `quit` (or END), and never exit before; run the command by hand and "
        "type the lines of bot/README.md to see why it ends.",
    ),
    (
        "it answered",
        "Write nothing but `info ...` and `move CELL` to stdout; what is for people goes to "
        "stderr.",
    ),
    (
        "cannot be run",
        "Give the path of a program that may be executed (chmod +x), and quote the command.",
    ),
    (
        "the bot has a fault",
        "This is a mistake of ours: please report it with the log.",
    ),
)
ON_TIME = (
    "Answer sooner: budget.seconds is what a move may take. Do slow work when the file is loaded, "
    "not in the first move, and measure with a clock rather than by counting."
)
NOT_BACK = "Run the bot by hand with the same options, and look at what it logs."


def advice_on(reason: str) -> str:
    """What to do about a brain that was blamed for this."""
    return next((advice for words, advice in ADVICE if words in reason), NOT_BACK)
