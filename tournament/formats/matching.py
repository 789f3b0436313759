"""The cheapest way to put everyone into twos, for pairings in which all would like a good one."""

from collections.abc import Mapping

Two = tuple[int, int]


def cheapest(costs: Mapping[Two, int]) -> list[Two]:
    """The edges of a matching with as many as possible, of those the cheapest; each low end first.

    Ends are integers, because those are the same for networkx in every process; strings would be
    hashed anew in each, and equal costs fall out differently.
    """
    import networkx  # as late as this, because it takes a tenth of a second

    graph: networkx.Graph[int] = networkx.Graph()
    highest = max(costs.values(), default=0)
    for one, two in sorted(costs):
        graph.add_edge(one, two, weight=highest - costs[one, two])
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(edge), max(edge)) for edge in matching)


def digits(base: int, *values: int) -> int:
    """A cost in which a former value outweighs all that follow, if those are below the base."""
    cost = 0
    for value in values:
        cost = cost * base + value
    return cost
