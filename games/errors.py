"""What can be wrong with what people give us: each text says what was, and what would be right."""


class Mistake(ValueError):
    """Something given from outside cannot be used; the text is made for the person who gave it."""


class UnknownGame(Mistake):
    """No game has this name, or not with these parameters."""


class UnreadableMove(Mistake):
    """The text does not name a cell of the board."""


class IllegalMove(Mistake):
    """The cell may not be played in this position."""


class BadRecord(Mistake):
    """The text or the data is not a record of a game."""
