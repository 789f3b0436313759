"""What hosts copy from docs/hosting works, and what its page says can be found."""

import argparse
import re
import shlex
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

import inarow
from server.metrics import Metrics
from server.settings import KINDS, load, variable
from tests import ROOT

FOLDER = ROOT / "docs" / "hosting"
PAGE = (ROOT / "docs" / "hosting.md").read_text()
FILES = sorted(path.name for path in FOLDER.iterdir())
UNITS = ("inarow.service", "inarow@.service")


def variables(*names: str) -> dict[str, str]:
    """What these files of variables say together."""
    lines = [line for name in names for line in (FOLDER / name).read_text().splitlines()]
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


@pytest.mark.parametrize("name", FILES)
def test_the_page_leads_to_every_file(name: str) -> None:
    """But for what another file needs beside it."""
    assert f"](hosting/{name})" in PAGE or Path(name).stem in FILES


def test_every_file_that_the_page_leads_to_is_there() -> None:
    """And every heading."""
    assert set(re.findall(r"\]\(hosting/([^)]+)\)", PAGE)) <= set(FILES)
    headings = {each.lower().replace(" ", "-") for each in re.findall(r"^#+ (.+)$", PAGE, re.M)}
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= headings


@pytest.mark.parametrize("name", FILES)
def test_every_variable_is_a_setting(name: str) -> None:
    """As `inarow serve` reads it."""
    named = set(re.findall(r"\bINAROW_[A-Z_]+\b", (FOLDER / name).read_text()))
    assert named <= {*map(variable, KINDS)}


@pytest.mark.parametrize("names", [("inarow.env",), ("cluster.env", "node-a.env")])
def test_the_settings_of_a_node_go_together(names: tuple[str, ...]) -> None:
    """Whatever is set is as it must be."""
    load(argparse.Namespace(), variables(*names))


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_starts_a_server(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With settings that it knows, and every file of variables that the page puts somewhere."""
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string((FOLDER / name).read_text())
    words = shlex.split(unit["Service"]["ExecStart"])
    assert words[0].endswith("/.venv/bin/inarow")
    with pytest.raises(SystemExit) as end:
        inarow.main([*words[1:], "--help"])
    assert end.value.code == 0
    given = re.findall(r"^EnvironmentFile=-?/etc/inarow/(.+)$", (FOLDER / name).read_text(), re.M)
    assert {each.replace("%i", "a") for each in given} <= set(FILES)


def test_nats_takes_its_configuration() -> None:
    """The program itself says so."""
    program = Path(sys.executable).parent / "nats-server"
    done = subprocess.run(
        [program, "-t", "-c", FOLDER / "nats.conf"],
        env={"NATS_PASSWORD": "secret"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_every_metric_and_line_of_the_log_that_is_named_is_there() -> None:
    """What is told of failures in the last column of a table."""
    metrics = Metrics()
    metrics.watch_cluster(lambda: 0.0, lambda: 0.0, lambda: 1.0)
    rendered = metrics.render()[1].decode()
    for name in set(re.findall(r"`(inarow_\w+)`", PAGE)):
        assert re.search(rf"^{name} ", rendered, re.M), name
    sources = "\n".join(path.read_text() for path in (ROOT / "server").rglob("*.py"))
    lines = re.findall(r"^\| [a-zN].* \| .* \| (log: .*) \|$", PAGE, re.M)
    assert len(lines) == 4
    for phrase in {phrase for line in lines for phrase in re.findall(r"`([a-z ]+)`", line)}:
        assert phrase in sources, phrase


def test_every_status_of_health_is_explained() -> None:
    """As `/healthz` tells it."""
    sources = "".join(
        (ROOT / name).read_text()
        for name in ("server/connections/http/endpoint.py", "server/peers/peer.py")
    )
    for status in re.findall(r"^\| \d+ \| `(\w+)`", PAGE, re.M):
        assert f'"{status}"' in sources, status
