"""Requests of administrators: to keep somebody away, to announce a restart, to withdraw it."""

from protocol.parts import Fault
from protocol.replies import Done
from protocol.requests import AnnounceRestart, Kick, WithdrawRestart
from server.lobby.door import Door
from server.players.presence import Presence
from server.refusal import Refusal
from server.tournaments.director import Director

AdminRequest = Kick | AnnounceRestart | WithdrawRestart


class AdminRequests:
    def __init__(self, presence: Presence, door: Door, director: Director) -> None:
        self._presence, self._door, self._director = presence, door, director

    def reply(self, admin: bool, request: AdminRequest) -> Done:
        """Carry a request out. Raises Refusal."""
        check_admin(admin)
        match request:
            case Kick(player=name, reason=reason, seconds=seconds):
                self._presence.kick(self._presence.find(name), reason, seconds)
            case AnnounceRestart(seconds=seconds, reason=reason):
                self._door.announce(seconds, reason)
            case WithdrawRestart(reason=reason):
                self._door.withdraw(reason)
                self._director.reopened()
        return Done(request.id)


def check_admin(admin: bool) -> None:
    if not admin:
        raise Refusal(Fault.NOT_ALLOWED, "only administrators may do this")
