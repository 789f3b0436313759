"""The same folders as the code, a file for each module; what goes through all of it is in house."""

from pathlib import Path

ROOT = Path(__file__).parent.parent  # of the repository
