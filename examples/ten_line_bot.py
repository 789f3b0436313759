"""A brain in ten lines: `inarow bot examples/ten_line_bot.py`. It wins at once where it can."""


def choose(position, budget):
    """Any move that wins now; else one that takes the opponent's win; else one in the middle."""
    legal = position.legal_moves()
    middle = sorted(legal, key=lambda cell: abs(2 * cell - position.game.cells))
    wins = [cell for cell in legal if (end := position.play(cell).outcome) and end.lines]
    safe = [cell for cell in middle if not loses(position.play(cell))]
    return (wins or safe or middle)[0]


def loses(after):
    """Whether the reply can win."""
    replies = (after.play(cell).outcome for cell in after.legal_moves())
    return any(end and end.lines for end in replies)
