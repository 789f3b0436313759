"""What is said at a match, as text whatever it is."""

from playwright.async_api import expect

from protocol.events import Said
from protocol.parts import Room
from protocol.replies import Done
from protocol.requests import Say, Watch
from server.app import App
from tests.server.players_over_sockets import Player, player
from tests.web.tables import button, name_of, sit_down
from tests.web.visitors import Visitors

HOSTILE = "<img src=x onerror=alert(1)><b>bold</b> &amp; javascript:alert(1) אבג {{1+1}}"


async def test_players_talk_to_each_other(visitors: Visitors, rival: Player) -> None:
    """And spectators among themselves, while the match goes on."""
    page, match = await sit_down(visitors, rival, 0)
    watcher = await visitors.visit(f"#/match/{match}")
    await watcher.get_by_label("Say something").fill("nice")
    await watcher.keyboard.press("Enter")
    await page.get_by_label("Say something").fill("good luck")
    await button(page, "Say").click()
    said = await rival.next(Said)
    assert (said.by, said.room, said.text) == (await name_of(page), Room.PLAYERS, "good luck")
    await expect(page.get_by_label("Say something")).to_have_value("")
    talk = watcher.get_by_role("list", name="What was said").get_by_role("listitem")
    await expect(talk).to_have_text([f"{await name_of(watcher)} (to the spectators): nice"])


async def test_markup_is_shown_as_it_is_written(visitors: Visitors, rival: Player) -> None:
    """Nothing of it becomes an element, and nothing of it runs."""
    page, match = await sit_down(visitors, rival, 0)
    await rival.ask(Say(0, match, Room.PLAYERS, HOSTILE), Done)
    line = page.get_by_role("list", name="What was said").get_by_role("listitem")
    await expect(line).to_have_text([f"{rival.name}: {HOSTILE}"])
    await expect(line.locator("bdi").last).to_have_text(HOSTILE)
    assert await page.locator(".talk img, .talk b, #announcer img, #announcer b").count() == 0
    await expect(page.locator("#announcer p:last-child")).to_have_text(
        f"{rival.name} says: {HOSTILE}"
    )


async def test_what_cannot_be_seen_is_not_said(visitors: Visitors, rival: Player) -> None:
    """What somebody has pasted is cleaned, and not refused."""
    page, _ = await sit_down(visitors, rival, 0)
    await page.get_by_label("Say something").fill("one\u202etwo\u200b\x07 three ")
    await page.keyboard.press("Enter")
    assert (await rival.next(Said)).text == "onetwo three"
    await page.get_by_label("Say something").fill("\u202e \u200b")
    await page.keyboard.press("Enter")
    await page.get_by_label("Say something").fill("four")
    await page.keyboard.press("Enter")
    assert (await rival.next(Said)).text == "four"


async def test_one_who_says_too_much_keeps_what_was_not_said(
    visitors: Visitors, rival: Player, server: App
) -> None:
    """With the reason, and without an end to the match."""
    page, match = await sit_down(visitors, rival, 0)
    async with player(server.url, "listener") as listener:
        await listener.ask(Watch(0, match))
        field = page.get_by_label("Say something")
        for number in range(server.settings.says_per_minute + 1):
            await field.fill(f"word {number}")
            await page.keyboard.press("Enter")
            if number < server.settings.says_per_minute:
                await expect(field).to_have_value("")
        await expect(page.locator(".toast.danger")).to_be_visible()
        await expect(field).to_have_value(f"word {server.settings.says_per_minute}")
