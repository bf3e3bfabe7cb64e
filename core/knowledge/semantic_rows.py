"""What a semantic index keeps: rows, how near they are to what is asked, and the file of them.

A row is a record with its vector and what is known beside it. The file (B39) has a row in each
line, so that a damaged line costs that row alone; a file of the same values in another layout is
read too. Ids follow from content and are never taken from a file.
"""

from __future__ import annotations

import json
import math
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from heapq import nlargest
from operator import itemgetter, mul
from typing import TYPE_CHECKING, Final

import orjson

from sayso.core.knowledge.hashing import embed, unit
from sayso.core.knowledge.json_values import canonical, fault_in, is_object, object_of
from sayso.core.knowledge.meaning import Record, rank
from sayso.core.outcome import Failure, Success, is_failure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sayso.core.knowledge.hashing import Vector
    from sayso.core.knowledge.json_values import JsonObject
    from sayso.core.outcome import Result

TEXTS: Final = ("symptom", "signal", "code_line", "conclusion")
_HEAD: Final = re.compile(rb'\{"dim":([1-9][0-9]{0,5}),"records":\[')
_END: Final = b"]}"
_OWN_START: Final = b'{"code_line":"'  # of a line as `spell_row` writes it
_LONG: Final = re.compile(rb"[0-9]{19}")  # orjson, else four times as fast, makes floats of these
_NUMBERS: Final = frozenset({int, float})
_SPARSE: Final = 8  # times as many places as are not zero: columns are then faster
_EVEN: Final = 1e-9  # what rounding leaves of a length of 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A record as an index keeps it; the vector has length 1 or is of zeros."""

    record: Record
    vector: Vector
    metadata: JsonObject

    @property
    def id(self) -> str:
        """The id of the record."""
        return self.record.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What a file holds: its rows by id, the line of each, and what is wrong with it ('': nothing).

    Where a line is missing, the row was not written in this layout.
    """

    rows: Mapping[str, Row]
    lines: Mapping[str, bytes]
    fault: str = ""


def nearest(
    rows: Mapping[str, Vector], asked: Vector, k: int, min_score: float
) -> tuple[tuple[str, float], ...]:
    """Give the ids that are nearest to what is asked, with their cosines, in order (B32-B34).

    Only the places where the asked vector is not zero are looked at: few, where it was hashed.
    """
    places = [at for at, value in enumerate(asked) if value]
    values = (*(asked[at] for at in places), 0.0, 0.0)
    pick = itemgetter(*places, 0, 0)  # never fewer than two, or it would give no tuple
    scores: list[float] = [sum(map(mul, values, pick(vector))) for vector in rows.values()]
    # Whoever is below the k-th best by more than rounding can't be among those that rank() leaves.
    least = min(nlargest(k, scores), default=0.0) - _EVEN
    near = ((name, score) for name, score in zip(rows, scores, strict=True) if score >= least)
    return rank(((name, max(-1.0, min(1.0, score))) for name, score in near), k, min_score)


def column(rows: Mapping[str, Row], at: int) -> list[tuple[str, float]]:
    """Give the ids whose vectors are not zero at a place, with what they are there."""
    return [(name, value) for name, row in rows.items() if (value := row.vector[at])]


def shortlist(
    column_at: Callable[[int], Iterable[tuple[str, float]]], asked: Vector, k: int
) -> tuple[str, ...] | None:
    """Give ids among which the k nearest are, found by the columns of what is asked alone.

    None where all have to be compared: for a vector that is hardly ever zero, and where those that
    share nothing with what is asked may be among the nearest.
    """
    places = [at for at, value in enumerate(asked) if value]
    if len(places) * _SPARSE > len(asked):
        return None
    near: dict[str, float] = {}
    for at in places:
        value = asked[at]
        for name, other in column_at(at):
            near[name] = near.get(name, 0.0) + value * other
    best = nlargest(k, near.values())
    least = min(best, default=0.0) - _EVEN
    if len(best) < k or least <= 0:
        return None
    return tuple(name for name, score in near.items() if score >= least)


def hit(row: Row, score: float) -> dict[str, object]:
    """Give what a search tells of a row (B31); nothing in it is shared with the index."""
    texts = {key: getattr(row.record, key) for key in TEXTS}
    return {"id": row.id, "score": score, **texts, "metadata": json.loads(canonical(row.metadata))}


def spell_row(row: Row) -> bytes:
    """Write the line of a row; zeros are written short."""
    texts = {key: getattr(row.record, key) for key in TEXTS}
    vector = [value or 0 for value in row.vector]
    return canonical({"id": row.id, "vector": vector, **texts, "metadata": row.metadata}).encode()


def spell_rows(dim: int, lines: Iterable[bytes]) -> bytes:
    r"""Write the file of some rows, whose lines are given.

    >>> spell_rows(2, [])
    b'{"dim":2,"records":[\n]}\n'
    """
    body = b",\n".join(lines)
    return b'{"dim":%d,"records":[\n%s%s]}\n' % (dim, body, b"\n" if body else b"")


def read_rows(raw: bytes) -> Read:
    """Read a file; what can't be read of it is told, and the rest is given."""
    first, _, rest = raw.partition(b"\n")
    head = _HEAD.fullmatch(first)
    if head is None:
        return _read_whole(raw)
    pieces = rest.rstrip(b"\n").split(b"\n")
    if pieces[-1] == _END:
        return _gathered(map(_read_line, pieces[:-1]), int(head[1]))
    read = _gathered(map(_read_line, pieces), int(head[1]))
    return replace(read, fault=read.fault or "has no end")


def _read_line(piece: bytes) -> tuple[Result[object, str], bytes]:
    line = piece.removesuffix(b",")
    rest, mark, numbers = line.rpartition(b',"vector":[')
    if mark and b'"' not in numbers and not _LONG.search(rest):
        with suppress(ValueError):  # what is wrong is told in one way, the one below
            return Success(orjson.loads(line)), line
    return _read_json(line), line


def _read_whole(raw: bytes) -> Read:
    read = _read_json(raw)
    value = read.value_or(None)
    records = value.get("records") if is_object(value) else None
    dim = value.get("dim") if is_object(value) else None
    if is_failure(read):
        return Read(rows={}, lines={}, fault=read.failure())
    if not isinstance(records, list) or not isinstance(dim, int) or dim < 1:
        return Read(rows={}, lines={}, fault="is no index of records")
    return _gathered(((Success(one), b"") for one in records), dim)


def _gathered(found: Iterable[tuple[Result[object, str], bytes]], dim: int) -> Read:
    rows: dict[str, Row] = {}
    lines: dict[str, bytes] = {}
    faults: list[str] = []
    for number, (value, line) in enumerate(found, start=1):
        read = value.bind(lambda one: _read_row(one, dim))
        if is_failure(read):
            faults.append(f"record {number} {read.failure()}")
            continue
        row = read.unwrap()
        name = row.id
        if not row.vector:
            faults.append(f"record {number} has no vector of {dim} numbers; its words stand in")
            row = replace(row, vector=embed(row.record.composed, dim))
        elif name not in rows and _is_own(line, name):
            lines[name] = line
        rows.setdefault(name, row)
    more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
    return Read(rows=rows, lines=lines, fault=f"{faults[0]}{more}" if faults else "")


def _is_own(line: bytes, row_id: str) -> bool:
    """Tell whether a line is as `spell_row` writes it, so that it may be written again."""
    return line.startswith(_OWN_START) and b'"id":"%s"' % row_id.encode() in line


def _read_row(value: object, dim: int) -> Result[Row, str]:
    """Read a row; its vector is empty where there is none that fits."""
    if not is_object(value):
        return Failure("is no object")
    symptom, signal, code_line, conclusion = (value.get(key, "") for key in TEXTS)
    if not (
        isinstance(symptom, str)
        and isinstance(signal, str)
        and isinstance(code_line, str)
        and isinstance(conclusion, str)
    ):
        return Failure("has a text that is none")
    record = Record(symptom=symptom, signal=signal, code_line=code_line, conclusion=conclusion)
    metadata = object_of(value, "metadata")
    fault = fault_in(record.composed, "text") or fault_in(metadata, "metadata")
    if fault:
        return Failure(f"can't be kept: {fault}")
    vector = _read_vector(value.get("vector"), dim)
    return Success(Row(record=record, vector=vector, metadata=metadata))


def _read_vector(value: object, dim: int) -> Vector:
    if not isinstance(value, list) or len(value) != dim or not set(map(type, value)) <= _NUMBERS:
        return ()
    return scaled(value) or ()


def scaled(numbers: Sequence[float]) -> Vector | None:
    """Scale numbers to length 1; None where one is not finite or all together are too large.

    What has that length already stays as it is, so that a vector reads as it was written.
    """
    try:
        size = float(sum(map(mul, numbers, numbers)))
    except OverflowError:
        return None
    if not math.isfinite(size):
        return None
    return tuple(numbers) if not size or abs(size - 1) < _EVEN else unit(numbers)


def _read_json(raw: bytes) -> Result[object, str]:
    try:
        return Success(json.loads(raw.decode(), parse_constant=_refuse))
    except UnicodeDecodeError:
        return Failure("is no UTF-8")
    except RecursionError:
        return Failure("is nested too deep")
    except ValueError as error:
        return Failure(f"is no JSON: {error}")


def _refuse(name: str) -> object:
    raise ValueError(f"{name} is none")
