"""The lines of the lobby's lists, and who in them would play."""

from client.model.tournaments import takes_part
from client.words.invites import invite_command
from client.words.labels import player_label, terms_label
from client.words.text import printable
from games import SIDES
from games.record import RecordedResult
from protocol.clocks import write_clock
from protocol.events import Challenged
from protocol.parts import UNSCORED, LiveMatch, OnlinePlayer, OpenSeek, PastMatch, Side
from protocol.requests import Challenge, Invite, Seek
from protocol.texts import count
from protocol.tournaments import TournamentSummary

OpenPairing = Seek | Challenge | Invite
ONE_LINE = 80  # columns from which on a tournament is told on one line


def seek_line(seek: OpenSeek) -> str:
    return f"{player_label(seek.by):18} {terms_label(seek.terms)}{_wants(seek.side)}"


def challenge_line(challenged: Challenged) -> str:
    terms = f"{terms_label(challenged.terms)}{_wants(challenged.side)}"
    return f"! {player_label(challenged.by)} challenges you: {terms}"


def player_line(online: OnlinePlayer) -> str:
    return f"{player_label(online.player):26} {_business(online)}"


def is_of(live: LiveMatch, name: str) -> bool:
    return name in (player.name for player in live.players)


def match_line(live: LiveMatch, name: str) -> str:
    """A match that goes on; those of *name*, who reads it, have a star."""
    yours = "* " if is_of(live, name) else ""
    names = " - ".join(player_label(player).replace(" (bot)", "") for player in live.players)
    return f"{yours}{names}  {live.terms.game}  move {live.ply + 1}"


def past_line(past: PastMatch) -> str:
    names = " - ".join(printable(player.name) for player in past.players)
    scored = past.ending not in UNSCORED
    result = f"{RecordedResult.of(past.winner)} " if scored else ""
    return f"{names}  {past.terms.game}  {result}{past.ending}"


def tournament_line(summary: TournamentSummary, name: str, width: int) -> str:
    """A tournament, on two lines where one is too short; those of *name* have a star."""
    yours = "* " if takes_part(summary, name) else ""
    title = f"{yours}{printable(summary.title)}"
    played = f"{summary.played}/{summary.games}" if summary.games else "-"
    what = f"{summary.terms.game} {write_clock(summary.terms.clock)}"
    players = count(len(summary.players), "player")
    if width < ONE_LINE:
        room = max(0, width - len(summary.stage) - 2)
        more = f", {played}" if summary.games else ""
        return f"{title[:room]}, {summary.stage}\n  {what} {summary.format}, {players}{more}"
    room = width - 62
    return (
        f"{title[:room]:{room}} {summary.stage:9} {what[:20]:20} {summary.format:11} "
        f"{players:>11} {played:>6}"
    )


def waiting_lines(key: str, request: OpenPairing, server: str, link: str = "") -> str:
    """What we wait for at a server; *link* leads to it in a browser."""
    terms = terms_label(request.terms)
    match request:
        case Invite():
            ways = [f"Invite code: {key}", link, f"or {invite_command(server, key)}", terms]
            return "\n".join(filter(None, ways))
        case Challenge(player=player):
            return f"Waiting for {printable(player)} to accept\n{terms}"
        case _:
            return f"Looking for an opponent ...\n{terms}"


def _business(online: OnlinePlayer) -> str:
    free = online.policy is not None and online.playing < online.policy.capacity
    return "free" if free or not online.playing else f"playing {online.playing}"


def _wants(side: Side | None) -> str:
    return "" if side is None else f", plays {SIDES[side]}"
