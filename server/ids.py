"""Names for matches, seeks, challenges and invites."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that looks like something else


def new_id(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_match_id(at: float) -> str:
    """Ids that grow with time keep the journal's index compact, which saves a third of a commit."""
    seconds, digits = int(at), ""
    for _ in range(6):
        seconds, digit = divmod(seconds, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    return digits + new_id(5)
