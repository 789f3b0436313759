"""What two at a match agree on, or do not: draws, moves back, sides, ends and rematches."""

import pytest
from playwright.async_api import expect

from protocol.events import Declined, Ended, Offered, RematchOffered, Started, Swapped, TakenBack
from protocol.parts import Ending, OfferKind, Terms
from protocol.replies import Done
from protocol.requests import Offer, Rematch, Resign, Respond
from server.app import App
from tests.server.players_over_sockets import Player, player
from tests.web.tables import button, cell, play, said, seat_two, sit_down, status, stones
from tests.web.visitors import Visitors


async def test_a_draw_is_offered_and_declined(visitors: Visitors, rival: Player) -> None:
    """Both hear of each step, and what is open stands beside the board."""
    page, match = await sit_down(visitors, rival, 1)
    await button(page, "Offer draw").click()
    await rival.next(Offered)
    await expect(page.get_by_text("You have offered a draw.")).to_be_visible()
    await rival.ask(Respond(0, match, OfferKind.DRAW, accept=False), Done)
    await expect(said(page)).to_have_text(f"O ({rival.name}) declined the draw.")
    await rival.ask(Offer(0, match, OfferKind.DRAW), Done)
    await expect(page.get_by_text(f"{rival.name} offers a draw.")).to_be_visible()
    await button(page, "Decline").click()
    await rival.next(Declined, lambda declined: declined.side == 0)
    await expect(page.get_by_text(f"{rival.name} offers a draw.")).to_be_hidden()


async def test_a_draw_is_agreed_on(visitors: Visitors, rival: Player) -> None:
    """By one press."""
    page, match = await sit_down(visitors, rival, 1)
    await rival.ask(Offer(0, match, OfferKind.DRAW), Done)
    await button(page, "Accept").click()
    assert (await rival.next(Ended)).ending is Ending.AGREED
    await expect(status(page)).to_have_text("A draw by agreement.")


async def test_moves_are_taken_back(visitors: Visitors) -> None:
    """When the other agrees; then the stones are gone, and the turn is whose it was."""
    ann, bob = await seat_two(visitors)
    await play((ann, bob), 4, 0)
    await button(bob, "Take back").click()
    await expect(bob.get_by_text("You have asked to take a move back.")).to_be_visible()
    await button(ann, "Accept").click()
    for page in (ann, bob):
        await expect(stones(page)).to_have_count(1)
    await expect(status(bob)).to_have_text("Your turn.")
    await play((ann, bob), 8, ply=1)


async def test_nobody_resigns_by_a_slip(visitors: Visitors, rival: Player) -> None:
    """One is asked, may play on, and has lost after a yes."""
    page, match = await sit_down(visitors, rival, 0)
    await rival.play(match, 0, 4)
    await cell(page, 0).click()
    await expect(status(page)).to_have_text(f"X ({rival.name}) to move.")
    await button(page, "Resign").click()
    await button(page, "Play on").click()
    await expect(page.get_by_text("Resign this match?")).to_be_hidden()
    await button(page, "Resign").click()
    await page.locator(".question").get_by_role("button", name="Resign").click()
    assert (await rival.next(Ended)).ending is Ending.RESIGNED
    await expect(status(page)).to_have_text(f"{rival.name} wins: you resigned.")


async def test_a_match_is_called_off_before_it_has_begun(visitors: Visitors, rival: Player) -> None:
    """Without a result."""
    page, _ = await sit_down(visitors, rival, 1)
    await button(page, "Call off").click()
    assert (await rival.next(Ended)).ending is Ending.ABORTED
    await expect(status(page)).to_contain_text("The match was called off")


@pytest.mark.parametrize("first", ["page", "rival"])
async def test_a_rematch_opens_by_itself(visitors: Visitors, rival: Player, first: str) -> None:
    """When both want it, with sides changed and the score kept; a spectator goes along."""
    page, match = await sit_down(visitors, rival, 1)
    watcher = await visitors.visit(f"#/match/{match}")
    await expect(watcher.get_by_role("grid")).to_be_visible()
    await rival.ask(Resign(0, match), Done)
    if first == "page":
        await button(page, "Rematch").click()
        await rival.next(RematchOffered)
        await expect(button(page, "Waiting for the rematch…")).to_be_disabled()
        await rival.ask(Rematch(0, match), Done)
    else:
        await rival.ask(Rematch(0, match), Done)
        await button(page, "Accept the rematch").click()
    again = (await rival.next(Started)).match
    for each in (page, watcher):
        await each.wait_for_url(f"**/#/match/{again}")
    await expect(status(page)).to_have_text(f"X ({rival.name}) to move.")
    await rival.ask(Resign(0, again), Done)
    await expect(status(page)).to_contain_text("2, ")
    await expect(status(page)).to_contain_text("0, after 2 games.")


async def test_the_pie_is_cut_and_chosen(visitors: Visitors, rival: Player) -> None:
    """The second takes the first stone for theirs, once."""
    page, match = await sit_down(visitors, rival, 0, Terms("gomoku", pie=True))
    await rival.play(match, 0, 112)
    await button(page, "Swap sides").click()
    await rival.next(Swapped)
    await expect(said(page)).to_have_text(
        f"The sides were swapped. You are X now. O ({rival.name}) to move."
    )
    await expect(button(page, "Swap sides")).to_have_count(0)
    await rival.play(match, 1, 0)
    await cell(page, 113).click()
    await expect(stones(page)).to_have_count(3)


async def test_an_offer_that_has_lapsed_is_gone(visitors: Visitors, rival: Player) -> None:
    """By the next move; nobody can accept what stands no more."""
    page, match = await sit_down(visitors, rival, 0)
    await rival.ask(Offer(0, match, OfferKind.DRAW), Done)
    await expect(button(page, "Accept")).to_be_visible()
    await rival.play(match, 0, 4)
    await expect(button(page, "Accept")).to_have_count(0)


async def test_a_move_back_is_asked_for_and_agreed_to(visitors: Visitors, rival: Player) -> None:
    """By somebody who is no browser."""
    page, match = await sit_down(visitors, rival, 0)
    await rival.play(match, 0, 4)
    await expect(stones(page)).to_have_count(1)
    await rival.ask(Offer(0, match, OfferKind.TAKEBACK), Done)
    await button(page, "Accept").click()
    await rival.next(TakenBack)
    await expect(stones(page)).to_have_count(0)


async def test_the_win_is_claimed_from_one_who_left(
    visitors: Visitors, server: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One is told that they are gone, and ends the match by a press."""
    monkeypatch.setattr("server.matches.deadlines.claim_after", lambda _: 0.0)
    async with player(server.url, "leaver") as leaver:
        page, _ = await sit_down(visitors, leaver, 1)
    await expect(page.locator(".question")).to_contain_text("leaver is gone.")
    await button(page, "Claim the win").click()
    await expect(status(page)).to_have_text("You win: leaver left and did not come back.")
