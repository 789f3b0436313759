"""What binds a node to the others: messages, the bus, who owns what, and its lease."""

from typing import NamedTuple

from server.cluster.many import ManyBus
from server.cluster.membership import Membership
from server.cluster.owners import Owners
from server.peers.post import Post
from server.storage.leases import Leases


class Links(NamedTuple):
    post: Post
    bus: ManyBus
    owners: Owners
    leases: Leases
    membership: Membership
