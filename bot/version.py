"""Which inarow this is."""

from importlib.metadata import PackageNotFoundError, version


def installed_version() -> str:
    """Of the package; 0 where it runs without having been installed."""
    try:
        return version("inarow")
    except PackageNotFoundError:
        return "0"
