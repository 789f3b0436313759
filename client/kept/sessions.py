"""The session of a guest at a server, kept so that the same command leads back to the same seat.

Each client that runs has a file of its own, for the server and the name that were asked for: of two
at once, the second takes the next one. Who left properly is taken up last, so that a client that
died finds its own again also while another runs or has been run.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec
from platformdirs import user_state_path

from client.kept.own_file import OwnFile
from protocol.names import fold

MOST = 20  # clients at once, of one name on one server
TOO_MANY = "So many clients run at once that your session cannot be kept for this one."


class _Content(msgspec.Struct, frozen=True):
    server: str  # for whoever looks into the file
    session: str
    left: bool = False  # with no match going on


class KeptSession:
    """The place of one guest; with a *note* for the person if it cannot be kept."""

    def __init__(
        self, server: str, file: OwnFile | None, session: str | None = None, note: str = ""
    ) -> None:
        self._server, self._file = server, file
        self.session = session
        self.note = note
        self.playing = session is not None  # a match goes on, as far as we know

    def save(self, session: str) -> None:
        """Keep it from now on: whoever has it is this guest."""
        self.session = session
        self._write(_Content(self._server, session))

    def release(self) -> None:
        """This client ends; the place is for the next one."""
        if self._file is not None:
            if self.session is not None:
                self._write(_Content(self._server, self.session, left=not self.playing))
            self._file.close()
            self._file = None

    def _write(self, content: _Content) -> None:
        if self._file is None:
            return
        try:
            self._file.write(msgspec.json.encode(content))
        except OSError as error:
            self.note = _not_kept(self._file.path, error)


def take_session(server: str, name: str, afresh: bool = False) -> KeptSession:
    """The session to come back by at a server, for a guest who asked for this name, or for none.

    *afresh* is for somebody new, who takes the place of the one before.
    """
    folder, free = _folder(), list[OwnFile]()
    try:
        for file in _free(folder, sha256(f"{server} {fold(name)}".encode()).hexdigest()[:16]):
            free.append(file)
    except OSError as error:
        if not free:
            return KeptSession(server, None, note=_not_kept(folder, error))
    if not free:
        return KeptSession(server, None, note=TOO_MANY)
    contents = {file: _read(file) for file in free}
    found = min(free, key=lambda file: _rank(contents[file]))
    for file in free:
        if file is not found:
            file.close()
    content = contents[found]
    if isinstance(content, str):
        return KeptSession(server, found, note=content)
    return KeptSession(server, found, None if afresh or content is None else content.session)


def read_session(file: OwnFile) -> str | None:
    """The session that is kept in a file, if a match goes on with it."""
    content = _read(file)
    return content.session if isinstance(content, _Content) and not content.left else None


def _free(folder: Path, name: str) -> Iterator[OwnFile]:
    """The files that no other client holds, up to the first that there has never been."""
    for number in range(1, MOST + 1):
        path = folder / f"{name}-{number}.json"
        new = not path.exists()
        if file := OwnFile.hold(path):
            yield file
            if new:
                return


def _rank(content: _Content | str | None) -> int:
    """Who died in the middle of a match comes first, then who left, and nobody at all last."""
    if content is None:
        return 2
    return 0 if isinstance(content, _Content) and not content.left else 1


def _read(file: OwnFile) -> _Content | str | None:
    """What was kept; a text says why it cannot be read."""
    try:
        raw = file.read()
        return msgspec.json.decode(raw, type=_Content) if raw else None
    except (OSError, msgspec.MsgspecError):
        return f"Your session in {file.path} cannot be read: you are somebody new."


def _folder() -> Path:
    return user_state_path("inarow") / "sessions"


def _not_kept(path: Path, error: OSError) -> str:
    why = error.strerror or str(error)
    return f"Your session cannot be kept in {path} ({why}): a client that dies cannot come back."
