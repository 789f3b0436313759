"""What plain HTTP gets: health, metrics, and a word to browsers from elsewhere."""

import json
from collections.abc import Callable
from http import HTTPStatus
from time import monotonic
from typing import NamedTuple

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.connections.audit import Audit
from server.connections.hosts import Hosts
from server.connections.websocket import WebSocket
from server.connections.welcome import VERSION
from server.keys import MATCH
from server.node import Node


class Health(NamedTuple):
    """How the server is doing."""

    trouble: str | None  # why nothing can be kept just now, if that is so
    closing: bool
    matches: int
    players: int
    stage: str = ""  # of a node of a cluster that takes nobody: "starting" or "draining"


class HttpEndpoint:
    """Answers plain requests and turns strange pages away; anything else may become a WebSocket."""

    def __init__(self, node: Node, audit: Audit, health: Callable[[], Health]) -> None:
        settings = node.settings
        self._hosts = Hosts((*settings.hosts, settings.host), settings.origins)
        self._node, self._audit, self._health = node, audit, health

    def process(self, connection: ServerConnection, request: Request) -> Response | None:
        match request.path.partition("?")[0]:
            case "/healthz":
                return _health(connection, self._health())
            case "/livez":  # whoever answers at all need not be started again
                return _page(connection, HTTPStatus.OK, "text/plain", b"alive\n")
            case "/metrics":
                return self._check_host(connection, request) or self._metrics(connection)
            case "/":
                return self._check_origin(connection, request)
        return connection.respond(
            HTTPStatus.NOT_FOUND, "there is /, /healthz, /livez and /metrics\n"
        )

    def _metrics(self, connection: ServerConnection) -> Response:
        metrics = self._node.metrics
        metrics.watchers.set(self._node.bus.watching(MATCH))
        return _page(connection, HTTPStatus.OK, *metrics.render())

    def _check_origin(self, connection: ServerConnection, request: Request) -> Response | None:
        """Pages may connect to their own host, or be on the list; programs send no Origin."""
        host = request.headers.get("Host", "")
        for origin in request.headers.get_all("Origin"):
            if not self._hosts.admit(origin, host):
                self._log_refusal(connection, origin, host)
                text = f"pages from {origin} may not connect: see --origins and --hosts\n"
                return connection.respond(HTTPStatus.FORBIDDEN, text)
        return None

    def _check_host(self, connection: ServerConnection, request: Request) -> Response | None:
        """A browser says nothing of where a page comes from that asks the page's own host."""
        host = request.headers.get("Host", "")
        if self._hosts.is_ours(host):
            return None
        self._log_refusal(connection, "", host)
        return connection.respond(HTTPStatus.FORBIDDEN, f"this is not {host}: see --hosts\n")

    def _log_refusal(self, connection: ServerConnection, origin: str, host: str) -> None:
        address = address_of(connection, self._node.settings.behind_proxy)
        self._audit.refused_page(origin, host, address, monotonic())


def address_of(connection: ServerConnection, behind_proxy: bool) -> str:
    """Where a connection comes from; behind a proxy, what the proxy says, which comes last."""
    request = connection.request
    if behind_proxy and request is not None:
        told = ",".join(request.headers.get_all("X-Forwarded-For")).split(",")[-1].strip()
        if told:
            return told
    peer = connection.remote_address
    return str(peer[0]) if peer else "local"


def _health(connection: ServerConnection, health: Health) -> Response:
    """Whether moves can be kept just now: what a balancer asks before it sends anybody here."""
    trouble = health.trouble
    state = {
        "status": health.stage or _status(health),
        **({"reason": trouble} if trouble else {}),
        "version": VERSION,
        "matches": health.matches,
        "players": health.players,
    }
    unfit = trouble or health.stage
    status = HTTPStatus.SERVICE_UNAVAILABLE if unfit else HTTPStatus.OK
    return _page(connection, status, "application/json", json.dumps(state).encode() + b"\n")


def _status(health: Health) -> str:
    return "failing" if health.trouble else "closing" if health.closing else "ok"


def _page(connection: ServerConnection, status: HTTPStatus, kind: str, body: bytes) -> Response:
    """An answer to be read to its end, which may take longer than a refusal."""
    assert isinstance(connection, WebSocket), "we make the connections"
    connection.let_in()
    headers = Headers(
        [("Content-Type", kind), ("Content-Length", str(len(body))), ("Connection", "close")]
    )
    return Response(status.value, status.phrase, headers, body)
