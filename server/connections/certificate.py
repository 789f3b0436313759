"""The certificate that TLS is spoken with, which can be read anew while connections stay."""

import ssl

from games.errors import Mistake
from server.settings import Settings


class Certificate:
    """What new connections are shown; those that are open keep what they were shown."""

    def __init__(self, settings: Settings) -> None:
        """Raises Mistake where the files are no certificate with its key."""
        self._chain, self._key = settings.cert, settings.key
        self.context = self._read()

    def read_anew(self) -> None:
        """Raises Mistake, and goes on with the one before, where the files are not right."""
        # A context of its own, because one that fails half-way has a chain without its key.
        self.context = self._read()

    def _read(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            context.load_cert_chain(self._chain, self._key)
        except (OSError, ssl.SSLError) as error:
            raise Mistake(
                f"cannot use --cert {self._chain} and --key {self._key}: {error}"
            ) from error
        return context


def certificate_of(settings: Settings) -> Certificate | None:
    """None where TLS is left to others."""
    return Certificate(settings) if settings.cert else None
