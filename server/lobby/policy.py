"""What a declared policy has against a match. No I/O, no clock.

The terms of every match must suit the policies of both players. Whom a player plays against is
theirs to choose where they name them; where they do not, in seeks and invites, and where they are
asked, by challenges and for rematches, the policy says who may be the other.
"""

from msgspec.structs import replace

from protocol.parts import Challengers, Fault, Player, Policy, Terms
from protocol.texts import count
from server.players.pace import estimate
from server.refusal import Refusal
from server.rules import known_game

MINE = "your policy"
SHORTEST_IDLE = 30.0  # seconds; in less a person cannot be warned and still move


def checked_policy(policy: Policy, me: Player, most: int) -> Policy:
    """The policy with the games' canonical names. Raises Refusal if it is beyond the limits.

    *most* is the capacity that a player of this kind may have.
    """
    games = tuple(known_game(name).name for name in policy.games)
    if policy.capacity > most:
        kind = f"{'guest' if me.guest else 'account'} of a {'bot' if me.bot else 'person'}"
        text = f"the {kind} has a capacity of at most {most} here, not {policy.capacity}"
        raise Refusal(Fault.NOT_ALLOWED, text)
    if policy.idle_seconds and policy.idle_seconds < SHORTEST_IDLE:
        text = f"idle_seconds is 0 or at least {SHORTEST_IDLE:.0f}, not {policy.idle_seconds:g}"
        raise Refusal(Fault.NOT_ALLOWED, text)
    return replace(policy, games=games)


def of(name: str) -> str:
    """Whose policy it is, as a refusal says it."""
    return f"the policy of {name}"


def check_terms(whose: str, policy: Policy, terms: Terms) -> None:
    _check(whose, against_terms(policy, terms))


def check_opponent(whose: str, policy: Policy, bot: bool) -> None:
    """Raise Refusal if the policy does not let this kind of player answer a seek or an invite."""
    _check(whose, against_opponent(policy, bot))


def check_asker(whose: str, policy: Policy, bot: bool) -> None:
    """Raise Refusal if the policy does not let this kind of player ask for a match."""
    if policy.challengers is Challengers.NOBODY:
        _check(whose, "is to be asked for matches by nobody")
    check_opponent(whose, policy, bot)


def _check(whose: str, objection: str | None) -> None:
    if objection:
        raise Refusal(Fault.NOT_ALLOWED, f"{whose} {objection}")


def against_terms(policy: Policy, terms: Terms) -> str | None:
    """What the policy is instead of these terms, if they do not suit it."""
    if policy.games and not {terms.game, terms.game.split(":")[0]} & set(policy.games):
        return f"is to play {', '.join(policy.games)}, not {terms.game}"
    length, most = estimate(terms.clock), policy.max_seconds
    if length is None:
        fits = most is None or policy.idle_seconds is not None
    else:
        fits = policy.min_seconds <= length and (most is None or length <= most)
    if fits:
        return None
    longest = "any number of seconds" if most is None else count(round(most), "second")
    return f"is to play games of {policy.min_seconds:.0f} to {longest} on the clock"


def against_opponent(policy: Policy, bot: bool) -> str | None:
    """What the policy is instead of playing against a bot or a person, if that does not suit it.

    To be asked by nobody is no objection: who seeks or invites does the asking.
    """
    excluded = Challengers.PEOPLE if bot else Challengers.BOTS
    return f"is to play against {excluded} only" if policy.challengers is excluded else None
