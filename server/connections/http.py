"""What plain HTTP gets: health, metrics, and a word to browsers from elsewhere."""

import json
from collections.abc import Callable
from http import HTTPStatus
from time import monotonic

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.connections.hosts import Hosts
from server.connections.websocket import WebSocket
from server.connections.welcome import VERSION
from server.house import House

Gate = Callable[[ServerConnection, Request], Response | None]


def gate(house: House) -> Gate:
    """Answers plain requests and turns strange pages away; anything else may become a WebSocket."""

    settings = house.settings
    hosts = Hosts((*settings.hosts, settings.host), settings.origins)

    def process(connection: ServerConnection, request: Request) -> Response | None:
        match request.path.partition("?")[0]:
            case "/healthz":
                return _health(house, connection)
            case "/livez":  # whoever answers at all need not be started again
                return _page(connection, HTTPStatus.OK, "text/plain", b"alive\n")
            case "/metrics":
                if refusal := _check_host(house, connection, request, hosts):
                    return refusal
                house.metrics.watchers.set(house.bus.watching("match"))
                return _page(connection, HTTPStatus.OK, *house.metrics.render())
            case "/":
                return _check_origin(house, connection, request, hosts)
        return connection.respond(
            HTTPStatus.NOT_FOUND, "there is /, /healthz, /livez and /metrics\n"
        )

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


def _health(house: House, connection: ServerConnection) -> Response:
    """Whether moves can be kept just now: what a balancer asks before it sends anybody here."""
    trouble = house.trouble
    state = {
        "status": "failing" if trouble else "closing" if house.door.closing_reason else "ok",
        **({"reason": trouble} if trouble else {}),
        "version": VERSION,
        "matches": house.live,
        "players": len(house.online),
    }
    status = HTTPStatus.SERVICE_UNAVAILABLE if trouble else HTTPStatus.OK
    return _page(connection, status, "application/json", json.dumps(state).encode() + b"\n")


def _check_origin(
    house: House, connection: ServerConnection, request: Request, hosts: Hosts
) -> Response | None:
    """Pages may connect to the host they came from, or be on the list; programs send no Origin."""
    host = request.headers.get("Host", "")
    for origin in request.headers.get_all("Origin"):
        if not hosts.admit(origin, host):
            _log_refusal(house, connection, origin, host)
            text = f"pages from {origin} may not connect: see --origins and --hosts\n"
            return connection.respond(HTTPStatus.FORBIDDEN, text)
    return None


def _check_host(
    house: House, connection: ServerConnection, request: Request, hosts: Hosts
) -> Response | None:
    """A browser says nothing of where a page comes from that asks the page's own host."""
    host = request.headers.get("Host", "")
    if hosts.is_ours(host):
        return None
    _log_refusal(house, connection, "", host)
    return connection.respond(HTTPStatus.FORBIDDEN, f"this is not {host}: see --hosts\n")


def _log_refusal(house: House, connection: ServerConnection, origin: str, host: str) -> None:
    address = address_of(connection, house.settings.behind_proxy)
    house.audit.refused_page(origin, host, address, monotonic())


def _page(connection: ServerConnection, status: HTTPStatus, kind: str, body: bytes) -> Response:
    """An answer to be read to its end, which may take longer than a refusal."""
    assert isinstance(connection, WebSocket), "we make the connections"
    connection.let_in()
    headers = Headers(
        [("Content-Type", kind), ("Content-Length", str(len(body))), ("Connection", "close")]
    )
    return Response(status.value, status.phrase, headers, body)
