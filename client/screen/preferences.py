"""What a person has chosen once and need not choose again, in a file of their own."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec
from platformdirs import user_config_path

from client.screen.themes import DEFAULT, NAMES


@dataclass(frozen=True)
class Preferences:
    """How the client looks and sounds."""

    theme: str = DEFAULT
    bell: bool = True


def preferences_file() -> Path:
    return user_config_path("inarow") / "screen.json"


def load_preferences(file: Path) -> Preferences:
    """What was chosen; the defaults where nothing was, or where the file cannot be read."""
    with suppress(OSError, msgspec.MsgspecError):
        preferences = msgspec.json.decode(file.read_bytes(), type=Preferences)
        if preferences.theme in NAMES:
            return preferences
    return Preferences()


def save_preferences(file: Path, preferences: Preferences) -> None:
    """Keep it. A folder that cannot be written to costs the memory, never the game."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode(preferences))
