"""What makes many clients in one process cheap."""

from typing import Any

import pytest
from textual.css.stylesheet import Stylesheet


@pytest.fixture(autouse=True, scope="package")
def parsed_once() -> Any:
    """A style sheet is parsed once for each theme, and not for each client."""
    parse, parsed = Stylesheet._parse_rules, {}

    def recall(self: Stylesheet, *given: Any, **named: Any) -> Any:
        key = (tuple(self._variables.items()), given, tuple(named.items()))
        if key not in parsed:
            parsed[key] = parse(self, *given, **named)
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", recall)
        yield
