"""The modules of the page that need no browser, run by the node that Playwright brings with it."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from playwright._impl._driver import compute_driver_executable

from games import Game
from server.connections.http.static import WEB
from server.rules import rules_of

# Calls come and go as lines of JSON. What a module gives may hold undefined, which JSON cannot.
SCRIPT = """
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { module, body, given } = JSON.parse(line);
  try {
    const m = await import(module);
    const value = await new Function("m", "given", `return (${body})(given)`)(m, given);
    console.log(JSON.stringify({ value: value ?? null }));
  } catch (error) {
    console.log(JSON.stringify({ error: error.stack ?? String(error) }));
  }
}
"""


class Node:
    """A process that calls functions of modules."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def run(self, module: str, body: str, *given: object) -> Any:
        """What a function gives: *m* is the module, *given* are its arguments, as one list."""
        call = {"module": (WEB / module).as_uri(), "body": body, "given": given}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(call)}\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer["value"]


@contextmanager
def running_node() -> Iterator[Node]:
    """One that ends with the block."""
    program, _ = compute_driver_executable()
    words = [program, "--no-warnings", "--input-type=module", "--eval", SCRIPT]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        yield Node(process)
        assert process.stdin is not None
        process.stdin.close()


def rules_for(game: Game) -> Any:
    """The game as a browser gets it."""
    return msgspec.to_builtins(rules_of(game))
