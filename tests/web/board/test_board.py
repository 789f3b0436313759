"""The board: read as a grid, played on by mouse and keys, the same for every game."""

from collections import Counter

import pytest
from playwright.async_api import Page, expect

from games import game_named
from games.notation import read_moves
from tests.games.every import EVERY_GAME, walk
from tests.web.board.conftest import Bench
from tests.web.conftest import CheckAxe

SIX_GAMES = ("tictactoe", "connect4", "gomoku", "nineboard", "qubic", "mnk")


async def focused(page: Page) -> str:
    found: str = await page.evaluate("document.activeElement.getAttribute('aria-label')")
    return found


@pytest.mark.parametrize("name", EVERY_GAME)
async def test_every_board_is_drawn_whole(bench: Bench, name: str) -> None:
    """Each cell has a place and a name of its own within the drawing, and so has each label."""
    game = game_named(name)
    await bench.show(game, playable=False)
    await expect(bench.page.get_by_role("gridcell")).to_have_count(game.cells)
    labels = await bench.page.get_by_role("gridcell").evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('aria-label'))"
    )
    assert len(set(labels)) == game.cells
    outside = await bench.page.evaluate("""() => {
      const boxOf = (part) => part.getBoundingClientRect();
      const all = boxOf(document.querySelector("[role=grid]"));
      const parts = [...document.querySelectorAll("[role=grid] text, [role=gridcell] .plot")];
      return parts.map(boxOf).filter((box) => !box.width
        || box.left < all.left - 1 || box.right > all.right + 1
        || box.top < all.top - 1 || box.bottom > all.bottom + 1).length;
    }""")
    assert outside == 0
    spots = await bench.page.get_by_role("gridcell").evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('transform'))"
    )
    assert len(set(spots)) == game.cells


@pytest.mark.parametrize(
    "name", ["tictactoe", "connect4", "gomoku:size=7", "nineboard", "qubic", "mnk:rows=5,cols=9"]
)
async def test_axe_finds_nothing(bench: Bench, axe: CheckAxe, name: str) -> None:
    """In a game that goes on and in one that is won."""
    game = game_named(name)
    for plies in (5, 700):
        await bench.show(game, walk(game, 4, plies).moves)
        await axe(bench.page)
        await bench.clear()


async def test_a_browser_takes_it_for_a_grid(bench: Bench) -> None:
    """So says the tree that screen readers get: rows of cells, with boards named where several."""
    await bench.show(game_named("nineboard"))
    devtools = await bench.page.context.new_cdp_session(bench.page)
    tree = await devtools.send("Accessibility.getFullAXTree")
    roles = Counter(node["role"]["value"] for node in tree["nodes"] if not node["ignored"])
    assert (roles["grid"], roles["row"], roles["gridcell"]) == (1, 27, 81)
    groups = bench.page.get_by_role("rowgroup")
    await expect(groups).to_have_count(9)
    await expect(bench.page.get_by_role("rowgroup", name="board 5", exact=True)).to_be_attached()


@pytest.mark.parametrize(
    ("name", "moves", "said"),
    [
        ("gomoku", "h8 k10", ["h8, X", "k10, O, last move", "a1, empty"]),
        ("connect4", "44", ["column 4, row 1, X", "column 4, row 2, O, last move"]),
        (
            "connect4",
            "",
            ["column 1, row 1, empty", "column 1, row 6, empty, a stone falls to row 1"],
        ),
        (
            "nineboard",
            "95",
            ["95, board 9, cell 5, X, last move", "51, board 5, cell 1, empty, open to the reply"],
        ),
        ("qubic", "143", ["143, layer 1, row 4, column 3, X, last move"]),
        ("tictactoe", "a1 b1 a2 b2 a3", ["a1, X, in the winning line", "b2, O"]),
    ],
)
async def test_a_cell_says_what_is_there(
    bench: Bench, name: str, moves: str, said: list[str]
) -> None:
    """Its name, whose stone, and what is special about it."""
    await bench.show(game_named(name), read_moves(game_named(name), moves).moves)
    for each in said:
        await expect(bench.page.get_by_role("gridcell", name=each, exact=True)).to_have_count(1)


async def test_arrows_go_from_cell_to_cell(bench: Bench) -> None:
    """Tab leads to one cell; Home and End along its row, with Ctrl to the corners."""
    await bench.show(game_named("gomoku"), playable=False)
    keys = bench.page.keyboard
    await keys.press("Tab")
    assert await focused(bench.page) == "h8, empty"
    for key, there in [
        ("ArrowUp", "h9"), ("ArrowRight", "i9"), ("ArrowDown", "i8"), ("ArrowLeft", "h8"),
        ("Home", "a8"), ("ArrowLeft", "a8"), ("End", "o8"), ("Control+Home", "a15"),
        ("Control+End", "o1"), ("PageUp", "o15"),
    ]:  # fmt: skip
        await keys.press(key)
        assert await focused(bench.page) == f"{there}, empty"
    await keys.press("Tab")
    assert await bench.page.locator("[role=grid] :focus").count() == 0
    await keys.press("Shift+Tab")
    assert await focused(bench.page) == "o15, empty"


async def test_pages_go_from_board_to_board(bench: Bench) -> None:
    """And arrows across their edges, as one sees them."""
    await bench.show(game_named("qubic"), playable=False)
    keys = bench.page.keyboard
    await keys.press("Tab")
    for key, there in [
        ("Control+Home", "111"), ("PageDown", "211"), ("PageDown", "311"), ("PageUp", "211"),
        ("ArrowLeft", "114"), ("End", "214"), ("ArrowDown", "224"), ("PageDown", "324"),
    ]:  # fmt: skip
        await keys.press(key)
        assert (await focused(bench.page)).startswith(f"{there}, ")


async def test_a_name_that_is_typed_leads_to_its_cell(bench: Bench) -> None:
    """Longer names go on from shorter ones; Enter and Space play there."""
    await bench.show(game_named("gomoku"))
    keys = bench.page.keyboard
    await keys.press("Tab")
    await keys.type("k1")
    assert await focused(bench.page) == "k1, empty"
    await keys.type("0")
    assert await focused(bench.page) == "k10, empty"
    await keys.press("Enter")
    await keys.type("B2")
    await keys.press(" ")
    names = game_named("gomoku").names
    assert await bench.played() == [names.index("k10"), names.index("b2")]


async def test_a_column_is_typed_by_its_number(bench: Bench) -> None:
    """It leads to where the stone lands; in a full one the reason is told."""
    game = game_named("connect4")
    await bench.show(game, read_moves(game, "444444").moves)
    keys = bench.page.keyboard
    await keys.press("Tab")
    await keys.type("2")
    assert await focused(bench.page) == "column 2, row 1, empty"
    await keys.press("Enter")
    await keys.type("4")
    await keys.press("Enter")
    assert await bench.played() == [36, "column 4 is full"]


async def test_a_click_plays_and_the_stone_falls(bench: Bench) -> None:
    """Anywhere in the column; before, a stone is seen where it will land."""
    game = game_named("connect4")
    await bench.show(game, read_moves(game, "33").moves)
    top = bench.page.locator("[data-cell='2']")
    await top.hover()
    thought = bench.page.locator(".thought")
    await expect(thought).to_have_count(1)
    assert await thought.evaluate("path => path.parentNode.dataset.cell") == "23"
    await top.click()
    assert await bench.played() == [23]
    await bench.page.mouse.move(1, 1)
    await expect(thought).to_have_count(0)


async def test_one_click_after_the_other_plays(bench: Bench) -> None:
    """Though the cell that had the focus loses it with the press of the next."""
    await bench.show(game_named("tictactoe"))
    for cell in (4, 0, 8):
        await bench.page.locator(f"[data-cell='{cell}']").click()
    assert await bench.played() == [4, 0, 8]


async def test_what_may_not_be_played_is_not(bench: Bench) -> None:
    """With the reason; and nothing at all while the other is to move."""
    game = game_named("nineboard")
    await bench.show(game, read_moves(game, "95").moves)
    elsewhere = bench.page.get_by_role("gridcell", name="11, board 1, cell 1, empty", exact=True)
    await elsewhere.click()
    [why] = await bench.played()
    assert str(why).startswith("11 is not where 95 sends the reply")
    await bench.again(read_moves(game, "95").moves, playable=False)
    await elsewhere.click()
    assert len(await bench.played()) == 1


async def test_where_the_reply_must_go_is_framed(bench: Bench) -> None:
    """One board of the nine, as long as the game goes on."""
    game = game_named("nineboard")
    await bench.show(game, read_moves(game, "95").moves)
    target = bench.page.locator(".target")
    box = await target.bounding_box()
    middle = await bench.page.locator(f"[data-cell='{game.names.index('55')}']").bounding_box()
    assert box
    assert middle
    assert abs(box["x"] + box["width"] / 2 - middle["x"] - middle["width"] / 2) < 1
    assert abs(box["y"] + box["height"] / 2 - middle["y"] - middle["height"] / 2) < 1
    await bench.again(())
    await expect(target).to_have_count(0)


@pytest.mark.parametrize("name", SIX_GAMES)
async def test_a_line_is_seen_without_colour(bench: Bench, name: str) -> None:
    """Boxes around its stones, and a stroke through it where it lies on one board."""
    game = game_named(name)
    position = next(
        found
        for seed in range(100)
        if (found := walk(game, seed, 700)).outcome and found.outcome.winner is not None
    )
    await bench.show(game, position.moves)
    assert position.outcome
    boxes = await bench.page.locator(".won").evaluate_all(
        "boxes => boxes.map(box => Number(box.parentNode.dataset.cell))"
    )
    assert sorted(boxes) == sorted(position.outcome.cells)
    await expect(bench.page.locator(".winning")).to_have_count(len(boxes))
    await expect(bench.page.locator(".corners")).to_have_count(1)
    if len(game.shape) != 3:
        await expect(bench.page.locator(".strike")).to_have_count(len(position.outcome.lines))


async def test_a_move_in_advance_is_marked_and_taken_back(bench: Bench) -> None:
    """It is chosen on any empty cell, and looks like the stone that it will be."""
    game = game_named("gomoku")
    moves = read_moves(game, "h8 h9").moves
    there, here = game.names.index("k10"), game.names.index("h9")
    await bench.show(game, moves, playable="premove")
    for cell in (there, here):
        await bench.page.locator(f"[data-cell='{cell}']").click()
    assert await bench.played() == [there, "h9 is taken: O has a stone there"]
    await bench.page.mouse.move(1, 1)
    await bench.again(moves, playable="premove", premove=there)
    marked = bench.page.get_by_role("gridcell", name="k10, empty, your move in advance", exact=True)
    await expect(marked.locator(".premove")).to_have_count(1)
    await expect(marked.locator(".stone.o")).to_have_count(1)
    await bench.again(moves, playable=True, ghost=there)
    chosen = bench.page.get_by_role(
        "gridcell", name="k10, empty, chosen, not yet played", exact=True
    )
    await expect(chosen.locator(".stone.x")).to_have_count(1)


COUNTS = """() => {
  for (let game = 0; game < 4; game++) {
    for (let ply = 0; ply <= moves.length; ply++) show(moves.slice(0, ply), { playable: true });
  }
}"""


async def test_a_thousand_moves_leave_nothing_behind(bench: Bench) -> None:
    """Neither elements nor listeners grow in number, nor the memory that is in use."""
    game = game_named("mnk:rows=17,cols=17,k=17")
    moves = walk(game, 1, 250).moves
    await bench.show(game, moves)
    await bench.page.evaluate("cells => { window.moves = cells; }", moves)
    devtools = await bench.page.context.new_cdp_session(bench.page)
    await devtools.send("Performance.enable")

    async def counted() -> dict[str, float]:
        await bench.page.evaluate(COUNTS)
        await devtools.send("HeapProfiler.collectGarbage")
        metrics = (await devtools.send("Performance.getMetrics"))["metrics"]
        return {each["name"]: each["value"] for each in metrics}

    before, after = await counted(), await counted()
    await devtools.detach()
    for name in ("Nodes", "JSEventListeners"):
        assert after[name] == before[name], name
    assert after["JSHeapUsedSize"] < before["JSHeapUsedSize"] + 500_000


SHIFTS = """async ([plies, shown]) => {
  const shifts = [];
  const note = (list) => shifts.push(...list.getEntries().map((each) => each.value));
  const observer = new PerformanceObserver(note);
  observer.observe({ type: "layout-shift" });
  const element = document.querySelector("[role=grid]");
  const boxes = new Set();
  for (const moves of plies) {
    show(moves, shown);
    await new Promise(requestAnimationFrame);
    boxes.add(JSON.stringify(element.getBoundingClientRect()));
  }
  note({ getEntries: () => observer.takeRecords() });
  observer.disconnect();
  return [boxes.size, shifts];
}"""


@pytest.mark.parametrize("name", SIX_GAMES)
async def test_nothing_moves_about_while_a_game_runs(bench: Bench, name: str) -> None:
    """The board stays where it is from the first move to the last."""
    game = game_named(name)
    moves = walk(game, 7, 30).moves
    await bench.show(game)
    plies = [moves[:ply] for ply in range(len(moves) + 1)]
    assert await bench.page.evaluate(SHIFTS, [plies, {"playable": True}]) == [1, []]


async def test_a_small_board_is_a_picture(bench: Bench) -> None:
    """With few elements, and no way into it for keys."""
    game = game_named("gomoku")
    position = walk(game, 8, 700)
    await bench.show(game, position.moves, {"small": True, "label": "ann against bob"})
    picture = bench.page.get_by_role("img", name="ann against bob")
    await expect(picture).to_be_visible()
    assert await picture.locator("*").count() < 15
    assert await picture.locator("[tabindex]").count() == 0
