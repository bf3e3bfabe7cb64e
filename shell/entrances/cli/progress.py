"""A line of progress on stderr: only on a terminal, and gone when the work is done."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from types import TracebackType

BAR_CHARS: Final = 24
_ERASE_LINE: Final = "\r\x1b[2K"


class Progress:
    """Shows a count, with a bar where the total is known; silent where nobody watches."""

    def __init__(self, label: str, total: int = 0) -> None:
        """Name what is counted; a total of 0 is not known."""
        self._label = label
        self._total = total
        self._is_seen = sys.stderr.isatty()

    def __enter__(self) -> Self:
        """Show progress in a `with` block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the line away again, whatever happened."""
        self._write("")

    def show(self, done: int, total: int = 0, label: str = "") -> None:
        """Show how far the work has come; a total or label given here replaces the first one."""
        self._write(f"{label or self._label} {bar(done, total or self._total)}")

    def _write(self, text: str) -> None:
        if self._is_seen:
            sys.stderr.write(_ERASE_LINE + text)
            sys.stderr.flush()


def bar(done: int, total: int) -> str:
    """Render a count as a bar, or as a bare number when the total is not known.

    >>> bar(6, 24), bar(7, 0)
    ('[######..................] 6/24', '7')
    """
    if total <= 0:
        return str(done)
    filled = min(BAR_CHARS, done * BAR_CHARS // total)
    return f"[{'#' * filled}{'.' * (BAR_CHARS - filled)}] {done}/{max(done, total)}"
