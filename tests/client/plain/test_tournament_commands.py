"""People in tournaments with the plain client: everything can be typed, and is told once."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from protocol.events import Ended, FixtureDue, Started
from protocol.requests import Enter, Ready, Steer
from protocol.tournaments import Order
from server.app import App
from tests.client.plain.people import Person, person
from tests.processes import start
from tests.server.accounts import account
from tests.server.players_over_sockets import Player, player
from tests.server.tournaments.cups import opened


@asynccontextmanager
async def two_in_a_cup(
    app: App, by: Player, **plan: Any
) -> AsyncIterator[tuple[str, Person, Person]]:
    """Amy and ben, who have entered it."""
    cup = await opened(by, **plan)
    async with person(app.url, "amy") as amy, person(app.url, "ben") as ben:
        for one in (amy, ben):
            one.types(f"enter {cup}")
            await one.hears("You take part in Spring cup")
        yield cup, amy, ben


async def play(first: Person, second: Person, *moves: str) -> None:
    """Type moves in turn, each once both have been told of the one before."""
    for ply, move in enumerate(moves):
        (first, second)[ply % 2].types(move)
        for one in (first, second):
            await one.hears(f"{'XO'[ply % 2]} plays {move}")


async def begin(amy: Person, ben: Person) -> tuple[Person, Person]:
    """Both say ready when they are called; who moves first."""
    told = await amy.hears("Your next game in Spring cup: you are ")
    await ben.hears("Your next game in Spring cup: you are ")
    amy.types("ready")
    await amy.hears("You are ready. It starts when ben is ready too, in ")
    ben.types("ready")
    for one in (amy, ben):
        await one.hears("Match ")
    return (amy, ben) if "you are X" in told else (ben, amy)


async def test_two_people_play_a_tournament_to_its_end(app: App, ann: Player) -> None:
    """They are called, say ready, play both games, and are told where they stand."""
    async with two_in_a_cup(app, ann) as (cup, amy, ben):
        await amy.hears("ben enters Spring cup: 2 players.")
        await ann.ask(Steer(0, cup, Order.START))
        await amy.hears("Spring cup has begun, with 2 players.")
        first, second = await begin(amy, ben)
        await play(first, second, "b2", "a1", "b1", "a2", "b3")
        assert await first.hears("You win") == "You win by three in a row."
        assert await first.hears("Spring cup: you are") == (
            "Spring cup: you are 1st of 2, with 1 point after 1 game."
        )
        await second.hears("Spring cup: you are 2nd of 2, with 0 points after 1 game.")
        again = await begin(amy, ben)
        assert again == (second, first)
        await play(second, first, "b2", "a1", "b1", "a2", "b3")
        for one in (amy, ben):
            await one.hears("Spring cup is over, and ")
        assert [told for told in amy.told if "Spring cup has begun" in told] == [
            "Spring cup has begun, with 2 players."
        ]
        amy.types("standings")
        told = await amy.hears("2 of 2 games played")
        assert "1. amy: 1 point; 1 won, 0 drawn, 1 lost" in told
        assert "1. ben: 1 point; 1 won, 0 drawn, 1 lost" in told
        assert "Game 2: " in told
        assert "wins against" in told


async def test_a_tournament_is_followed_from_a_pipe_to_its_end(app: App, ann: Player) -> None:
    """With each result and the standings; nobody types there."""
    async with (
        two_in_a_cup(app, ann) as (cup, amy, ben),
        person(app.url, "cat", interactive=False, follow=cup, lobby=False) as cat,
    ):
        cat.ends_input()
        await cat.hears("You follow Spring cup")
        await ann.ask(Steer(0, cup, Order.START))
        first, second = await begin(amy, ben)
        await play(first, second, "b2", "a1", "b1", "a2", "b3")
        await cat.hears("Spring cup: ")
        again = await begin(amy, ben)
        await play(*again, "b2", "a1", "b1", "a2", "b3")
        await cat.hears("1. amy: 1 point; 1 won, 0 drawn, 1 lost")
        await cat.leaves()


async def test_tournaments_are_listed_with_what_one_needs_to_enter(app: App, ann: Player) -> None:
    """And when there is none, that is said."""
    async with person(app.url, "amy") as amy:
        amy.types("tournaments")
        await amy.hears("There is no tournament.")
        amy.types("standings")
        await amy.hears("Which tournament? Type tournaments for their ids")
        cup = await opened(ann)
        amy.types("tournaments")
        assert await amy.hears("Spring cup") == (
            f"Spring cup ({cup}): round-robin, tictactoe, 5 minutes plus 3 seconds a move; "
            "open, 0 players, no games yet."
        )
        amy.types("enter nonsense")
        await amy.hears("No tournament called nonsense goes on here.")
        amy.types("enter")
        await amy.hears("You take part in Spring cup")


async def test_tournaments_that_do_not_fit_are_told_of(app: App, ann: Player) -> None:
    """With what to type for the rest."""
    for n in range(3):
        await opened(ann, f"Cup {n}")
    async with person(app.url, "amy") as amy:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("server.tournaments.register.MOST_LISTED", 2)
            amy.types("tournaments")
            await amy.hears("That is 2 of 3: type tournaments 2 for more.")
            amy.types("tournaments 2")
            await amy.hears("Cup 0")


async def test_who_is_not_ready_in_time_plays_all_the_same(app: App, ann: Player) -> None:
    """The game starts by itself, and ready has nothing to begin then."""
    async with two_in_a_cup(app, ann, ready_seconds=0.2) as (cup, amy, ben):
        amy.types("ready")
        await amy.hears("No game of a tournament waits for you")
        await ann.ask(Steer(0, cup, Order.START))
        await amy.hears("Your next game in Spring cup")
        await amy.hears("Match ")
        await ben.hears("Match ")


async def test_retiring_costs_games_only_once_it_is_running(app: App, ann: Player) -> None:
    """So it is asked twice only then."""
    async with two_in_a_cup(app, ann) as (cup, amy, ben):
        amy.types("retire")
        await amy.hears("You take no more part in Spring cup.")
        await ben.hears("amy left Spring cup.")
        amy.types("enter")
        await amy.hears("You take part in Spring cup")
        await ann.ask(Steer(0, cup, Order.START))
        await amy.hears("Your next game in Spring cup")
        amy.types("quit")
        await amy.hears("Games to come in Spring cup are lost then. Type quit again to do it.")
        amy.types("retire")
        await amy.hears("Games to come in Spring cup are lost then. Type retire again to do it.")
        amy.types("retire")
        await amy.hears("You take no more part in Spring cup.")
        await ben.hears("You win: amy did not come.")
        await ben.hears("Spring cup is over, and you won it with 2 points.")


async def test_a_tournament_is_followed_result_by_result(app: App, ann: Player) -> None:
    """By somebody who does not play in it; games that go on can be watched."""
    async with two_in_a_cup(app, ann) as (cup, amy, ben), person(app.url, "cal") as cal:
        cal.types("follow")
        await cal.hears("You follow Spring cup")
        await ann.ask(Steer(0, cup, Order.START))
        await cal.hears("Spring cup has begun")
        await begin(amy, ben)
        cal.types(f"standings {cup}")
        told = await cal.hears("Going on: ")
        match = told.partition("watch ")[2].split()[0]
        amy.types("resign", "resign")
        assert await cal.hears("Spring cup: ") == "Spring cup: ben wins against amy: amy resigned."
        await begin(amy, ben)
        cal.types("unfollow")
        await cal.hears("You follow it no longer.")
        cal.types(f"watch {match}")
        ben.types("resign", "resign")
        await ben.hears("Spring cup is over")
        assert not any("ben resigned" in told for told in cal.told)


async def test_games_of_a_tournament_are_neither_aborted_nor_played_again(
    app: App, ann: Player
) -> None:
    """Nor are moves taken back."""
    async with two_in_a_cup(app, ann) as (cup, amy, ben):
        await ann.ask(Steer(0, cup, Order.START))
        first, second = await begin(amy, ben)
        first.types("abort")
        await first.hears("A game of a tournament is played, or resigned.")
        await play(first, second, "b2", "a1")
        first.types("takeback")
        await first.hears("tournament")
        first.types("quit")
        await first.hears("This loses the match. Type quit again to do it.")
        first.types("resign", "resign")
        told = await second.hears("You win: ")
        assert "rematch" not in told
        second.types("rematch")
        await second.hears("The tournament says who plays next")


async def test_a_tournament_is_opened_and_steered_by_typing(app: App, bob: Player) -> None:
    """What is wrong is said; who has opened it follows it."""
    async with person(app.url, "amy") as amy:
        for wrong, told in {
            "open": "Write open FORMAT GAME CLOCK NUMBER TITLE",
            "open fair tictactoe 5+3 1 Fun": "No format is called 'fair': choose from round-robin",
            "open swiss tictactoe 5+3 0 Fun": "'0' is no number of rounds",
            "open swiss tictactoe untimed 3 Fun": "A tournament needs a clock",
            "steer": "Steer how? Write steer and then start, pause",
        }.items():
            amy.types(wrong)
            await amy.hears(told)
        amy.types("open round-robin tictactoe 5+3 1 Friday night")
        await amy.hears("Opened: Friday night (")
        told = await amy.hears("Others type enter ")
        cup = told.split()[3].rstrip(".")
        await bob.ask(Enter(0, cup))
        await amy.hears("bob enters Friday night: 1 player.")
        amy.types("steer start")
        await amy.hears("A tournament needs 2 players or more.")
        amy.types("enter")
        await amy.hears("You take part in Friday night")
        amy.types("steer start")
        await amy.hears("Your next game in Friday night")
        amy.types("steer pause")
        await amy.hears("Friday night is paused")
        amy.types("steer continue")
        await amy.hears("Friday night goes on.")
        amy.types("steer extend 2")
        await amy.hears("Done: extend.")
        amy.types("steer cancel")
        await amy.hears("Friday night is cancelled.")


async def test_an_id_on_the_command_line_is_enough(app: App, ann: Player) -> None:
    """Also in a pipe, where `ready` waits for the call and moves for the game."""
    cup = await opened(ann)
    async with person(app.url, "amy", interactive=False, lobby=False, tournament=cup) as amy:
        await amy.hears("You take part in Spring cup")
        await ann.ask(Enter(0, cup))
        amy.types("ready", "b2", "resign")
        await amy.hears("ann enters Spring cup")
        await ann.ask(Steer(0, cup, Order.START))
        await ann.next(FixtureDue)
        await ann.ask(Ready(0, cup))
        started = await ann.next(Started)
        if started.side == 0:
            await ann.play(started.match, 0, 0)
        await amy.hears("plays b2")
        await ann.next(Ended)
        await amy.hears("Spring cup: you are 2nd of 2, with 0 points after 1 game.")


async def test_who_comes_back_is_still_ready_and_hears_what_is_new(tmp_path: Path) -> None:
    """The server is killed between two games and started again at the same place."""
    server = await start(tmp_path)
    port = server.url.rpartition(":")[2]
    try:
        async with person(server.url, "amy") as amy, person(server.url, "ben") as ben:
            amy.types("open round-robin tictactoe 5+3 1 Spring cup")
            await amy.hears("Opened: ")
            for one in (amy, ben):
                one.types("enter")
                await one.hears("You take part in Spring cup")
            amy.types("steer start")
            await ben.hears("Your next game in Spring cup")
            amy.types("ready")
            await amy.hears("You are ready.")
            await server.kill()
            await ben.hears("The connection is lost.")
            server = await start(tmp_path, "--port", port)
            for one in (amy, ben):
                await one.hears("Connected again.")
            ben.types("ready")
            await amy.hears("Match ")
            await ben.hears("Match ")
    finally:
        await server.kill()


async def test_who_comes_back_with_another_client_is_called_again(app: App, ann: Player) -> None:
    """By the title, though this client has not heard of the tournament before."""
    cup, token = await opened(ann), await account(app, "eve")
    async with player(app.url, token=token) as eve:
        for one in (ann, eve):
            await one.ask(Enter(0, cup))
        await ann.ask(Steer(0, cup, Order.START))
        await eve.next(FixtureDue)
    async with person(app.url, "eve", token=token) as again:
        await again.hears("Your next game in Spring cup: you are ")
        again.types("ready")
        await again.hears("You are ready.")
        await ann.ask(Ready(0, cup))
        await again.hears("Match ")


async def test_who_was_ready_before_a_pause_is_called_after_it(app: App, ann: Player) -> None:
    """Nobody has to play at once because the time was up meanwhile."""
    async with two_in_a_cup(app, ann) as (cup, amy, ben):
        await ann.ask(Steer(0, cup, Order.START))
        await amy.hears("Your next game in Spring cup")
        amy.types("ready")
        await amy.hears("You are ready.")
        await ann.ask(Steer(0, cup, Order.PAUSE))
        await amy.hears("Spring cup is paused")
        amy.types("ready")
        await amy.hears("No game of a tournament waits for you")
        await ann.ask(Steer(0, cup, Order.CONTINUE))
        await begin(amy, ben)
