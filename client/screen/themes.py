"""The looks of the client: colours for everything, and two looks for eyes that need them.

`safe` keeps to the blue and orange of Okabe and Ito, which people with any kind of colour blindness
tell apart; `contrast` is black, white and yellow, each pair at a ratio of at least 7 to 1.
"""

from textual.theme import Theme

DEFAULT = "night"


def _theme(name: str, dark: bool, ground: str, ink: str, **colours: str) -> Theme:
    first, second = colours["first"], colours["second"]
    return Theme(
        name=name,
        dark=dark,
        primary=colours["accent"],
        secondary=colours["accent"],
        accent=colours["accent"],
        warning=colours["warning"],
        error=colours["warning"],
        success=colours["won"],
        foreground=ink,
        background=ground,
        surface=ground,
        panel=colours["panel"],
        variables={
            "first": first,
            "second": second,
            "dim": colours["dim"],
            "rule": colours["rule"],
            "won": colours["won"],
            "won-ink": colours.get("won_ink", ground),
            "last": colours["last"],
            "ghost": colours["ghost"],
            "goal": colours["goal"],
            "block-cursor-foreground": ground,
            "block-cursor-background": colours["accent"],
            "block-cursor-blurred-foreground": ink,
            "block-cursor-blurred-background": colours["panel"],
            "input-selection-background": colours["rule"],
        },
    )


THEMES = (
    _theme(
        "night", True, "#14171c", "#d8dde4",
        accent="#7fb4e6", warning="#f0a35e", panel="#222831", dim="#8b95a3", rule="#3d4653",
        first="#f2777a", second="#6fb7ff", won="#a5d66f", last="#333c49", ghost="#98a2b0",
        goal="#2b3a2c",
    ),
    _theme(
        "day", False, "#fbfaf5", "#22262b",
        accent="#1c5d99", warning="#a3430a", panel="#e9e6dc", dim="#646a72", rule="#c3c0b6",
        first="#b3261e", second="#14539a", won="#276b2d", last="#f1e4b8", ghost="#7a7f87",
        goal="#dcebd7", won_ink="#ffffff",
    ),
    _theme(
        "safe", True, "#101418", "#e4e8ec",
        accent="#56b4e9", warning="#f0e442", panel="#20272e", dim="#98a2ac", rule="#414b55",
        first="#ff9f1c", second="#6cc1f5", won="#f0e442", last="#34404b", ghost="#a5adb5",
        goal="#12383a",
    ),
    _theme(
        "contrast", True, "#000000", "#ffffff",
        accent="#ffff00", warning="#ffff00", panel="#262626", dim="#d0d0d0", rule="#a0a0a0",
        first="#ffffff", second="#ffff00", won="#00ff00", last="#004f8c", ghost="#d0d0d0",
        goal="#00408c",
    ),
)  # fmt: skip

NAMES = tuple(theme.name for theme in THEMES)


def after(name: str) -> str:
    """The theme that follows, round and round."""
    return NAMES[(NAMES.index(name) + 1) % len(NAMES)] if name in NAMES else DEFAULT
