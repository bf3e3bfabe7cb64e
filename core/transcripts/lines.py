"""Bytes of a JSON Lines file, piece by piece -> one object per line, or why a line is none.

Every line stands alone: a broken one never stops the next. Strict JSON: a duplicate key, NaN,
infinity (also through 1e999) and nesting beyond the interpreter's depth are broken lines. Blank
lines are nothing. A byte order mark at the start of the file is no part of the first line.

Never more than one line and one piece of the file is held, and of a line no more than its limit:
the rest of a longer one is passed over.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn

from sayso.core.limits import LOG_LINE_MAX_BYTES
from sayso.core.transcripts.records import SkippedLine, SkipReason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

UTF8_MARK: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectLine:
    """One line that holds a JSON object; `line` is 1-based."""

    line: int
    fields: Mapping[str, object]


def split_lines(chunks: Iterable[bytes], max_bytes: int | None = None) -> Iterator[bytes | None]:
    r"""Cut pieces of a file into its lines, without their ends; None for one beyond the limit.

    >>> list(split_lines([b"one\ntw", b"o\n", b""]))
    [b'one', b'two', b'']
    """
    line = _Line(LOG_LINE_MAX_BYTES if max_bytes is None else max_bytes)
    for chunk in chunks:
        pieces = chunk.split(b"\n")
        for piece in pieces[:-1]:
            line.add(piece)
            yield line.take()
        line.add(pieces[-1])
    yield line.take()


class _Line:
    """A line that is coming in; of one beyond the limit nothing is kept."""

    def __init__(self, max_bytes: int) -> None:
        """Begin with nothing."""
        self._max_bytes = max_bytes
        self._parts: list[bytes] = []
        self._size_bytes = 0

    def add(self, piece: bytes) -> None:
        """Add what comes next."""
        self._size_bytes += len(piece)
        if self._size_bytes > self._max_bytes:
            self._parts.clear()
        else:
            self._parts.append(piece)

    def take(self) -> bytes | None:
        """Give the whole line, None when it is too long, and begin the next one."""
        line = b"".join(self._parts) if self._size_bytes <= self._max_bytes else None
        self._parts.clear()
        self._size_bytes = 0
        return line


def read_objects(chunks: Iterable[bytes]) -> Iterator[ObjectLine | SkippedLine]:
    """Read a file of JSON Lines, lazily and in order."""
    for number, line in enumerate(split_lines(chunks), start=1):
        if line is None:
            yield SkippedLine(line=number, reason=SkipReason.TOO_LONG)
            continue
        raw = line.removeprefix(UTF8_MARK) if number == 1 else line
        if raw.strip():
            yield read_line(number, raw)


def read_line(number: int, raw: bytes) -> ObjectLine | SkippedLine:
    """Read one line that is not blank."""
    try:
        value = _DECODER.decode(raw.decode())
    except UnicodeDecodeError:
        return SkippedLine(line=number, reason=SkipReason.NOT_UTF8)
    except (ValueError, RecursionError):
        return SkippedLine(line=number, reason=SkipReason.BROKEN_JSON)
    if not isinstance(value, dict):
        return SkippedLine(line=number, reason=SkipReason.NOT_AN_OBJECT)
    return ObjectLine(line=number, fields=value)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make an object; two values under one key would leave it open which was meant."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("duplicate key")
    return fields


def _finite(digits: str) -> float:
    """Read a number with a fraction or exponent; one too large for a float is none."""
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("not a finite number")
    return number


def _refuse(word: str) -> NoReturn:
    """Refuse NaN and the infinities, which are no JSON."""
    raise ValueError(f"not JSON: {word}")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_unique, parse_float=_finite, parse_constant=_refuse
)
