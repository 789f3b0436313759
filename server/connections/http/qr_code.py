"""The QR code of a link to an invite, as a picture for the page."""

import re
from http import HTTPStatus
from io import BytesIO
from urllib.parse import unquote

from server.connections.http.static import KINDS, POLICY, SAFE, Asked, PageAnswer

PATH = "/qr.svg"  # followed by ? and the link, of which all but letters and digits is encoded
QUIET = 4  # modules around it
_LINK = re.compile(r"https?://([^/?#@\s]{1,255})(?:/[\w./~-]{0,100})?#[0-9A-Z]{6}", re.ASCII)


def qr_code(asked: Asked, host: str) -> PageAnswer | None:
    """The code of the link that is asked for; None for any that leads to no invite at *host*."""
    path, _, query = asked.path.partition("?")
    link = _LINK.fullmatch(unquote(query)) if path == PATH else None
    if link is None or link[1].lower() != host.lower():
        return None
    headers = {
        **SAFE,
        "Cache-Control": "no-store",  # an invite is worth something once
        "Content-Security-Policy": POLICY,
        "Content-Type": KINDS[".svg"],
    }
    return PageAnswer(HTTPStatus.OK, _draw(link[0]), headers)


def _draw(text: str) -> bytes:
    import segno  # few servers ever draw one

    drawing = BytesIO()
    code = segno.make_qr(text, error="m")
    code.save(drawing, "svg", border=QUIET, light="#fff", xmldecl=False, omitsize=True)
    return drawing.getvalue()
