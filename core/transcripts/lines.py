"""Bytes of a JSON Lines file -> one object per line, or the reason why a line is none.

Every line stands alone: a broken one never stops the next. Strict JSON: a duplicate key, NaN,
infinity (also through 1e999) and nesting beyond the interpreter's depth are broken lines. Blank
lines are nothing. A byte order mark at the start of the file is no part of the first line.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn

from sayso.core.transcripts.records import SkippedLine, SkipReason

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

UTF8_MARK: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectLine:
    """One line that holds a JSON object; `line` is 1-based."""

    line: int
    fields: Mapping[str, object]


def read_objects(content: bytes) -> Iterator[ObjectLine | SkippedLine]:
    """Read a file of JSON Lines, lazily and in order."""
    for number, raw in enumerate(content.removeprefix(UTF8_MARK).split(b"\n"), start=1):
        if raw.strip():
            yield _read_line(number, raw)


def _read_line(number: int, raw: bytes) -> ObjectLine | SkippedLine:
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
