"""What a sequential test has come to, as a value and in words."""

from collections.abc import Sequence

from tournament.results import Result
from tournament.statistics.interval import signed
from tournament.statistics.pairs import growing_counts, pair_counts
from tournament.statistics.sprt import SequentialTest
from tournament.verdict.verdict import SprtVerdict

UNDECIDED = "undecided"
LOOKS = 200  # at the LLR on its way, at most: as many as a chart can show


def sprt_verdict(
    sprt: SequentialTest, players: Sequence[str], results: Sequence[Result], over: bool
) -> SprtVerdict | None:
    """How the test of the first player against the second stands; None until both are there."""
    if len(players) < 2:
        return None
    one, two = players[:2]
    counts = pair_counts(one, results)
    state, pairs = sprt.state(counts), sum(counts)
    accepted = state.decision or UNDECIDED
    figures = (
        f"LLR {signed(state.llr, 2)} after {pairs:,} pair{'' if pairs == 1 else 's'}, with bounds "
        f"{signed(state.lower, 2)} and {signed(state.upper, 2)}; alpha {sprt.alpha:g}, "
        f"beta {sprt.beta:g}"
    )
    claim = f"the {sprt.model} Elo of {one} against {two}"
    return SprtVerdict(
        (one, two), sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta, sprt.model, pairs, state.llr,
        state.lower, state.upper, accepted, f"{_told(sprt, accepted, claim, over)} ({figures}).",
    )  # fmt: skip


def course_of(
    sprt: SequentialTest, player: str, results: Sequence[Result]
) -> tuple[tuple[int, float], ...]:
    """The LLR after so many pairs of the first player, from the first to the last."""
    found = growing_counts(player, results, LOOKS)
    return tuple((sum(counts), sprt.llr(counts)) for counts in found)


def _told(sprt: SequentialTest, accepted: str, claim: str, over: bool) -> str:
    low = f"{signed(sprt.elo0, _digits(sprt.elo0))} or less"
    high = f"{signed(sprt.elo1, _digits(sprt.elo1))} or more"
    if accepted == UNDECIDED:
        state = "ended undecided" if over else "is undecided"
        return (
            f"The test {state}: neither H0, that {claim} is {low}, nor H1, that it is {high}, "
            "is accepted"
        )
    true, other = (high, low) if accepted == "H1" else (low, high)
    return f"The test accepts {accepted}: {claim} is {true}, not {other}"


def _digits(elo: float) -> int:
    """No more than a hypothesis needs: 0, 2.5, -1.75."""
    return next((digits for digits in (0, 1) if round(elo, digits) == elo), 2)
