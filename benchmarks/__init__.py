"""What we claim about speed and strength, as commands that print their figures."""

from importlib.util import find_spec

if missing := [
    name for name in ("msgspec", "numba", "psutil", "websockets") if not find_spec(name)
]:
    raise SystemExit(
        f"the benchmarks need {', '.join(missing)}, which this Python has not: "
        "`make bench` sets .venv/bin/python up for them"
    )
