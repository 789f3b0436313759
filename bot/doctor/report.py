"""What was found, for a person at a terminal, for a pipe, and for a program."""

import json
from contextlib import AbstractContextManager, nullcontext
from types import TracebackType

from rich.console import Console
from rich.status import Status
from rich.table import Table
from rich.text import Text

from bot.doctor.finding import Finding
from client.console import data, talk

WIDTH = 15  # of the longest name of an examination


class Report:
    """Tells of the progress while it is a context, and of all findings by `close`."""

    def __init__(self, as_json: bool) -> None:
        self._json = as_json
        self._out: Console = data()
        self._findings: list[Finding] = []
        self._name = ""
        talking = talk()
        self._status = Status("starting a private server", console=talking)
        self._shown: AbstractContextManager[object] = (
            self._status if talking.is_terminal else nullcontext()
        )

    def __enter__(self) -> "Report":
        self._shown.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._shown.__exit__(kind, error, trace)

    def progress(self, text: str) -> None:
        self._status.update(text)

    def tell(self, finding: Finding) -> None:
        """A line at once where somebody reads lines; else all is told at the end."""
        self._findings.append(finding)
        if self._json or self._out.is_terminal:
            return
        result = "passed" if finding.passed else "FAILED"
        print(
            f"{result} {finding.name:{WIDTH}} {finding.seconds:6.1f} s  {_indented(finding.told)}"
        )
        if finding.advice:
            self._out.print(f"       what to do: {_indented(finding.advice)}")
        self._out.file.flush()

    def close(self) -> bool:
        """Say it all; whether all examinations were passed."""
        passed = all(finding.passed for finding in self._findings)
        if self._json:
            examinations = [finding._asdict() for finding in self._findings]
            print(json.dumps({"passed": passed, "examinations": examinations}))
            return passed
        if self._out.is_terminal:
            self._out.print(self._table(), soft_wrap=False)
        failed = sum(not finding.passed for finding in self._findings)
        count = len(self._findings)
        self._out.print(f"all passed: {count}" if passed else f"failed: {failed} of {count}")
        return passed

    def _table(self) -> Table:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for heading in ("examination", "result"):
            table.add_column(heading, no_wrap=True)
        table.add_column("seconds", justify="right", no_wrap=True)
        table.add_column("what was seen, and what to do", overflow="fold")
        for finding in self._findings:
            style = "green" if finding.passed else "bold red"
            result = Text("passed" if finding.passed else "failed", style)
            told = finding.told + (f"\n-> {finding.advice}" if finding.advice else "")
            table.add_row(finding.name, result, f"{finding.seconds:.1f}", told)
        return table


def _indented(text: str) -> str:
    """The lines of a log under the sentence that they belong to."""
    return text.replace("\n", "\n         ")
