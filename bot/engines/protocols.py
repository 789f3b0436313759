"""The protocols that engines speak, by the names they have on a command line."""

from bot.engines.gomocup_thinker import GomocupThinker
from bot.engines.line_thinker import LineThinker
from bot.engines.transcript import Transcript
from bot.thinkers.thinker import Thinker

PROTOCOLS = ("lines", "gomocup")


def engine_thinker(command: str, protocol: str, transcript: Transcript | None = None) -> Thinker:
    """The program that a command runs, as a thinker."""
    if protocol == "gomocup":
        return GomocupThinker(command, transcript=transcript)
    return LineThinker(command, transcript)
