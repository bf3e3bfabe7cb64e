"""Bytes of one JSON array, piece by piece -> one object per element, or why an element is none.

The array is the outermost value, or a field of it.

Elements are cut out by their brackets before they are read, so that a broken one costs itself
only and no more than one of them is held. Of one beyond the limit nothing is kept. What is cut
off at the end of a file is a broken element.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sayso.core.limits import LOG_LINE_MAX_BYTES
from sayso.core.transcripts.lines import UTF8_MARK, read_line
from sayso.core.transcripts.records import SkippedLine, SkipReason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.transcripts.lines import ObjectLine

_SIGN: Final = re.compile(r'[\[\]{}"]')
# The quote that ends a string, or a backslash whose letter comes with the next piece.
_STRING_END: Final = re.compile(r'(?:[^"\\]|\\.)*+(["\\])', re.DOTALL)
ELEMENT_DEPTH: Final = 2  # inside an element of the outermost array


def read_elements(
    chunks: Iterable[bytes], depth: int = ELEMENT_DEPTH
) -> Iterator[ObjectLine | SkippedLine]:
    """Read an array of objects, lazily and in order; `line` is where an element begins."""
    array = _Array(depth)
    for chunk in chunks:
        yield from array.read(chunk)
    yield from array.end()


class _Array:
    """An array that is coming in: how deep it stands, and the element that is not complete."""

    def __init__(self, element_depth: int) -> None:
        """Begin before the array."""
        self._element_depth = element_depth
        self._depth = 0
        self._in_string = self._escaped = False
        self._parts: list[bytes] = []
        self._size_bytes = 0
        self._line = self._began_line = 1

    def read(self, chunk: bytes) -> Iterator[ObjectLine | SkippedLine]:
        """Read on, giving the elements that end in this piece."""
        # One character is one byte here; what they mean is read when the element is whole.
        text = chunk.decode("latin-1")
        start = lined = 0  # where the open element goes on, and up to where lines are counted
        for at, opens in self._signs(text):
            self._depth = self._depth + 1 if opens else max(self._depth - 1, 0)
            if opens and self._depth == self._element_depth:
                self._line += chunk.count(b"\n", lined, at)
                self._began_line = self._line
                start = lined = at
            elif not opens and self._depth == self._element_depth - 1:
                self._keep(chunk[start : at + 1])
                yield self._take()
        self._line += chunk.count(b"\n", lined)
        if self._depth >= self._element_depth:
            self._keep(chunk[start:])

    def end(self) -> Iterator[ObjectLine | SkippedLine]:
        """End the file, in which an element may be cut off."""
        if self._depth >= self._element_depth:
            yield self._take()

    def _signs(self, text: str) -> Iterator[tuple[int, bool]]:
        """Give the places of brackets outside of strings, and whether each one opens."""
        at = 1 if self._escaped and text else 0
        self._escaped = self._escaped and not text
        while True:
            if self._in_string:
                end = _STRING_END.match(text, at)
                if end is None:
                    return
                at = end.end()
                self._in_string = self._escaped = end[1] != '"'
            sign = None if self._in_string else _SIGN.search(text, at)
            if sign is None:
                return
            at = sign.end()
            self._in_string = sign[0] == '"'
            if not self._in_string:
                yield sign.start(), sign[0] in "[{"

    def _keep(self, piece: bytes) -> None:
        self._size_bytes += len(piece)
        if self._size_bytes > LOG_LINE_MAX_BYTES:
            self._parts.clear()
        else:
            self._parts.append(piece)

    def _take(self) -> ObjectLine | SkippedLine:
        """Read the element that is complete, and begin the next one."""
        raw, is_too_long = b"".join(self._parts), self._size_bytes > LOG_LINE_MAX_BYTES
        self._parts.clear()
        self._size_bytes = 0
        if is_too_long:
            return SkippedLine(line=self._began_line, reason=SkipReason.TOO_LONG)
        return read_line(self._began_line, raw)


def opens_array(body: bytes) -> bool:
    """Tell whether a file is an array and not lines, by its start."""
    return body.removeprefix(UTF8_MARK).lstrip()[:1] == b"["
