"""What a scrape tells."""

import pytest
from prometheus_client.parser import text_string_to_metric_families

from protocol.parts import Ending, Fault
from server.metrics import Metrics


def scraped(metrics: Metrics) -> dict[str, float]:
    """The samples of a scrape, read as Prometheus reads them; labels stand in the name."""
    _, body = metrics.render()
    return {
        sample.name + "".join(f" {key}={value}" for key, value in sorted(sample.labels.items())): (
            sample.value
        )
        for family in text_string_to_metric_families(body.decode())
        for sample in family.samples
    }


class TestScrape:
    def test_everything_is_there_from_the_start(self) -> None:
        """With 0, so that a first event shows as a rise."""
        samples = scraped(Metrics())
        for name in ("connections", "matches", "watchers", "loop_lag_seconds", "moves_total"):
            assert samples[f"inarow_{name}"] == 0
        for name in ("matches_started_total", "frames_malformed_total", "move_seconds_count"):
            assert samples[f"inarow_{name}"] == 0
        assert all(samples[f"inarow_refusals_total code={code}"] == 0 for code in Fault)
        assert all(samples[f"inarow_matches_ended_total ending={each}"] == 0 for each in Ending)

    def test_the_content_type_names_the_format(self) -> None:
        """Prometheus refuses an answer without it."""
        content_type, body = Metrics().render()
        assert content_type.startswith("text/plain; version=")
        assert body.endswith(b"\n")

    def test_counters_and_gauges_are_told(self) -> None:
        """Each by its own name and label."""
        metrics = Metrics()
        metrics.connections.inc(3)
        metrics.connections.dec()
        metrics.loop_lag_seconds.set(0.25)
        metrics.matches_started.inc()
        metrics.matches_ended[Ending.TIME].inc()
        metrics.refusals[Fault.TOO_FAST].inc(2)
        metrics.queue_drops["spectator"].inc()
        samples = scraped(metrics)
        assert samples["inarow_connections"] == 2
        assert samples["inarow_loop_lag_seconds"] == 0.25
        assert samples["inarow_matches_started_total"] == 1
        assert samples["inarow_matches_ended_total ending=time"] == 1
        assert samples["inarow_refusals_total code=too-fast"] == 2
        assert samples["inarow_queue_drops_total kind=spectator"] == 1
        assert samples["inarow_queue_drops_total kind=player"] == 0

    def test_a_move_is_counted_and_timed_at_once(self) -> None:
        """Buckets are cumulative, and a value on a bound belongs below it."""
        metrics = Metrics()
        for seconds in (0.00005, 0.001, 0.0011, 60.0):
            metrics.moved(seconds)
        samples = scraped(metrics)
        assert samples["inarow_moves_total"] == samples["inarow_move_seconds_count"] == 4
        assert samples["inarow_move_seconds_sum"] == pytest.approx(60.00215)
        below = {
            float(name.split("le=")[1]): value
            for name, value in samples.items()
            if name.startswith("inarow_move_seconds_bucket")
        }
        assert list(below.values()) == sorted(below.values())
        assert below[0.0001] == 1
        assert below[0.001] == 2
        assert below[0.0025] == 3
        assert below[2.5] == 3
        assert below[float("inf")] == 4

    def test_a_commit_is_timed_and_its_writes_counted(self) -> None:
        """In two histograms."""
        metrics = Metrics()
        metrics.committed(0.004, 32)
        metrics.committed(0.004, 1)
        samples = scraped(metrics)
        assert samples["inarow_commit_seconds_count"] == 2
        assert samples["inarow_commit_seconds_sum"] == pytest.approx(0.008)
        assert samples["inarow_commit_writes_sum"] == 33
        assert samples["inarow_commit_writes_bucket le=1.0"] == 1
        assert samples["inarow_commit_writes_bucket le=32.0"] == 2

    def test_servers_in_one_process_do_not_share_figures(self) -> None:
        """Tests run several."""
        one, other = Metrics(), Metrics()
        one.moved(0.1)
        one.matches_started.inc()
        assert scraped(other)["inarow_moves_total"] == 0
        assert scraped(other)["inarow_matches_started_total"] == 0

    def test_the_process_tells_of_itself(self) -> None:
        """Its memory, for one."""
        assert scraped(Metrics())["process_resident_memory_bytes"] > 0
