"""The keys of what one server owns at a time; the news of it goes to the topic of its key."""

MATCH, TOURNAMENT = "match", "tournament"
LOBBY = "lobby"
SEEKS = "seeks"  # the topic of those who watch the lobby's seeks


def match_key(match: str) -> str:
    return f"{MATCH}:{match}"


def tournament_key(tournament: str) -> str:
    return f"{TOURNAMENT}:{tournament}"


def split(key: str) -> tuple[str, str]:
    """What kind of thing a key is of, and which one."""
    kind, _, id = key.partition(":")
    return kind, id
