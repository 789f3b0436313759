"""The pages name commands that there are, and each says what it needs where that is missing."""

import re
import shlex
import subprocess
import sys

import pytest

import inarow
from tests import ROOT

PAGES = [
    ROOT / name
    for name in (
        "README.md",
        "bot/README.md",
        "CONTRIBUTING.md",
        "docs/hosting.md",
        "docs/cluster.md",
    )
]
TEXT = "\n".join(page.read_text() for page in PAGES).replace("\\\n", " ")
BLOCKS = "\n".join(re.findall(r"```(?:sh)?\n(.*?)```", TEXT, re.DOTALL))
SPANS = re.findall(r"`(inarow [^`]+)`", TEXT)
LINES = [*re.findall(r"^(?:\$ |exec )?(inarow .+)$", BLOCKS, re.MULTILINE), *SPANS]
BENCHMARKS = sorted(set(re.findall(r"python -m benchmarks\.([\w.]*\w)", TEXT)))
GUIDES = sorted(
    str(page.relative_to(ROOT))
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("[a-z]*/**/README.md"))
    if page.name != "CHANGELOG.md"
)
GROUPS = ("account", "admin")  # commands that have commands of their own
BARE = [sys.executable, "-S"]  # without the packages of .venv, like any Python of a new machine


def helped(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as end:
        inarow.main([*words, "--help"])
    assert end.value.code == 0, words
    return capsys.readouterr().out


@pytest.mark.parametrize("line", sorted(set(LINES)))
def test_a_command_is_named_as_it_is(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With options that it has."""
    words = shlex.split(line, comments=True)[1:]
    if not words:
        return  # the menu
    options = [word.strip("[]").partition("=")[0] for word in words if word.lstrip("[")[:2] == "--"]
    path = words[: 2 if words[0] in GROUPS and words[1:2] and words[1].isalpha() else 1]
    known = helped(path, capsys)
    assert all(re.search(rf"{option}\b", known) for option in options if option != "--help"), line


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\bmake ([a-z-]+)\b", BLOCKS))))
def test_a_target_is_one_of_make(target: str) -> None:
    """In the Makefile."""
    assert re.search(rf"^{target}:.*##", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_names_files_that_there_are(guide: str) -> None:
    """From the top, or from where the guide stands."""
    page = ROOT / guide
    for name in re.findall(
        r"`((?:[\w.-]+/)*[\w.-]+\.(?:py|js|json|tcss|toml|md))`", page.read_text()
    ):
        assert (ROOT / name).exists() or (page.parent / name).exists() or "/" not in name, name


def test_the_servers_guide_names_every_module_of_it() -> None:
    """In the table of its rooms."""
    server = ROOT / "server"
    named = set(re.findall(r"`([\w/]+)`", (server / "README.md").read_text()))
    modules = {path for path in server.rglob("*.py") if "migrations" not in path.parts}
    assert {path.stem for path in modules} - {"__init__"} - named == set()


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_benchmark_says_what_it_needs(name: str) -> None:
    """In a sentence, however little is installed."""
    place = ROOT.joinpath("benchmarks", *name.split("."))
    home = place / "__main__.py" if place.is_dir() else place.with_suffix(".py")
    assert "__main__" in home.read_text()
    command = [*BARE, "-m", f"benchmarks.{name}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert re.fullmatch(r"the benchmarks need .+psutil.+`make bench` .+\n", done.stderr)


def test_the_example_says_what_it_needs() -> None:
    """It has nothing of ours, and so no set-up of ours."""
    command = [*BARE, "examples/minimal_bot.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.endswith(": pip install websockets msgpack\n")
    assert "Traceback" not in done.stderr
