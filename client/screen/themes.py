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
            "won-ink": ground,
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


# Most of these stand in the palette of 256 colours, so that they look the same in old terminals.
THEMES = (
    _theme(
        "night", True, "#121212", "#d7d7d7",
        accent="#87afd7", warning="#ffaf5f", panel="#262626", dim="#949494", rule="#4e4e4e",
        first="#ff8787", second="#87d7ff", won="#afd75f", last="#3a3a3a", ghost="#a8a8a8",
        goal="#005f5f",
    ),
    _theme(
        "day", False, "#ffffff", "#1c1c1c",
        accent="#005f87", warning="#af5f00", panel="#e4e4e4", dim="#5f5f5f", rule="#bcbcbc",
        first="#af0000", second="#005faf", won="#008700", last="#ffffaf", ghost="#767676",
        goal="#d7ffd7",
    ),
    _theme(
        "safe", True, "#121212", "#e4e4e4",
        accent="#5fafd7", warning="#f0e442", panel="#262626", dim="#9e9e9e", rule="#585858",
        first="#ffaf00", second="#5fafff", won="#f0e442", last="#3a3a3a", ghost="#afafaf",
        goal="#005f5f",
    ),
    _theme(
        "contrast", True, "#000000", "#ffffff",
        accent="#ffff00", warning="#ffff00", panel="#262626", dim="#d0d0d0", rule="#a8a8a8",
        first="#ffffff", second="#ffff00", won="#00ff00", last="#00005f", ghost="#d0d0d0",
        goal="#004000",
    ),
)  # fmt: skip

NAMES = tuple(theme.name for theme in THEMES)


def after(name: str) -> str:
    """The theme that follows, round and round."""
    return NAMES[(NAMES.index(name) + 1) % len(NAMES)] if name in NAMES else DEFAULT
