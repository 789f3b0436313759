"""What all sentences for a person have in common."""

JOINERS = "\u200c\u200d"  # which emoji and some scripts need


def sentence(text: str) -> str:
    """A text with a capital at its head and a stop at its end."""
    return f"{capitalised(text)}{'' if text.endswith(('.', '!', '?')) else '.'}"


def capitalised(text: object) -> str:
    """With a capital letter at its head."""
    words = str(text)
    return words[:1].upper() + words[1:]


def printable(text: str) -> str:
    """What somebody else wrote, without what could steer a terminal."""
    return "".join(char if char.isprintable() or char in JOINERS else " " for char in text)
