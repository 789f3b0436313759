"""Whether the search can be used: what compiles it comes with the extra `bot`, and is large."""

from importlib.util import find_spec

from games.errors import Mistake

COMPILER = ("numba", "numpy")


def is_installed() -> bool:
    return all(find_spec(name) is not None for name in COMPILER)


def check_installed() -> None:
    """Raise Mistake, which says how to install it, unless the search can be used."""
    if not is_installed():
        raise Mistake(
            "this needs the search, which is not installed: pip install 'inarow[bot]' brings it "
            "(the brain chance, files of yours and engines do without)"
        )
