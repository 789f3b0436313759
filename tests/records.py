"""Random records of random games."""

from hypothesis import strategies as st

from games import Position
from games.record import RESERVED, Record, Result, is_one_line
from tests.every import EVERY_GAME, positions

TEXT = st.text(max_size=12).map(str.strip).filter(is_one_line)
KEYS = st.text("abcXYZ019_", min_size=1, max_size=8).filter(
    lambda key: key not in RESERVED and key.strip("_")
)


@st.composite
def records(draw: st.DrawFn, games: list[str] = EVERY_GAME) -> Record:
    position: Position = draw(positions(games))
    count = len(position.moves)
    times = tuple(draw(st.lists(st.integers(0, 10**6), min_size=count, max_size=count)))
    players = draw(TEXT), draw(TEXT)
    tags = draw(st.dictionaries(KEYS, TEXT, max_size=3))
    result = Result.NONE if position.outcome else draw(st.sampled_from(list(Result)))
    ending = "" if position.outcome else draw(st.sampled_from(["", "time", "resigned", "aborted"]))
    return Record.of(position, players, result, ending, draw(st.sampled_from([times, ()])), tags)
