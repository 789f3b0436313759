"""The secrets that players show to prove who they are, and what is kept of them."""

import hashlib
import secrets

PREFIX = "inarow_"  # so that people, and scanners for leaked secrets, know one when they see it
RANDOM_BYTES = 32


def new_token() -> str:
    """A secret of 256 random bits, in letters that need no quoting anywhere."""
    return PREFIX + secrets.token_urlsafe(RANDOM_BYTES)


def hash_token(token: str) -> bytes:
    """What is stored in place of the token: its plain SHA-256.

    Slow, salted hashes protect what people think up, which can be guessed. Nobody guesses 256
    random bits at any speed, so a slow hash would add nothing here, and would let strangers load
    the server by showing it wrong tokens.
    """
    return hashlib.sha256(token.encode()).digest()
