"""HTML by construction: whatever is not marked as HTML is text, and is escaped."""

import json
from html import escape


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def printable(text: str) -> str:
    """What somebody else wrote, without what would upset a page: controls, half characters."""
    return "".join(char if char.isprintable() else " " for char in text)


def html(content: str) -> Html:
    """The content as it may stand in a page, in quotes too."""
    return content if isinstance(content, Html) else Html(escape(printable(content)))


def join(parts: list[Html], by: str = "") -> Html:
    return Html(by.join(parts))


def tag(name: str, *content: str, **attributes: str | int | float | bool | None) -> Html:
    """An element; `class_` means `class`, `aria_label` `aria-label`; None and False are omitted."""
    opening = f"<{name}{_written(attributes)}>"
    return Html(f"{opening}{''.join(map(html, content))}</{name}>")


def empty(name: str, **attributes: str | int | float | bool | None) -> Html:
    """An element that never has content, closed in the way that is right in HTML and in SVG."""
    return Html(f"<{name}{_written(attributes)}/>")


def bdi(name: str) -> Html:
    """A player's name, kept from turning the direction of the text around it."""
    return tag("bdi", name)


def embedded(data: object) -> Html:
    """JSON that cannot end the script element it stands in, nor open a comment there."""
    text = json.dumps(data, separators=(",", ":"))
    return Html(text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e"))


def _written(attributes: dict[str, str | int | float | bool | None]) -> str:
    return "".join(
        f" {_attribute(name)}" if value is True else f' {_attribute(name)}="{html(_plain(value))}"'
        for name, value in attributes.items()
        if value is not None and value is not False
    )


def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _plain(value: str | int | float) -> str:
    """Numbers with a tenth at most, which is all that a drawing needs."""
    return f"{round(value, 1):g}" if isinstance(value, float) else str(value)
