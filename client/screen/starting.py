"""From what was asked for on the command line to the first match."""

from client.screen.listing import free_bot
from client.screen.lobby import LobbyScreen
from client.screen.wire import Wire
from protocol.parts import LiveMatch
from protocol.replies import Matches, Players
from protocol.requests import Challenge, Invite, Join, ListMatches, ListPlayers, Seek, Watch


async def start(wire: Wire, lobby: LobbyScreen) -> None:
    """Ask for what the options want; the lobby shows what is waited for."""
    options = wire.options
    if options.lobby:
        return
    if options.watch is not None:
        await _watch(wire, lobby, options.watch)
    elif options.invite:
        await lobby.open(Invite(0, options.terms, options.side))
    elif options.against is None:
        await lobby.open(Seek(0, options.terms, options.side))
    else:
        await _meet(wire, lobby, options.against)


async def _watch(wire: Wire, lobby: LobbyScreen, match: str) -> None:
    if match == "top":
        matches = await wire.ask(ListMatches(0))
        if not isinstance(matches, Matches) or not matches.matches:
            lobby.tell("No match is going on that could be watched.")
            return
        match = max(matches.matches, key=_strength).match
    await wire.ask(Watch(0, match))


def _strength(match: LiveMatch) -> float:
    return sum(player.rating or 0.0 for player in match.players)


async def _meet(wire: Wire, lobby: LobbyScreen, against: str) -> None:
    """A bot, a player of that name, or else whoever made this invite code."""
    options = wire.options
    players = await wire.ask(ListPlayers(0))
    if not isinstance(players, Players):
        return
    names = [each.player.name for each in players.players]
    name = free_bot(players.players, options.terms) if against == "bot" else against
    if name is None:
        lobby.tell(f"No bot that plays {options.game} is free just now.")
    elif name in names:
        await lobby.open(Challenge(0, name, options.terms, options.side))
    else:
        await wire.ask(Join(0, against))
