"""A player and the terms of a match in a few words, for lists and headings."""

from client.words.text import printable
from client.words.text_tables import rating
from protocol.clocks import write_clock
from protocol.parts import Player, Terms


def player_label(player: Player) -> str:
    """`deep (bot) 1790`."""
    known = f" {rating(player)}" if player.rating is not None else ""
    return f"{printable(player.name)}{' (bot)' if player.bot else ''}{known}"


def terms_label(terms: Terms) -> str:
    more = f"{' rated' if terms.rated else ''}{' pie' if terms.pie else ''}"
    return f"{terms.game} {write_clock(terms.clock)}{more}"
