"""Everything that may cross the wire: one class per message, one closed union per direction.

A player sends requests. Each has an ``id`` of the player's choosing and gets exactly one reply with
that id. Besides replies the server sends the events of matches, which carry the match and a ``seq``
that counts them from 0, and other news.
"""

from protocol.events import MatchEvent, News
from protocol.replies import Replies
from protocol.requests import FromPlayer

FromServer = Replies | MatchEvent | News

__all__ = ["FromPlayer", "FromServer"]
