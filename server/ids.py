"""Names for matches, seeks, challenges and invites."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that looks like something else
TIME_DIGITS = 6  # of the id of a match
CYCLE: int = len(ALPHABET) ** TIME_DIGITS  # seconds


def new_id(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def is_id(text: str, length: int) -> bool:
    """Whether it could be one that was made up here."""
    return len(text) == length and set(text) <= set(ALPHABET)


def age_of(match: str, now: float) -> int:
    """How many seconds ago a match was named by its id, which goes round in 28 years."""
    named = 0
    for digit in match[:TIME_DIGITS]:
        named = named * len(ALPHABET) + ALPHABET.find(digit)
    return (int(now) - named) % CYCLE


def new_match_id(at: float) -> str:
    """Ids that grow with time keep the journal's index compact, which saves a third of a commit."""
    seconds, digits = int(at), ""
    for _ in range(TIME_DIGITS):
        seconds, digit = divmod(seconds, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    return digits + new_id(5)
