"""What hosts copy from docs/hosting works, and what its page says can be found."""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from pathlib import Path

import pytest
import yaml

import inarow
from server.settings import KINDS, Settings, load, variable
from tests import ROOT
from tests.server.storage.databases import put_fresh_file

FOLDER = ROOT / "docs" / "hosting"
PAGES = ("hosting.md", "cluster.md")
PAGE = "\n".join((ROOT / "docs" / name).read_text() for name in PAGES)
FILES = sorted(path.name for path in FOLDER.iterdir())
UNITS = ("inarow.service", "inarow@.service")
SERVICES = (*UNITS, "inarow-backup.service")
SCREEN = 40  # lines
# What bounds players is called like this.
BOUNDS = "per_|capacity|open_|bytes|watches|illegal|connections|burst|length|entries|days"
EXPOSED = 20  # tenths: what `systemd-analyze security` calls OK at most


def variables(*names: str) -> dict[str, str]:
    """What these files of variables say together."""
    lines = [line for name in names for line in (FOLDER / name).read_text().splitlines()]
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


@pytest.mark.parametrize("name", FILES)
def test_the_page_leads_to_every_file(name: str) -> None:
    """But for what another file needs beside it."""
    assert f"](hosting/{name})" in PAGE or Path(name).stem in FILES


@pytest.mark.parametrize("page", PAGES)
def test_a_task_is_one_screen(page: str) -> None:
    """From one heading to the next."""
    for section in re.split(r"^(?=## )", (ROOT / "docs" / page).read_text(), flags=re.M):
        heading, *lines = section.splitlines()
        assert len(lines) < SCREEN, heading


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


def analyzed(*words: str | Path) -> None:
    """That systemd finds nothing wrong, where it is installed."""
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    done = subprocess.run([program, *words], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    """With programs that there are in place of those that are yet to be installed."""
    placed = []
    for name in (*SERVICES, "inarow-backup.timer"):
        unit = (FOLDER / name).read_text().replace("/opt/inarow/.venv/bin/inarow", sys.executable)
        placed.append(tmp_path / name.replace("@", "@a"))
        placed[-1].write_text(unit)
    analyzed("verify", "--man=no", *placed)


@pytest.mark.parametrize("name", SERVICES)
def test_a_unit_lets_its_process_do_little(name: str, tmp_path: Path) -> None:
    """By the figure that systemd gives it."""
    unit = tmp_path / name.replace("@", "@a")
    unit.write_text((FOLDER / name).read_text())
    analyzed("security", "--offline=yes", f"--threshold={EXPOSED}", "--no-pager", unit)


def test_the_backup_of_the_night_is_made_and_the_oldest_are_let_go(tmp_path: Path) -> None:
    """By the very lines of the unit, in another folder."""
    database, folder = tmp_path / "inarow.db", tmp_path / "backups"
    put_fresh_file(database)
    folder.mkdir()
    old = [f"2026-01-{day:02}-0400.db" for day in range(1, 19)]
    for name in (*old, "mine.db"):
        (folder / name).touch()
    unit = (FOLDER / "inarow-backup.service").read_text()
    for line in re.findall(r"^ExecStart=(.+)$", unit, re.M):
        written = line.replace("/opt/inarow/.venv/bin/", f"{Path(sys.executable).parent}/")
        words = shlex.split(written.replace("/var/backups/inarow", str(folder)))
        environment = os.environ | {"INAROW_DATABASE": str(database)}
        subprocess.run([each.replace("%%", "%") for each in words], env=environment, check=True)
    kept = sorted(path.name for path in folder.iterdir())
    [made] = {*kept} - {*old, "mine.db"}
    assert kept == sorted([*old[5:], made, "mine.db"])
    assert (folder / made).stat().st_size > 0


def test_the_services_of_the_compose_file_go_together() -> None:
    """Each is built or named, and finds what it needs."""
    file = yaml.safe_load((FOLDER / "compose.yaml").read_text())
    services = file["services"]
    assert {"a", "b", "c", "postgres", "nats", "caddy"} == {*services}
    for service in services.values():
        assert {*service.get("depends_on", ())} <= {*services}
        for mount in service.get("volumes", ()):
            source, _, _ = mount.partition(":")
            name = source.removeprefix("./").replace("Caddyfile.mine", "Caddyfile.cluster")
            assert name in (FILES if source.startswith(".") else file["volumes"])
        if build := service.get("build"):
            assert (ROOT / build["dockerfile"]).is_file()
            assert (FOLDER / build["context"]).resolve() == ROOT
        words = service.get("environment", {})
        load(argparse.Namespace(), {name: _filled(value) for name, value in words.items()})


def _filled(value: str) -> str:
    return re.sub(r"\$\{\w+:\?\}", "x.example.org", value)


def test_the_container_has_all_that_is_installed_and_all_that_pip_needs() -> None:
    """Of the folder that it is built from only what is let in is seen."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needed = project["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]
    seen = (FOLDER / "Dockerfile.dockerignore").read_text().split()
    metadata = [
        "pyproject.toml",
        "constraints.txt",
        "README.md",
        *project["project"]["license-files"],
    ]
    assert {f"!{name}" for name in (*needed, *metadata)} <= {*seen}


def test_the_container_is_of_debian_and_starts_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    """With settings that it knows."""
    lines = (FOLDER / "Dockerfile").read_text().replace("\\\n", " ")
    assert re.findall(r"^FROM (\w+):", lines, re.M) == ["debian"]
    [entry], [words] = (
        [json.loads(found) for found in re.findall(rf"^{each} (\[.+\])$", lines, re.M)]
        for each in ("ENTRYPOINT", "CMD")
    )
    assert entry == ["inarow"]
    with pytest.raises(SystemExit) as end:
        inarow.main([*words, "--help"])
    assert end.value.code == 0
    [check] = re.findall(r"^HEALTHCHECK .*CMD (\[.+\])$", lines, re.M)
    compile(json.loads(check)[-1], "healthcheck", "exec")


def test_the_limits_are_told_as_they_are() -> None:
    """Each by its name and default, and each that `serve` has."""
    [section] = re.findall(
        r"^## Limits\n(.+?)^## ", (ROOT / "docs/hosting.md").read_text(), re.M | re.S
    )
    told = re.findall(r"`(\w+)` \(([\d,]+)[^)]*\)", section)
    defaults = Settings()
    for name, figure in told:
        assert float(figure.replace(",", "")) == getattr(defaults, name), name
    bounds = {each for each in KINDS if re.search(BOUNDS, each)}
    assert bounds <= {name for name, _ in told}


def test_nats_takes_its_configuration() -> None:
    """The program itself says so."""
    program = Path(sys.executable).parent / "nats-server"
    done = subprocess.run(
        [program, "-t", "-c", FOLDER / "nats.conf"],
        env={"NATS_PASSWORD": "secret"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_every_line_of_the_log_that_is_named_is_there() -> None:
    """What is told of failures in the last column of a table."""
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
