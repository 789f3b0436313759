"""The page for browsers: the files of web/ as they are sent, read and packed once.

The files lie under a path that names the version of them all, so that a browser asks for each of
them once, and never has some of one version and some of another; where they are is told by the
html, which it asks for every time. Only what was found in the folder can be asked for at all.
"""

import gzip
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path, PurePosixPath
from typing import NamedTuple

WEB = Path(__file__).resolve().parents[3] / "web"
INDEX, SCRIPT = "index.html", "app.js"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "connect-src 'self'"
)
SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"  # it may be kept, but not be used without asking whether it is still so
_VERSION = re.compile(r"/[0-9a-f]{16}(?=/)")
_OWN = re.compile(r"""(?<=\s)((?:src|href)=")(?![a-z]+:|[/#])([^"]+)""")
_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*"(\.{1,2}/[^"]+\.js)\"""")


class Asked(NamedTuple):
    """What a browser says of the file that it wants."""

    path: str
    validators: str = ""  # If-None-Match
    codings: str = ""  # Accept-Encoding


class PageAnswer(NamedTuple):
    status: HTTPStatus
    body: bytes
    headers: Mapping[str, str]


class PageFile(NamedTuple):
    """A file and what is said of it, whole and packed."""

    kind: str
    whole: bytes
    packed: bytes | None  # by gzip, if that makes it smaller
    tag: str

    def answer(self, asked: Asked, headers: Mapping[str, str]) -> PageAnswer:
        """The file, or that the browser has it already."""
        zipped = self.packed is not None and _takes_gzip(asked.codings)
        tag = f'"{self.tag}-gzip"' if zipped else f'"{self.tag}"'
        told = {"ETag": tag, "Vary": "Accept-Encoding", **headers}
        if _is_among(tag, asked.validators):
            return PageAnswer(HTTPStatus.NOT_MODIFIED, b"", told)
        told |= {"Content-Type": self.kind, **({"Content-Encoding": "gzip"} if zipped else {})}
        body = self.packed if zipped and self.packed is not None else self.whole
        return PageAnswer(HTTPStatus.OK, body, told)


class WebPage:
    """All files of the page, by path."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        """*files* are those of the folder, by their paths in it."""
        digest = sha256()
        for name, content in sorted(files.items()):
            digest.update(f"{name} {len(content)} ".encode() + content)
        self.version = digest.hexdigest()[:16]
        made = {
            **files,
            **{
                name: _placed(content, self.version, scripts(files))
                for name, content in files.items()
                if name.endswith(".html")
            },
        }
        self._files = {f"/{name}": _file(name, content) for name, content in made.items()}

    def find(self, asked: Asked, elsewhere: str = "") -> PageAnswer | None:
        """The file that is asked for; its scripts may connect to its own host and *elsewhere*."""
        path = asked.path.partition("?")[0]
        if path in ("/", f"/{INDEX}"):
            policy = f"{POLICY} {elsewhere}".rstrip()
            headers = {**SAFE, "Cache-Control": ASK_AGAIN, "Content-Security-Policy": policy}
            return self._files[f"/{INDEX}"].answer(asked, headers)
        version = _VERSION.match(path)
        file = self._files.get(path[version.end() :] if version else path)
        if file is None:
            return None
        kept = version is not None and version[0] == f"/{self.version}"
        headers = {**SAFE, "Cache-Control": FOR_EVER if kept else ASK_AGAIN}
        return file.answer(asked, {**headers, "Content-Security-Policy": POLICY})


@cache
def web_page(folder: Path = WEB) -> WebPage | None:
    """The page in a folder, if there is one."""
    if not (folder / INDEX).is_file():
        return None
    found = (path for path in folder.rglob("*") if path.suffix in KINDS and path.is_file())
    return WebPage({path.relative_to(folder).as_posix(): path.read_bytes() for path in found})


def scripts(files: Mapping[str, bytes], first: str = SCRIPT) -> tuple[str, ...]:
    """A module and all that it cannot do without, in the order in which they are come upon.

    The html names those of the first one, so that a browser need not read one to learn of the next.
    What a module imports only when it is wanted, like each view, comes then.
    """
    known = [first] if first in files else []
    for name in known:  # which grows meanwhile
        for target in _IMPORT.findall(files[name].decode()):
            path = _joined(PurePosixPath(name).parent, target)
            if path in files and path not in known:
                known.append(path)
    return tuple(known)


def _joined(folder: PurePosixPath, target: str) -> str:
    parts = list(folder.parts)
    for part in PurePosixPath(target).parts:
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
    return "/".join(parts)


def _placed(html: bytes, version: str, modules: tuple[str, ...]) -> bytes:
    """The html with its own files where this version of them is, and its modules named."""
    text = _OWN.sub(rf"\g<1>/{version}/\g<2>", html.decode())
    links = "".join(
        f'<link rel="modulepreload" href="/{version}/{name}">\n' for name in modules[1:]
    )
    return text.replace("</head>", f"{links}</head>", 1).encode()


def _file(name: str, content: bytes) -> PageFile:
    packed = gzip.compress(content, 9, mtime=0)  # the same at every node, as its tag says
    smaller = packed if len(packed) < len(content) else None
    kind = KINDS[PurePosixPath(name).suffix]
    return PageFile(kind, content, smaller, sha256(content).hexdigest()[:32])


def _takes_gzip(codings: str) -> bool:
    for coding in codings.lower().split(","):
        name, *parameters = (part.strip() for part in coding.split(";"))
        if name == "gzip":
            return not any(re.fullmatch(r"q=0(\.0*)?", each) for each in parameters)
    return False


def _is_among(tag: str, validators: str) -> bool:
    """Whether what a browser has is what there is; comparing is weak here, by RFC 9110."""
    return validators.strip() == "*" or tag in (
        each.strip().removeprefix("W/") for each in validators.split(",")
    )
