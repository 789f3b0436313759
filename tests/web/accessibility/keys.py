"""A visitor without a mouse, and what they are told; the focus is looked at in every frame."""

from playwright.async_api import Page

MOST = 60  # stops from one thing to another
FOLLOW = """() => {
  window.said = [];
  window.lost = []; // where nothing had the focus any more
  let onItsWay = false; // by Tab, which also leads from the last stop to nowhere
  const look = () => {
    const isNowhere = document.activeElement === document.body;
    if (isNowhere && !onItsWay) lost.push(`${location.hash} ${said.at(-1)}`);
    requestAnimationFrame(look);
  };
  addEventListener("keydown", ({ key }) => (onItsWay = key === "Tab"));
  addEventListener("focusin", () => (onItsWay = false));
  addEventListener("focusin", look, { once: true });
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) =>
    addedNodes.forEach((node) => said.push(node.textContent))))
    .observe(document.getElementById("announcer"), { childList: true });
}"""
SAYS = "text => said.some((each) => each.startsWith(text))"
NAMED = """() => {
  const { activeElement: at } = document;
  return at.getAttribute("aria-label") || (at.labels?.[0] ?? at).textContent.trim();
}"""


class Keys:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.press = page.keyboard.press
        self.type = page.keyboard.type

    async def follow(self) -> None:
        """Take note of all that is said from now on, and of a focus that is lost."""
        await self.page.evaluate(FOLLOW)

    async def at(self) -> str:
        """The name of what has the focus."""
        found: str = await self.page.evaluate(NAMED)
        return found

    async def tab_to(self, name: str) -> None:
        for _ in range(MOST):
            if await self.at() == name:
                return
            await self.press("Tab")
        raise AssertionError(f"no Tab leads to {name}")

    async def choose(self, name: str) -> None:
        await self.tab_to(name)
        await self.press("Enter")

    async def hear(self, text: str) -> None:
        """Wait until something is said that begins so."""
        await self.page.wait_for_function(SAYS, arg=text)

    async def said(self) -> list[str]:
        found: list[str] = await self.page.evaluate("said")
        return found

    async def lost(self) -> list[str]:
        """After what the focus was lost."""
        found: list[str] = await self.page.evaluate("lost")
        return found
