"""The page for browsers: HTML, CSS and ES modules as they are, served by the server itself."""

import re
from pathlib import Path

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def asset(path: str) -> str:
    """A file of the page, as text."""
    return (Path(__file__).parent / path).read_text(encoding="utf-8")


def bundle(entry: Path) -> str:
    """A module and all that it stands on as one script, for a page that is a single file.

    It knows just what our modules say: each import on its own, names in braces, no ring.
    """
    found: dict[Path, str] = {}
    _add(entry.resolve(), found)
    return "\n".join(["const modules = [];", *found.values()])


def _add(path: Path, found: dict[Path, str]) -> None:
    """The module after those that it imports: each is a function's body, and gives its exports."""
    if path in found:
        return
    source = path.read_text(encoding="utf-8")
    for _, target in _IMPORT.findall(source):
        _add((path.parent / target).resolve(), found)

    def taken(imported: re.Match[str]) -> str:
        place = list(found).index((path.parent / imported[2]).resolve())
        return f"const {imported[1].replace(' as ', ': ')} = modules[{place}];\n"

    exports = ", ".join(_EXPORT.findall(source))
    body = _EXPORT.sub("", _IMPORT.sub(taken, source))
    found[path] = f"modules.push((() => {{\n{body}\nreturn {{ {exports} }};\n}})());"
