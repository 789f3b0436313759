"""Exchanges that are joined by a network in the hands of a test."""

import asyncio
from typing import NamedTuple

from server.cluster.exchange import Exchange, PendingAnswer
from server.cluster.lease import Lease

NEVER = float("-inf")


class Parcel(NamedTuple):
    sender: str
    receiver: str
    data: bytes


class Network:
    """Carries everything at once and in order, unless it is told otherwise."""

    def __init__(self) -> None:
        self.nodes: dict[str, Listening] = {}
        self.cut: set[tuple[str, str]] = set()  # from whom to whom everything is lost
        self.held: list[Parcel] | None = None  # what waits, if anything is to
        self.carried: list[Parcel] = []

    def add(self, name: str, fence: int) -> "Listening":
        self.nodes[name] = Listening(self, name, fence)
        return self.nodes[name]

    def carry(self, parcel: Parcel) -> None:
        if (parcel.sender, parcel.receiver) in self.cut:
            return
        if self.held is not None:
            self.held.append(parcel)
        else:
            self.deliver(parcel)

    def deliver(self, parcel: Parcel) -> None:
        self.carried.append(parcel)
        receive = self.nodes[parcel.receiver].exchange.receive
        asyncio.get_running_loop().call_soon(receive, parcel.sender, parcel.data)


class Listening:
    """A node: its exchange, all that it hears, and its answers, which are echoes."""

    def __init__(self, network: Network, name: str, fence: int) -> None:
        self.lease = Lease()
        self.exchange = Exchange(name, fence, self.lease)
        self.exchange.link = self.exchange.listener = self
        self.heard: list[str] = []  # what others told
        self.asks: list[str] = []  # what they asked
        self.news: list[tuple[str, str]] = []  # what became of them
        self.answering = True  # or somebody else answers what is in:
        self.unanswered: list[PendingAnswer] = []
        self._network = network

    def meet(self, *others: "Listening") -> None:
        """Know these nodes from now on, and no others."""
        known = {each.exchange.node: each.exchange.fence for each in others}
        self.exchange.set_others(known, asyncio.get_running_loop().time())

    def tell(self, node: str, text: str) -> None:
        self.exchange.tell(node, text.encode())

    async def ask(self, node: str, text: str, patience: float = 10.0) -> str:
        return (await self.exchange.ask(node, text.encode(), patience)).decode()

    # What the exchange asks for

    def post(self, node: str, data: bytes) -> None:
        self._network.carry(Parcel(self.exchange.node, node, data))

    def told(self, sender: str, body: bytes) -> None:
        self.heard.append(f"{sender}: {body.decode()}")

    def asked(self, sender: str, body: bytes, reply: PendingAnswer) -> None:
        self.asks.append(body.decode())
        if self.answering:
            reply.done(body)
        else:
            self.unanswered.append(reply)

    def missed(self, sender: str) -> None:
        self.news.append((sender, "missed"))

    def fell_silent(self, node: str) -> None:
        self.news.append((node, "silent"))

    def is_back(self, node: str) -> None:
        self.news.append((node, "back"))


def three(
    network: Network | None = None,
) -> tuple[Network, Listening, Listening, Listening]:
    """Nodes that know each other."""
    network = network or Network()
    a, b, c = (network.add(name, fence) for fence, name in enumerate("abc", 1))
    a.meet(b, c)
    b.meet(a, c)
    c.meet(a, b)
    return network, a, b, c
