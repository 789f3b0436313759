"""What is watched can be seen: the figures of the page, the alarms and the dashboard."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from server.metrics import Metrics
from tests import ROOT

FOLDER = ROOT / "docs" / "hosting"
PAGE = "\n".join((ROOT / "docs" / name).read_text() for name in ("hosting.md", "cluster.md"))
DASHBOARD = json.loads((FOLDER / "grafana.json").read_text())
WIDTH = 24  # of a dashboard, in its own units
OURS = r"\b(?:inarow|process)_\w+"


@pytest.fixture(scope="module")
def told() -> dict[str, set[str]]:
    """All that `/metrics` of a node tells: by name the labels that it has."""
    metrics = Metrics()
    metrics.watch_cluster(lambda: 0.0, lambda: 0.0, lambda: 1.0)
    found: dict[str, set[str]] = {}
    for line in metrics.render()[1].decode().splitlines():
        if told := re.match(r"(\w+)(?:\{(.*)\})? ", line):
            labels = re.findall(r'(\w+)="', told[2] or "")
            found.setdefault(told[1], {"instance", "job"}).update(labels)
    return found


def queries() -> Iterator[str]:
    """Of every panel, and of every alarm."""
    for panel in DASHBOARD["panels"]:
        yield from (target["expr"] for target in panel["targets"])
    yield from (rule["expr"] for rule in rules())


def rules() -> list[dict[str, Any]]:
    [group] = yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"]
    rules: list[dict[str, Any]] = group["rules"]
    return rules


@pytest.mark.parametrize("query", [*queries()])
def test_a_query_asks_for_what_is_told(query: str, told: dict[str, set[str]]) -> None:
    """By names and labels that there are; and its brackets are closed."""
    asked = set(re.findall(OURS, query))
    assert asked <= {*told}
    assert asked or "up{" in query
    labels = {label for name in asked for label in told[name]} | {"job"}
    named = re.findall(r"(\w+)=~?\"", query)
    grouped = [each for by in re.findall(r"by \(([^)]*)\)", query) for each in by.split(", ")]
    assert {*named, *grouped} <= labels
    for pair in ("()", "[]", "{}"):
        assert query.count(pair[0]) == query.count(pair[1])


def test_every_figure_of_the_page_is_told(told: dict[str, set[str]]) -> None:
    """A histogram by the name that it has before its buckets."""
    for name in set(re.findall(rf"`({OURS})`", PAGE)):
        assert {name, f"{name}_bucket"} & {*told}, name


def test_all_that_is_told_is_on_the_dashboard(told: dict[str, set[str]]) -> None:
    """But for what dates it."""
    asked = {name for query in queries() for name in re.findall(OURS, query)}
    families = {re.sub("_(bucket|sum|count)$", "", name) for name in asked}
    dates = {name for name in told if name.endswith(("_created", "start_time_seconds"))}
    shown = {re.sub("_(bucket|sum|count)$", "", name) for name in {*told} - dates}
    assert shown <= families


def test_what_the_page_worries_about_raises_an_alarm() -> None:
    """Each figure of its table that is not of the machine."""
    [section] = re.findall(r"^## What to watch\n(.+?)^## ", PAGE, re.M | re.S)[:1]
    alarmed = {name for rule in rules() for name in re.findall(OURS, rule["expr"])}
    for name in re.findall(rf"^\| `({OURS})`", section, re.M):
        if name != "process_resident_memory_bytes":
            assert {name, f"{name}_bucket"} & alarmed, name


def test_the_panels_stand_beside_each_other() -> None:
    """None upon another, and each asks the source that is chosen."""
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert not cells & taken, panel["title"]
        assert max(x for x, _ in cells) < WIDTH
        assert panel["datasource"]["uid"] == "${source}"
        taken |= cells
    numbers = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len({*numbers}) == len(numbers)
    assert f"{_written(len(numbers))} panels" in PAGE


def _written(number: int) -> str:
    return {12: "twelve", 13: "thirteen", 14: "fourteen"}[number]


def test_prometheus_finds_the_alarms_and_the_server() -> None:
    """Where the settings of the service put its figures."""
    config = yaml.safe_load((FOLDER / "prometheus.yml").read_text())
    assert all((FOLDER / name).is_file() for name in config["rule_files"])
    [job] = config["scrape_configs"]
    [[target]] = [each["targets"] for each in job["static_configs"]]
    assert f"INAROW_METRICS={target}" in (FOLDER / "inarow.env").read_text()
