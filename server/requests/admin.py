"""Requests of administrators: to announce a restart, and to withdraw it."""

from protocol.parts import Fault
from protocol.replies import Done
from protocol.requests import AnnounceRestart, WithdrawRestart
from server.lobby.door import Door
from server.refusal import Refusal
from server.tournaments.director import Director

AdminRequest = AnnounceRestart | WithdrawRestart


class AdminRequests:
    def __init__(self, door: Door, director: Director) -> None:
        self._door, self._director = door, director

    def reply(self, admin: bool, request: AdminRequest) -> Done:
        """Carry a request out. Raises Refusal."""
        check_admin(admin)
        match request:
            case AnnounceRestart(seconds=seconds, reason=reason):
                self._door.announce(seconds, reason)
            case WithdrawRestart(reason=reason):
                self._door.withdraw(reason)
                self._director.reopened()
        return Done(request.id)


def check_admin(admin: bool) -> None:
    if not admin:
        raise Refusal(Fault.NOT_ALLOWED, "only administrators may do this")
