"""The lists of the lobby: who looks for an opponent, who is there, what is played."""

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, Static

from client.model.tournaments import is_live, takes_part
from client.player_session import PlayerSession
from client.screen.lobby.list_entries import (
    is_of,
    match_line,
    past_line,
    player_line,
    tournament_line,
)
from client.screen.widgets.pick_list import fill
from protocol.parts import LiveMatch, OnlinePlayer, PastMatch
from protocol.replies import Matches, Players, Results, Tournaments
from protocol.requests import ListMatches, ListPlayers, ListResults, ListTournaments
from protocol.tournaments import TournamentSummary

RESULTS = 20  # matches that are over, in the list
PAST = "past:"  # before the id of a match that is over
HEADINGS = {
    "seeks": "Looking for an opponent",
    "players": "Online",
    "matches": "Matches: watch, or look back",
    "tournaments": "Tournaments (o: open one)",
}


class LobbyLists(Vertical):
    """Lines to pick from; each has the key of what it stands for."""

    def compose(self) -> ComposeResult:
        for id, heading in HEADINGS.items():
            yield Static(heading, classes="heading")
            yield OptionList(id=id, compact=True, markup=False)

    @property
    def picked_seek(self) -> str | None:
        """The seek or challenge that the cursor is on, if that is in this list."""
        return self._picked("seeks")

    @property
    def picked_player(self) -> str | None:
        """The player whom the cursor is on, if that is in this list."""
        return self._picked("players")

    def _picked(self, id: str) -> str | None:
        among = self.query_one(f"#{id}", OptionList)
        at = among.highlighted
        return among.get_option_at_index(at).id if at is not None and among.has_focus else None

    async def look(self, session: PlayerSession) -> None:
        """Ask who is there and what is played, and show it."""
        players, matches = await session.ask(ListPlayers(0)), await session.ask(ListMatches(0))
        results = await session.ask(ListResults(0, limit=RESULTS))
        tournaments = await session.ask(ListTournaments(0))
        if not session.alive:
            return
        if isinstance(players, Players):
            self.show_players(players.players, session.name)
        if isinstance(matches, Matches) and isinstance(results, Results):
            self.show_matches(matches.matches, results.results, session.name)
        if isinstance(tournaments, Tournaments):
            self.show_tournaments(tournaments.tournaments, session.name)

    def show_seeks(self, lines: dict[str, str]) -> None:
        self._fill("seeks", lines.items(), "Nobody just now. Seek, and others see it.")

    def show_players(self, players: Iterable[OnlinePlayer], name: str) -> None:
        """All but *name*, who is looking; bots first."""
        others = [each for each in players if each.player.name != name]
        others.sort(key=lambda each: (not each.player.bot, each.player.name))
        lines = [(each.player.name, player_line(each)) for each in others]
        self._fill("players", lines, "Nobody else.")

    def show_matches(
        self, matches: Iterable[LiveMatch], past: Iterable[PastMatch], name: str
    ) -> None:
        """Those of *name*, who is looking, first."""
        live = sorted(matches, key=lambda each: (not is_of(each, name), -each.watchers))
        lines = [(each.match, match_line(each, name)) for each in live]
        lines += [(f"{PAST}{each.match}", past_line(each)) for each in past]
        self._fill("matches", lines, "None yet.")

    def show_tournaments(self, listed: Iterable[TournamentSummary], name: str) -> None:
        """Those that go on first, and of them those of *name*, who is looking."""
        order = sorted(listed, key=lambda each: (not is_live(each), not takes_part(each, name)))
        width = self.size.width - 2
        lines = [(each.tournament, tournament_line(each, name, width)) for each in order]
        self._fill("tournaments", lines, "None yet.")

    def _fill(self, id: str, lines: Iterable[tuple[str, str]], nothing: str) -> None:
        fill(self.query_one(f"#{id}", OptionList), lines, nothing)
