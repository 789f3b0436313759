"""A text that is drawn anew only when it has changed."""

from textual.content import Content
from textual.widgets import Static


class CachedText(Static):
    """A text that is only drawn anew when it has changed."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", id=id)
        self._shown = Content("")

    def show(self, content: Content) -> bool:
        """Whether it has changed."""
        changed = not content.is_same(self._shown)
        if changed:
            self._shown = content
            # One of a fixed height, like a clock that runs, moves nothing else on the screen.
            self.update(content, layout=self.styles.auto_dimensions)
        return changed
