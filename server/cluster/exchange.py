"""Telling and asking other nodes: each ask is answered once, and what is lost is found missing.

An ask is sent again until it is answered, and carried out once: whoever is asked keeps the latest
answers. Nodes hear of each other four times a second; from one that is silent nothing is expected.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from itertools import count
from math import inf
from time import monotonic
from typing import Any, NamedTuple, Protocol

from protocol.parts import Fault
from server.cluster.lease import Lease
from server.cluster.letters import (
    VERSION,
    Batch,
    Kind,
    Letter,
    RefusalBody,
    decode_batch,
    decode_header,
    decode_refusal,
    encode,
)
from server.logs import log
from server.refusal import Refusal

BEAT = 0.25  # seconds
LATE_BEAT = 1.5 * BEAT
SILENT = 1.5  # seconds without a word after which a node counts as silent
AGAIN = 1.0  # seconds until an ask is sent once more
MOST_ANSWERS = 5000  # that are kept for asks that come once more
LONGEST_KEPT = 65536  # bytes; whoever asks for more only reads, and may do so twice


class Unreachable(Exception):
    """A node does not answer, or is gone."""


class Astray(Exception):
    """The node that was asked does not own what it was asked about."""


class PendingAnswer:
    """How an ask is answered: exactly one of these is called, at any time."""

    def __init__(self, send: Callable[[Kind, bytes], None]) -> None:
        self._send = send

    def done(self, body: bytes) -> None:
        self._send(Kind.REPLY, body)

    def refuse(self, refusal: Refusal) -> None:
        body = RefusalBody(refusal.code, refusal.text, refusal.wait)
        self._send(Kind.REFUSAL, encode(body))

    def astray(self) -> None:
        self._send(Kind.ASTRAY, b"")


class WaitingAsk(NamedTuple):
    node: str
    letter: Letter
    answer: asyncio.Future[Letter]


class Listener(Protocol):
    """Who takes what other nodes send."""

    def told(self, sender: str, body: bytes) -> None: ...
    def asked(self, sender: str, body: bytes, reply: PendingAnswer) -> None: ...
    def missed(self, sender: str) -> None:
        """Something that this node has sent is lost."""

    def fell_silent(self, node: str) -> None: ...
    def is_back(self, node: str) -> None: ...


class Carrier(Protocol):
    def post(self, node: str, data: bytes) -> None: ...


class Exchange:
    def __init__(self, node: str, fence: int, lease: Lease) -> None:
        self.node, self.fence = node, fence
        self.link: Carrier
        self.listener: Listener
        self.others: dict[str, int] = {}  # the other nodes, with their fences
        self.silent: set[str] = set()
        self.leaving: set[str] = set()  # nodes that have handed over what was theirs
        self.round_trips: dict[str, float] = {}  # the latest, by node
        self.strangers: dict[str, int] = {}  # nodes that speak another version, and which
        self._lease = lease
        self._loop = asyncio.get_running_loop()
        self._ids = count(1)
        self._unsent: dict[str, list[Letter]] = {}
        self._sent: dict[str, int] = {}  # how many batches, by receiver
        self._had: dict[str, int] = {}  # the number of the latest batch, by sender
        self._heard: dict[str, float] = {}
        self._met: dict[str, float] = {}  # when each was first heard
        self._waiting: dict[int, WaitingAsk] = {}
        self._answers: OrderedDict[tuple[str, int], Letter | None] = OrderedDict()

    # Who is there

    def set_others(self, others: dict[str, int], as_of: float) -> list[str]:
        """These are the other nodes at that time; those that are gone since."""
        newer = {node: 0 for node, since in self._met.items() if since > as_of}
        gone = [node for node in self.others if node not in others and node not in newer]
        self.others = newer | others
        now = monotonic()
        for node in others:
            self._heard.setdefault(node, now)
        for node in gone:
            self._forget(node)
        return gone

    def _forget(self, node: str) -> None:
        known: tuple[dict[str, Any], ...] = (
            self._sent, self._had, self._heard, self._met, self._unsent,
            self.round_trips, self.strangers,
        )  # fmt: skip
        for kept in known:
            kept.pop(node, None)
        self.silent.discard(node)
        self.leaving.discard(node)
        for asked, _, answer in tuple(self._waiting.values()):
            if asked == node and not answer.done():
                answer.set_exception(Unreachable(f"the node {node} is gone"))

    def silence(self, node: str) -> float:
        """For how long nothing was heard of a node, if that is longer than it should be."""
        seconds = monotonic() - self._heard.get(node, inf)
        return seconds if seconds > LATE_BEAT else 0.0

    @property
    def slowest(self) -> float:
        """The longest of the latest round trips; of a node that is silent, for how long it is."""
        trips = (max(self.round_trips.get(node, 0.0), self.silence(node)) for node in self.others)
        return max(trips, default=0.0)

    def cut_off(self) -> None:
        """The bus is gone: nobody can be heard until it is back."""
        for node in self.others:
            self._silence(node)

    def reconnected(self) -> None:
        """The bus is back: what was asked meanwhile is lost, perhaps."""
        for node in {ask.node for ask in self._waiting.values()}:
            self.ask_again(node)

    # Sending

    def tell(self, node: str, body: bytes) -> None:
        self._put(node, Letter(Kind.TELL, 0, body))

    def tell_all(self, body: bytes) -> None:
        letter = Letter(Kind.TELL, 0, body)
        for node in self.others:
            self._put(node, letter)

    def number(self) -> int:
        """A number for an ask that may be made more than once, and is to be carried out once."""
        return next(self._ids)

    async def ask(self, node: str, body: bytes, patience: float, number: int = 0) -> bytes:
        """The answer of a node. Raises Unreachable, Astray, or the Refusal that it gives."""
        if node not in self.others:
            raise Unreachable(f"there is no node {node}")
        if node in self.strangers:
            raise Unreachable(f"the node {node} is of another version")
        id = number or self.number()
        ask = WaitingAsk(node, Letter(Kind.ASK, id, body), self._loop.create_future())
        self._waiting[id] = ask
        try:
            return _opened(await self._answered(ask, monotonic() + patience))
        finally:
            del self._waiting[id]

    def ask_again(self, node: str) -> None:
        """What it has not answered: it has missed something."""
        for asked, letter, answer in self._waiting.values():
            if asked == node and not answer.done():
                self._put(node, letter)

    async def _answered(self, ask: "WaitingAsk", due: float) -> Letter:
        node, letter, answer = ask
        while True:
            self._put(node, letter)
            left = due - monotonic()
            done, _ = await asyncio.wait({answer}, timeout=max(0.0, min(AGAIN, left)))
            if done:
                return answer.result()
            if left <= AGAIN:
                raise Unreachable(f"the node {node} does not answer")

    def _put(self, node: str, letter: Letter) -> None:
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.setdefault(node, []).append(letter)

    def _flush(self) -> None:
        """Post what has come together, unless this node may not speak."""
        unsent, self._unsent = self._unsent, {}
        if not self._lease.lasts():
            return
        for node, letters in unsent.items():
            number = self._sent[node] = self._sent.get(node, 0) + 1
            self.link.post(node, encode(Batch(VERSION, self.node, self.fence, number, letters)))

    # Being sent

    def receive(self, sender: str, data: bytes) -> None:
        if not self._lease.lasts():
            return
        header = decode_header(data)
        if header.fence < self.fence and sender not in self.others:
            return  # which was gone before we came, or has been taken over
        if header.version != VERSION:
            self._note_stranger(sender, header.version)
            return
        batch = decode_batch(data)
        self._note(sender, batch.number)
        for letter in batch.letters:
            self._take(sender, letter)

    def _note_stranger(self, sender: str, version: int) -> None:
        if sender not in self.strangers:
            log().warning("a node speaks another version", node=sender, version=version)
        self.strangers[sender] = version

    def _note(self, sender: str, number: int) -> None:
        """See who is there, and whether something is missing."""
        now = self._heard[sender] = monotonic()
        self._met.setdefault(sender, now)
        self.others.setdefault(sender, 0)
        before = self._had.get(sender)
        self._had[sender] = number
        if sender in self.silent:
            self.silent.discard(sender)
            self.listener.is_back(sender)
        if before is not None and number != before + 1:
            log().warning("messages of a node are lost", node=sender, count=number - before - 1)
            self.listener.missed(sender)

    def _take(self, sender: str, letter: Letter) -> None:
        match letter.kind:
            case Kind.TELL:
                self.listener.told(sender, letter.body)
            case Kind.ASK:
                self._be_asked(sender, letter)
            case Kind.REPLY | Kind.REFUSAL | Kind.ASTRAY:
                asked = self._waiting.get(letter.id)
                if asked is not None and not asked.answer.done():
                    asked.answer.set_result(letter)
            case Kind.BEAT:
                self._put(sender, Letter(Kind.ECHO, letter.id))
            case Kind.ECHO:
                self.round_trips[sender] = max(0.0, monotonic() - letter.id / 1e6)

    def _be_asked(self, sender: str, letter: Letter) -> None:
        asked = sender, letter.id
        if asked in self._answers:
            if answer := self._answers[asked]:
                self._put(sender, answer)
            return
        self._answers[asked] = None  # until it is answered
        while len(self._answers) > MOST_ANSWERS:
            self._answers.popitem(last=False)
        self.listener.asked(sender, letter.body, PendingAnswer(partial(self._answer, asked)))

    def _answer(self, asked: tuple[str, int], kind: Kind, body: bytes) -> None:
        sender, id = asked
        answer = Letter(kind, id, body)
        if kind is Kind.ASTRAY or len(body) > LONGEST_KEPT:  # or it may be the one to ask by then
            self._answers.pop(asked, None)
        elif asked in self._answers:
            self._answers[asked] = answer
        self._put(sender, answer)

    # Being there

    async def beat(self) -> None:
        """Let the others hear of this node, and see who is silent, as long as it lives."""
        while True:
            due = monotonic() + BEAT
            for node in self.others:
                self._put(node, Letter(Kind.BEAT, int(monotonic() * 1e6)))
            await asyncio.sleep(BEAT)
            if monotonic() - due < BEAT:  # or what they said waits unread, since we were late
                self._look(monotonic())

    def _look(self, now: float) -> None:
        late = [node for node in self.others if now - self._heard.get(node, now) > SILENT]
        for node in late:
            self._silence(node)

    def _silence(self, node: str) -> None:
        if node not in self.silent:
            self.silent.add(node)
            log().warning("a node is silent", node=node)
            self.listener.fell_silent(node)


def _opened(letter: Letter) -> bytes:
    match letter.kind:
        case Kind.REFUSAL:
            refusal = decode_refusal(letter.body)
            raise Refusal(Fault(refusal.code), refusal.text, refusal.wait)
        case Kind.ASTRAY:
            raise Astray
    return letter.body
