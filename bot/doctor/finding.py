"""What an examination finds: a sentence on what was seen, and on what to do about it."""

from typing import NamedTuple

LOG_LINES = 3  # of a sick bot that are shown with a finding
PRINTED_LINES = 12  # of its brain: a traceback, and what came before it


class Finding(NamedTuple):
    """The result of one examination."""

    name: str
    passed: bool
    seconds: float
    told: str
    advice: str = ""


class ExaminationFailed(Exception):
    """An examination was not passed: what was seen, and what to do about it."""

    def __init__(self, told: str, advice: str) -> None:
        super().__init__(told)
        self.told, self.advice = told, advice
