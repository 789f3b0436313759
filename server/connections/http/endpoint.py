"""What plain HTTP gets: the page, health, metrics, and a word to browsers from elsewhere."""

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from math import ceil
from time import monotonic
from typing import NamedTuple

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.connections.admission import FULL_WAIT, TurnedAway
from server.connections.audit import Audit
from server.connections.http.hosts import Hosts, host_of
from server.connections.http.qr_code import qr_code
from server.connections.http.static import Asked, PageAnswer, web_page
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


METHODS = ("GET", "HEAD")


class HttpEndpoint:
    """Answers plain requests and turns strange pages away; anything else may become a WebSocket."""

    def __init__(self, node: Node, audit: Audit, health: Callable[[], Health]) -> None:
        settings = node.settings
        ours = (*settings.hosts, settings.host, host_of(settings.node_url))
        self._hosts = Hosts(ours, (*settings.origins, *settings.hosts), node.nodes)
        self._node, self._audit, self._health = node, audit, health
        self._page = web_page() if settings.page else None

    def process(self, connection: ServerConnection, request: Request) -> Response | None:
        response = _misasked(connection, request) or self._answer(connection, request)
        return _without_body(response) if response and request.method == "HEAD" else response

    def process_metrics(self, connection: ServerConnection, request: Request) -> Response:
        """What is told at the address that the figures have for themselves, under any name."""
        response = _misasked(connection, request) or self._figures(connection, request)
        return _without_body(response) if request.method == "HEAD" else response

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        match request.path.partition("?")[0]:
            case "/metrics" if not self._node.settings.metrics:
                return self._check_host(connection, request) or self._metrics(connection)
            case "/" if self._page is None or _is_upgrade(request):
                return self._check_origin(connection, request)
            case path if found := self._state(connection, path):
                return found
        return self._find(connection, request) or connection.respond(
            HTTPStatus.NOT_FOUND, "there is /, /healthz, /livez and /metrics\n"
        )

    def _figures(self, connection: ServerConnection, request: Request) -> Response:
        path = request.path.partition("?")[0]
        if path == "/metrics":
            return self._metrics(connection)
        return self._state(connection, path) or connection.respond(
            HTTPStatus.NOT_FOUND, "there is /metrics, /healthz and /livez\n"
        )

    def _state(self, connection: ServerConnection, path: str) -> Response | None:
        if path == "/healthz":
            return _health(connection, self._health())
        if path == "/livez":  # whoever answers at all need not be started again
            return _reply(connection, HTTPStatus.OK, b"alive\n", {"Content-Type": "text/plain"})
        return None

    def _find(self, connection: ServerConnection, request: Request) -> Response | None:
        """A file of the page, for whoever asks for it by a name of ours and not too often."""
        headers = request.headers
        host = headers.get("Host", "")
        validators = ",".join(headers.get_all("If-None-Match"))
        codings = ",".join(headers.get_all("Accept-Encoding"))
        asked = Asked(request.path, validators, codings)
        if self._page is None:
            return None
        answer = self._page.find(asked, self._hosts.sources(host)) or qr_code(asked, host)
        if answer is None:
            return None
        return self._check_host(connection, request) or self._send(connection, answer)

    def _send(self, connection: ServerConnection, answer: PageAnswer) -> Response:
        assert isinstance(connection, WebSocket), "we make the connections"
        assert connection.counted is not None, "it was let through to us"
        try:
            # Known before, but for those that come through a proxy.
            address = address_of(connection, self._node.settings.behind_proxy)
            connection.counted.come_from(address, monotonic())
        except TurnedAway as turned_away:
            response = connection.respond(HTTPStatus.TOO_MANY_REQUESTS, f"{turned_away.reason}\n")
            response.headers["Retry-After"] = str(ceil(turned_away.wait or FULL_WAIT))
            return response
        return _reply(connection, *answer)

    def _metrics(self, connection: ServerConnection) -> Response:
        metrics = self._node.metrics
        metrics.watchers.set(self._node.bus.watching(MATCH))
        kind, body = metrics.render()
        return _reply(connection, HTTPStatus.OK, body, {"Content-Type": kind})

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
        return connection.respond(
            HTTPStatus.FORBIDDEN, f"this is not called {host}: start it with --hosts {host}\n"
        )

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


def _misasked(connection: ServerConnection, request: Request) -> Response | None:
    if request.method not in METHODS:
        refusal = connection.respond(HTTPStatus.METHOD_NOT_ALLOWED, "GET and HEAD are all\n")
        refusal.headers["Allow"] = ", ".join(METHODS)
        return refusal
    if len(request.headers.get_all("Host")) > 1:
        return connection.respond(HTTPStatus.BAD_REQUEST, "there is one Host at most\n")
    return None


def _without_body(response: Response) -> Response:
    response.body = b""
    return response


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
    body = json.dumps(state).encode() + b"\n"
    return _reply(connection, status, body, {"Content-Type": "application/json"})


def _status(health: Health) -> str:
    return "failing" if health.trouble else "closing" if health.closing else "ok"


def _is_upgrade(request: Request) -> bool:
    return "websocket" in ",".join(request.headers.get_all("Upgrade")).lower()


def _reply(
    connection: ServerConnection, status: HTTPStatus, body: bytes, headers: Mapping[str, str]
) -> Response:
    """An answer to be read to its end, which may take longer than a refusal."""
    assert isinstance(connection, WebSocket), "we make the connections"
    connection.let_in()
    told = Headers([*headers.items(), ("Content-Length", str(len(body))), ("Connection", "close")])
    if status is HTTPStatus.NOT_MODIFIED:
        del told["Content-Length"]  # which would be that of what was not sent
    return Response(status.value, status.phrase, told, body)
