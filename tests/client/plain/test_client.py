"""The plain client over a real server: everything of a match can be typed, and is told once."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from client.plain.commands import COMMANDS
from protocol.events import Challenged, Ended, Started
from protocol.parts import Ending, Terms, TimeControl
from protocol.replies import Opened
from protocol.requests import Answer, Challenge, Invite, Join
from server.app import App
from tests.client.plain.people import Person, person
from tests.processes import start
from tests.server.players_over_sockets import Player, alternate, pair


async def code_of(one: Person) -> str:
    told = await one.hears("Invite code: ")
    return told.removeprefix("Invite code: ").partition(".")[0]


@asynccontextmanager
async def two_people(
    app: App, game: str = "tictactoe", interactive: bool = True, words: str = ""
) -> AsyncIterator[tuple[Person, Person]]:
    """Ann, who moves first, and bob, in a match."""
    async with (
        person(app.url, "ann", interactive) as ann,
        person(app.url, "bob", interactive) as bob,
    ):
        ann.types(f"invite {game} first {words}")
        bob.types(f"join {await code_of(ann)}")
        await ann.hears("You are X. O is bob.")
        await bob.hears("You are O. X is ann.")
        yield ann, bob


async def play(ann: Person, bob: Person, *moves: str) -> None:
    """Type moves in turn, each once both have been told of the one before."""
    for ply, move in enumerate(moves):
        (ann, bob)[ply % 2].types(move)
        for one in (ann, bob):
            await one.hears(f"{'XO'[ply % 2]} plays {move}")


async def test_the_link_to_an_invite_is_told(app: App) -> None:
    """For a browser; and drawn as a QR code for a telephone, where that is wanted."""
    for wanted in (False, True):
        async with person(app.url, "ann", qr=wanted) as ann:
            ann.types("invite tictactoe")
            told = await ann.hears("Invite code: ")
            code = told.removeprefix("Invite code: ").partition(".")[0]
            assert told.endswith(f"In a browser: {app.url.replace('ws', 'http')}/#{code}")
            if wanted:
                lines = (await ann.hears(" ▄▄▄▄▄ ")).splitlines()
                assert len({len(line) for line in lines}) == 1
        assert any("▀" in told for told in ann.told) is wanted


async def test_two_people_meet_by_a_code_and_play_again(app: App) -> None:
    """From hello to the rematch, with sides changed and the score kept."""
    async with two_people(app) as (ann, bob):
        await play(ann, bob, "b2", "a1", "b1", "a2", "b3")
        assert await ann.hears("You win") == (
            "You win by three in a row. Type rematch for another match, or quit."
        )
        await bob.hears("X (ann) wins by three in a row.")
        bob.types("rematch")
        await ann.hears("bob would like a rematch")
        ann.types("rematch")
        await ann.hears("You are O. X is bob.")
        await bob.hears("You are X. O is ann. Your turn.")
        await play(bob, ann, "b2", "a1", "b1", "a2", "b3")
        await bob.hears("Score: bob 1, ann 1, after 2 games.")


async def test_a_move_is_told_once_and_with_the_turn(app: App) -> None:
    """To the mover as an echo, to the other as a call."""
    async with two_people(app, "connect4") as (ann, bob):
        await play(ann, bob, "4", "4")
        assert [told for told in bob.told if "plays" in told] == [
            "X plays 4, column 4, row 1. Your turn.",
            "O plays 4, column 4, row 2.",
        ]


async def test_a_move_out_of_turn_is_kept_on_a_terminal(app: App) -> None:
    """And played by itself when the turn has come, or dropped with the reason."""
    async with two_people(app) as (ann, bob):
        bob.types("b2")
        await bob.hears("Kept for your turn: b2.")
        ann.types("a1")
        await ann.hears("O plays b2")
        bob.types("premove c3")
        await bob.hears("Kept")
        ann.types("c3")
        await bob.hears("premove was dropped: c3 is taken")
        bob.types("premove")
        await bob.hears("No move is kept.")


async def test_from_a_pipe_each_move_waits_for_its_turn(app: App) -> None:
    """So that a script need not know when that is."""
    async with two_people(app, interactive=False) as (ann, bob):
        ann.types("b2", "b1", "b3", "moves")
        bob.types("a1", "a2")
        assert await ann.hears("1. b2") == "1. b2 a1 2. b1 a2 3. b3"


async def test_the_end_of_input_keeps_nobody_waiting(app: App) -> None:
    """Early the match is aborted, later resigned; and we are gone."""
    async with two_people(app, interactive=False) as (ann, bob):
        ann.types("b2")
        ann.ends_input()
        await bob.hears("The match was aborted")
        await ann.leaves()
        assert ann.told[-3:] == ["End of input.", "The match is aborted.", "Goodbye."]
    async with two_people(app, interactive=False) as (ann, bob):
        ann.types("b2", "c3")
        bob.types("a1")
        ann.ends_input()
        await bob.hears("You win: ann resigned.")
        await ann.leaves()
        assert ann.told[-2:] == ["You resign the match.", "Goodbye."]


async def test_what_loses_a_match_is_asked_twice(app: App) -> None:
    """Where there is somebody to ask, and anything but the same answer lets it be."""
    async with two_people(app) as (ann, bob):
        await play(ann, bob, "b2", "a1")
        ann.types("resign")
        await ann.hears("Type resign again")
        ann.types("quit")
        await ann.hears("Type quit again")
        ann.types("board")
        await ann.hears("a b c")
        ann.types("resign", "resign")
        await bob.hears("You win: ann resigned.")


async def test_resigning_is_asked_twice_even_before_a_move(app: App) -> None:
    """While quitting is not, because it only calls the match off."""
    async with two_people(app) as (ann, bob):
        ann.types("resign")
        await ann.hears("Type resign again")
        ann.types("quit")
        await bob.hears("The match was aborted")


async def test_draws_and_takebacks_are_offered_and_answered(app: App) -> None:
    """With the same words on both sides."""
    async with two_people(app) as (ann, bob):
        await play(ann, bob, "b2", "a1")
        bob.types("takeback")
        await ann.hears("O (bob) asks to take a move back. Type accept or decline.")
        ann.types("accept")
        await bob.hears("Taken back: 1 move stands. Your turn.")
        ann.types("draw")
        await bob.hears("X (ann) offers a draw.")
        bob.types("decline")
        await ann.hears("O (bob) declined the draw.")
        bob.types("a1", "draw")
        await ann.hears("O (bob) offers a draw.")
        ann.types("accept")
        await bob.hears("A draw by agreement.")


async def test_sides_are_swapped_under_the_pie_rule(app: App) -> None:
    """Instead of the second move."""
    async with two_people(app, words="pie") as (ann, bob):
        await play(ann, bob, "b2")
        bob.types("swap")
        await bob.hears("The sides were swapped. You are X now.")
        await ann.hears("You are O now. Your turn.")


async def test_a_match_is_called_off_before_the_second_move(app: App) -> None:
    """And not later."""
    async with two_people(app) as (ann, bob):
        await play(ann, bob, "b2", "a1")
        ann.types("abort")
        await ann.hears("Two moves are played")
        ann.types("claim")
        await ann.hears("Your opponent is here")


async def test_what_is_typed_wrong_changes_nothing(app: App) -> None:
    """And is told with what would be right."""
    async with two_people(app) as (ann, bob):
        ann.types("z9")
        await ann.hears("'z9' is no move and no command: write a letter from a to c")
        ann.types("borad")
        await ann.hears("did you mean board?")
        await play(ann, bob, "b2")
        bob.types("b2")
        await bob.hears("B2 is taken")
        bob.types("row 7")
        await bob.hears("There is no row 7: this board is read by row or column.")


async def test_what_is_so_can_be_asked_at_any_time(app: App) -> None:
    """The board, the last move, the clock, the moves, its parts."""
    async with two_people(app, words="5+3") as (ann, bob):
        await play(ann, bob, "b2", "a1")
        ann.types("board", "last", "clock", "moves", "row 2", "column a", "status", "chat")
        await ann.hears(" 2  . X .")
        await ann.hears("O plays a1. It took")
        await ann.hears("X (you) has")
        await ann.hears("1. b2 a1")
        await ann.hears("row 2: b2 X, the others empty")
        await ann.hears("column a: a1 O, the others empty")
        await ann.hears("tictactoe, 5 minutes plus 3 seconds a move.")
        await ann.hears("Nothing was said.")
        ann.types("boards", "c3")
        await ann.hears(">X")


async def test_players_talk_and_nobody_can_steer_a_terminal(app: App) -> None:
    """Control characters are left out of what others say."""
    async with two_people(app) as (ann, bob):
        ann.types("chat well met")
        assert await bob.hears("well met") == "ann says: well met"
        for told in (*ann.told, *bob.told):
            assert "\x1b" not in told


async def test_seeks_challenges_and_lists(app: App, bob: Player) -> None:
    """Every way to a match, and who is there to play with."""
    async with person(app.url, "ann") as ann:
        ann.types("who", "matches", "seeks")
        await ann.hears("bob: guest, 0 matches")
        await ann.hears("No match is going on.")
        await ann.hears("Nobody is looking for an opponent.")
        ann.types("challenge bob gomoku:size=19 10 second")
        await ann.hears("Waiting for bob to accept: gomoku:size=19, 10 minutes.")
        challenged = await bob.next(Challenged)
        assert challenged.terms == Terms("gomoku:size=19", TimeControl(600.0))
        await bob.ask(Answer(0, challenged.key, False, "no time"))
        await ann.hears("The challenge came to nothing: no time.")
        ann.types("seek qubic")
        await ann.hears("Looking for an opponent: qubic, untimed.")
        ann.types("seeks")
        await ann.hears("ann: seek qubic untimed")
        ann.types("withdraw")
        await ann.hears("Withdrawn.")
        ann.types("withdraw")
        await ann.hears("You have asked for nothing.")
        opened = await bob.ask(Challenge(0, "ann", Terms("tictactoe")), Opened)
        await ann.hears(f"bob challenges you: tictactoe, untimed. Type accept {opened.key}")
        ann.types("accept")
        await ann.hears("Match ")
        await bob.next(Started)


async def test_any_bot_can_be_asked(app: App, bot: Player) -> None:
    """One that is free and plays this."""
    async with person(app.url, "ann", against="bot", lobby=False, game="qubic") as ann:
        await ann.hears("Waiting for deep to accept: qubic, untimed.")
        challenged = await bot.next(Challenged)
        await bot.ask(Answer(0, challenged.key, True))
        await ann.hears("is deep, a bot.")


async def test_an_invite_is_joined_from_the_options(app: App, bob: Player) -> None:
    """`--against CODE` is enough: the game is the inviter's."""
    opened = await bob.ask(Invite(0, Terms("nineboard"), 0), Opened)
    async with person(app.url, "ann", against=opened.key.lower(), lobby=False) as ann:
        await ann.hears("nineboard, untimed. You are O. X is bob.")


async def test_a_match_can_be_watched_to_its_end(app: App, ann: Player, bob: Player) -> None:
    """From its current state; at the end of input of a pipe we stay until it is over."""
    match = await pair(ann, bob, Terms("tictactoe"))
    await alternate(match, (ann, bob), 4, 0)
    async with person(
        app.url, "cal", interactive=False, watch="top", lobby=False, boards=True
    ) as cal:
        cal.ends_input()
        await cal.hears("X is ann. O is bob. 2 moves so far.")
        await alternate(match, (ann, bob), 1, 8, 7, ply=2)
        await cal.hears("X plays b1.")
        await cal.hears("*X")
        await cal.hears("X (ann) wins by three in a row.")
        await cal.leaves()


async def test_whoever_watches_talks_among_the_spectators(
    app: App, ann: Player, bob: Player
) -> None:
    """And cannot move, resign or offer anything."""
    match = await pair(ann, bob, Terms("tictactoe"))
    async with person(app.url, "cal") as cal:
        cal.types(f"watch {match}")
        await cal.hears("X is ann")
        cal.types("b2", "resign", "chat a fine start")
        await cal.hears("You watch this match: you cannot move in it.")
        await cal.hears("only its players can do this")
        await cal.hears("cal says to the spectators: a fine start")
        cal.types("unwatch")
        await cal.hears("no longer")


async def test_every_command_is_safe_without_a_match(app: App) -> None:
    """It says what is missing, or does what it can."""
    async with person(app.url, "ann") as ann:
        for command in sorted({*COMMANDS} - {"quit", "help"}):
            ann.types(command, "help")
            await ann.hears("leaves; a match that goes on")
        assert ann.ended is not None
        assert not ann.ended.done()


async def test_quitting_takes_back_what_is_open(app: App, bob: Player) -> None:
    """Nobody can join a match with somebody who has gone."""
    async with person(app.url, "ann", invite=True, lobby=False) as ann:
        code = await code_of(ann)
        ann.types("quit")
        await ann.hears("Goodbye.")
        await ann.leaves()
    refused = await bob.refused(Join(0, code))
    assert refused.code == "no-such-key"


async def test_a_lost_server_comes_back_and_nothing_typed_is_lost(tmp_path: Path) -> None:
    """The server is killed in the middle of a match and started again at the same place."""
    server = await start(tmp_path)
    port = server.url.rpartition(":")[2]
    try:
        async with person(server.url, "ann") as ann, person(server.url, "bob") as bob:
            ann.types("invite tictactoe first")
            bob.types(f"join {await code_of(ann)}")
            await bob.hears("You are O")
            await play(ann, bob, "b2", "a1")
            await server.kill()
            await ann.hears("The connection is lost.")
            ann.types("b1")
            await ann.hears("Not connected: this is sent as soon as the connection is back.")
            server = await start(tmp_path, "--port", port)
            await ann.hears("Connected again.")
            await bob.hears("The server was away, and the match goes on.")
            await bob.hears("X plays b1. Your turn.")
            bob.types("a2")
            await ann.hears("O plays a2. Your turn.")
    finally:
        await server.kill()


async def test_an_invite_gets_a_new_code_after_a_restart(tmp_path: Path) -> None:
    """Because what is open ends with the connection."""
    server = await start(tmp_path)
    port = server.url.rpartition(":")[2]
    try:
        async with person(server.url, "ann", invite=True, lobby=False) as ann:
            first = await code_of(ann)
            await server.kill()
            await ann.hears("The connection is lost.")
            server = await start(tmp_path, "--port", port)
            await ann.hears("Connected again.")
            assert await code_of(ann) != first
    finally:
        await server.kill()


async def test_leaving_a_server_that_is_gone_does_not_hang(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told, and that is all that can be done."""
    monkeypatch.setattr("client.plain.client.LAST_WORDS", 0.1)
    server = await start(tmp_path)
    async with person(server.url, "ann") as ann, person(server.url, "bob") as bob:
        ann.types("invite tictactoe first")
        bob.types(f"join {await code_of(ann)}")
        await ann.hears("You are X")
        await server.kill()
        await ann.hears("The connection is lost.")
        ann.types("quit")
        await ann.hears("The server does not answer, so it could not be told.")
        await ann.leaves()


async def test_an_opponent_s_absence_is_told_with_a_countdown(app: App, bob: Player) -> None:
    """Until they are back."""
    async with person(app.url, "ann", invite=True, lobby=False) as ann:
        await bob.ask(Join(0, await code_of(ann)))
        await ann.hears("Match")
        bob.drop()
        told = await ann.hears("bob is reconnecting")
        assert told.endswith("s left.")
        ann.types("claim")
        await ann.hears("s left.")


async def test_a_match_that_ends_meanwhile_lets_later_moves_be(app: App) -> None:
    """Moves in a pipe behind the end are not played, and said so."""
    async with two_people(app, interactive=False) as (ann, bob):
        ann.types("b2", "b1", "b3", "c1")
        bob.types("a1", "a2")
        await ann.hears("The match is over, so c1 is not played.")


async def test_the_server_hears_how_we_leave(app: App, bob: Player) -> None:
    """Resigned, not lost on time."""
    async with person(app.url, "ann", invite=True, lobby=False, game="tictactoe", side=0) as ann:
        await bob.ask(Join(0, await code_of(ann)))
        started = await bob.next(Started)
        ann.types("b2")
        await ann.hears("X plays b2")
        await bob.play(started.match, 1, 0)
        await ann.hears("O plays a3")
        assert ann.client is not None
        ann.client.left.set()
        await ann.leaves()
        assert (await bob.next(Ended)).ending is Ending.RESIGNED


async def test_an_opponent_is_blocked_and_no_more(app: App) -> None:
    """What they say is not told meanwhile, and a challenge is refused."""
    async with two_people(app) as (ann, bob):
        ann.types("block")
        await ann.hears("bob is blocked: no match with them, and nothing of what they say.")
        bob.types("chat you ...")
        await bob.hears("you ...")
        ann.types("blocked", "chat quiet")
        await ann.hears("You have blocked bob.")
        await bob.hears("quiet")
        ann.types("unblock bob", "blocked")
        await ann.hears("bob is not blocked any more.")
        await ann.hears("You have blocked nobody.")
        assert not [told for told in ann.told if "you ..." in told]
        ann.types("unblock", "unblock cal")
        await ann.hears("Write unblock NAME")
        await ann.hears("You have not blocked cal.")
