"""What we claim about speed and strength, as commands that print their figures."""

from importlib.util import find_spec

if find_spec("psutil") is None:
    raise SystemExit("the benchmarks need psutil: `make bench` installs what they need")
