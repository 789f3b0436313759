"""What the server says of itself."""

from importlib.metadata import PackageNotFoundError, version

from protocol.parts import Limits
from server.settings import Settings


def _version() -> str:
    try:
        return version("inarow")
    except PackageNotFoundError:
        return "unknown"


VERSION = _version()


def limits_of(settings: Settings, capacity: int) -> Limits:
    """*capacity* is what a player of this kind may declare."""
    return Limits(
        frame_bytes=settings.frame_bytes,
        requests_per_second=settings.requests_per_second,
        burst=settings.burst,
        says_per_minute=settings.says_per_minute,
        text_length=settings.text_length,
        open_requests=settings.open_requests,
        capacity=capacity,
        seats_per_address=settings.seats_per_address,
        watches=settings.watches,
        illegal_moves=settings.illegal_moves,
    )
