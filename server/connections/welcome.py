"""What the server says of itself."""

from importlib.metadata import PackageNotFoundError, version

from msgspec.structs import fields

from protocol.parts import Limits
from server.settings import Settings


def _version() -> str:
    try:
        return version("inarow")
    except PackageNotFoundError:
        return "unknown"


VERSION = _version()


def limits_of(settings: Settings, capacity: int) -> Limits:
    """Each is the setting of its name, but *capacity* what a player of this kind may declare."""
    names = (each.name for each in fields(Limits) if each.name != "capacity")
    return Limits(capacity=capacity, **{name: getattr(settings, name) for name in names})
