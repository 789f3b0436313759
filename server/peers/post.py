"""Messages to other nodes and from them, by their classes."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from protocol.parts import Fault
from server.cluster.exchange import Astray, Exchange, PendingAnswer, Unreachable
from server.logs import log
from server.peers.node_messages import Ask, Told, decode_answer, decode_asked, decode_told, encode
from server.refusal import Refusal, no_database
from server.storage.sqlite_file import BadDatabase
from server.storage.writes import Fenced

PATIENCE = 10.0  # seconds for an answer, where nothing else is said

M = TypeVar("M")
OnTell = Callable[[str, M], None]  # by whom, and what
OnAsk = Callable[[str, M], object]  # the answer, or what it is to be awaited from


class Post:
    def __init__(self, exchange: Exchange) -> None:
        self.exchange = exchange
        self._on_tell: dict[type[Any], OnTell[Any]] = {}
        self._on_ask: dict[type[Any], OnAsk[Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def me(self) -> str:
        return self.exchange.node

    def on_tell(self, message: type[M], take: OnTell[M]) -> None:
        self._on_tell[message] = take

    def on_ask(self, message: type[M], answer: OnAsk[M]) -> None:
        """*answer* may raise Refusal, or Astray where this node is not the one to ask."""
        self._on_ask[message] = answer

    def stop_answering(self) -> None:
        """Whoever asks from now on is to ask another."""
        self._on_ask.clear()

    def tell(self, node: str, message: Told) -> None:
        self.exchange.tell(node, encode(message))

    def tell_all(self, message: Told) -> None:
        self.exchange.tell_all(encode(message))

    async def ask(
        self, node: str, message: Ask, patience: float = PATIENCE, number: int = 0
    ) -> Any:
        """The answer of a node. Raises Unreachable, Astray, or the Refusal that it gives.

        What may be asked once more has a *number*, so that no node carries it out twice.
        """
        body = await self.exchange.ask(node, encode(message), patience, number)
        return decode_answer(message, body)

    def spawn(self, work: Awaitable[None]) -> None:
        """Do something beside, as long as this node is what it is."""
        task = asyncio.ensure_future(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    # What comes; all of it is begun in the order in which it came

    def told(self, sender: str, body: bytes) -> None:
        message = decode_told(body)
        take = self._on_tell.get(type(message))
        if take is not None:  # only the owner of the lobby hears of some
            asyncio.get_running_loop().call_soon(_taken, take, sender, message)

    def asked(self, sender: str, body: bytes, reply: PendingAnswer) -> None:
        asyncio.get_running_loop().call_soon(self._answer, sender, decode_asked(body), reply)

    def _answer(self, sender: str, message: Ask, reply: PendingAnswer) -> None:
        answer = self._on_ask.get(type(message))
        if answer is None:
            reply.astray()
            return
        with _answering(reply, message):
            found = answer(sender, message)
            if isinstance(found, Awaitable):
                self.spawn(_await(found, reply, message))
            else:
                reply.done(encode(found))


async def _await(answer: Awaitable[object], reply: PendingAnswer, message: Ask) -> None:
    with _answering(reply, message):
        reply.done(encode(await answer))


@contextmanager
def _answering(reply: PendingAnswer, message: Ask) -> Iterator[None]:
    """Whatever goes wrong inside is an answer as well."""
    try:
        yield
    except Refusal as refusal:
        reply.refuse(refusal)
    except (Astray, Unreachable):
        reply.astray()
    except Fenced:
        pass  # which whoever renews the lease learns as well
    except BadDatabase as error:
        log().error("the database fails", error=str(error))
        reply.refuse(no_database())
    except Exception:
        log().exception("a request of a node hit a fault of ours", request=message)
        reply.refuse(Refusal(Fault.NOT_KEPT, "a fault of the server: it is in its log"))


def _taken(take: OnTell[Any], sender: str, message: Told) -> None:
    try:
        take(sender, message)
    except Exception:
        log().exception("what a node told hit a fault of ours", message=message)


async def _logged(work: Awaitable[None]) -> None:
    try:
        await work
    except BadDatabase as error:
        log().error("the database fails", error=str(error))
    except Exception:
        log().exception("work between nodes hit a fault of ours")
