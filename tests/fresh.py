"""Code in processes of its own, with a cache of compiled functions of its own."""

import os
import subprocess
import sys
from pathlib import Path

from tests import ROOT


def answers_cold_and_warm(code: str, cache: Path, root: Path = ROOT) -> tuple[str, str]:
    """What the code prints when it has to be compiled, and when it comes from disk."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(root)}
    cold, warm = (
        subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            cwd=root,  # which comes before all else on the path
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for _ in range(2)
    )
    return cold, warm
