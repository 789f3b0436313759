"""What plain HTTP gets: health, metrics, and a word to browsers from elsewhere."""

import json
from collections.abc import Callable, Set
from http import HTTPStatus
from urllib.parse import SplitResult, urlsplit

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.house import House
from server.welcome import VERSION

Gate = Callable[[ServerConnection, Request], Response | None]


def gate(house: House) -> Gate:
    """Answers plain requests and turns strange pages away; anything else may become a WebSocket."""

    origins = frozenset(house.settings.origins)

    def process(connection: ServerConnection, request: Request) -> Response | None:
        match request.path.partition("?")[0]:
            case "/healthz":
                return _health(house)
            case "/metrics":
                house.metrics.watchers.set(house.bus.watching("match"))
                return _response(HTTPStatus.OK, *house.metrics.render())
            case "/":
                return _check_origin(connection, request, origins)
        return connection.respond(HTTPStatus.NOT_FOUND, "there is /, /healthz and /metrics\n")

    return process


def address_of(connection: ServerConnection, behind_proxy: bool) -> str:
    """Where a connection comes from; behind a proxy, what the proxy says, which comes last."""
    request = connection.request
    if behind_proxy and request is not None:
        told = ",".join(request.headers.get_all("X-Forwarded-For")).split(",")[-1].strip()
        if told:
            return told
    peer = connection.remote_address
    return str(peer[0]) if peer else "local"


def _health(house: House) -> Response:
    broken = house.failed.done()
    state = {
        "status": "failing" if broken else "closing" if house.door.closing_reason else "ok",
        "version": VERSION,
        "matches": house.live,
        "players": len(house.online),
    }
    status = HTTPStatus.SERVICE_UNAVAILABLE if broken else HTTPStatus.OK
    return _response(status, "application/json", json.dumps(state).encode() + b"\n")


def _check_origin(
    connection: ServerConnection, request: Request, allowed: Set[str]
) -> Response | None:
    """Pages may connect to the host they came from, or be on the list; programs send no Origin."""
    host = request.headers.get("Host", "").lower()
    for origin in request.headers.get_all("Origin"):
        place = _place(origin.lower())
        if place is None or (place.netloc != host and not {place.netloc, place.hostname} & allowed):
            return connection.respond(
                HTTPStatus.FORBIDDEN, f"pages from {origin} may not connect: see --origins\n"
            )
    return None


def _place(origin: str) -> SplitResult | None:
    """Where a page comes from; None where that is nowhere, such as a file."""
    try:
        place = urlsplit(origin)
        return place if place.hostname else None
    except ValueError:
        return None


def _response(status: HTTPStatus, kind: str, body: bytes) -> Response:
    headers = Headers(
        [("Content-Type", kind), ("Content-Length", str(len(body))), ("Connection", "close")]
    )
    return Response(status.value, status.phrase, headers, body)
