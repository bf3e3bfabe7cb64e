"""A Sayso export, salvaged or not -> exchanges: the turns that still have their hashes.

Each conversation of the export, which is a session of a thread of a store, becomes a session of
its own. Turns that hold forgotten words stay out, because the memory they go to knows nothing of
that; the export tells them by its tombstones and by the sources of forgotten memories. A hole in
the numbers of a thread is a gap in all its sessions, a marked one in its own. Rows stand in lines
of their own, as an export writes them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from sayso.core.limits import SECOND_US, SESSION_MAX_CHARS
from sayso.core.raw import text_sha256
from sayso.core.transcripts.exchanges import Exchange, mark
from sayso.core.transcripts.lines import ObjectLine, read_line, split_lines
from sayso.core.transcripts.moments import read_moment
from sayso.core.transcripts.noted import Noted, read_exported_note
from sayso.core.transcripts.records import SkippedLine, SkipReason
from sayso.core.transcripts.wording import check_text
from sayso.core.turns import is_before_gap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_SECTION: Final = re.compile(rb',?"(\w+)":\[')
_META: Final = re.compile(
    rb'\s*+\{"schema_version":\d++,"exported_at":-?\d++[^\n]*+\n"memory_meta":\[\n'
    rb'\{"id":1,"store_id":"(\w+)","face":"\w+","generation":(\d+)[,}]'
)
_START: Final = re.compile(rb'\s*\{"schema_version":\d+,"exported_at":')
_TURNS: Final = "turns"
_NOTES: Final = "notes"
_NEVER: Final = -1  # no count of gaps: whatever comes next is parted from what stands before


def is_export(head: bytes) -> bool:
    """Tell whether a file begins as an export does."""
    return _START.match(head) is not None


def exported_from(head: bytes) -> tuple[str, int] | None:
    """Tell of which store and generation an export is, when its start says so."""
    found = _META.match(head)
    return None if found is None else (found[1].decode(), int(found[2]))


def read_sayso_export(chunks: Iterable[bytes]) -> Iterator[Exchange | Noted | SkippedLine]:
    """Read an export, which is walked more than once; turns come in its order, then notes."""
    turns = _Turns(_store_of(chunks), _forgotten_turns(chunks))
    for table, row in _rows(chunks, _TURNS, _NOTES):
        if isinstance(row, SkippedLine):
            yield turns.lose(row) if table == _TURNS else row
        elif table == _TURNS:
            yield turns.read(row)
        else:
            yield from read_exported_note(row)


def _rows(chunks: Iterable[bytes], *tables: str) -> Iterator[tuple[str, ObjectLine | SkippedLine]]:
    """Give the rows of some tables, each with its table."""
    table = ""
    for number, line in enumerate(split_lines(chunks), start=1):
        if line is not None and (head := _SECTION.match(line)) is not None:
            table = head[1].decode()
        elif table in tables and line is None:
            yield table, SkippedLine(line=number, reason=SkipReason.TOO_LONG)
        elif table in tables and line:
            yield table, read_line(number, line.rstrip(b",\r").removesuffix(b"]"))


def _store_of(chunks: Iterable[bytes]) -> str:
    """Name the store and its generation; one that is not told is named by its first turn."""
    for table, row in _rows(chunks, "memory_meta", _TURNS):
        fields = row.fields if isinstance(row, ObjectLine) else {}
        if table == _TURNS:
            return f"{mark(str(fields.get('user_sha256'))):x}"
        match fields:
            case {"store_id": str(name), "generation": int(generation)} if not check_text(name):
                return f"{name}/{generation}"
            case _:
                pass
    return ""


def _forgotten_turns(chunks: Iterable[bytes]) -> frozenset[int]:
    """Give the turns that a tombstone names, or that a forgotten memory rests on."""
    found: set[int] = set()
    dead: set[int] = set()
    turns_of: defaultdict[int, set[int]] = defaultdict(set)
    tables = ("candidate_sources", "memory_items", "memory_item_candidates", "tombstones")
    for table, row in _rows(chunks, *tables):
        match table, row.fields if isinstance(row, ObjectLine) else {}:
            case "candidate_sources", {"candidate_id": int(candidate), "turn_id": int(turn)}:
                turns_of[candidate].add(turn)
            case "memory_items", {"id": int(item), "status": "forgotten"}:
                dead.add(item)
            case "memory_items", {"id": int(item), "salvage": {"forgotten": True}}:
                dead.add(item)
            case "memory_item_candidates", {"item_row_id": int(item), "candidate_id": int(one)}:
                found |= turns_of[one] if item in dead else set()
            case "tombstones", {"turn_id": int(turn)}:
                found.add(turn)
            case _:
                pass
    return frozenset(found)


class _Turns:
    """Reads the rows of turns one by one, knowing where in each thread something is missing."""

    def __init__(self, store: str, forgotten: frozenset[int]) -> None:
        """Begin an export of a store."""
        self._store = store
        self._forgotten = forgotten
        self._seen: set[int] = set()
        self._last: dict[int, int] = {}  # the sequence of each thread's latest turn
        self._gaps: defaultdict[int, int] = defaultdict(int)
        self._lost = 0  # rows of which not even the thread is known
        self._gaps_seen: dict[str, int] = {}

    def lose(self, line: SkippedLine) -> SkippedLine:
        """Pass over a row that cannot be read, which may have been of any thread."""
        self._lost += 1
        return line

    def read(self, row: ObjectLine) -> Exchange | SkippedLine:
        """Read the row of a turn, or say why it stays out."""
        match row.fields:
            case {
                "id": int(number),
                "thread_id": int(thread),
                "sequence": int(sequence),
                "session": str(session),
                "user_text": str(user),
                "assistant_text": str(assistant),
            } if not check_text(session):
                self._step(thread, sequence)
                reason = self._refusal(number, row.fields)
                if reason is not None:
                    self._gaps[thread] += reason is not SkipReason.DUPLICATE
                    return SkippedLine(line=row.line, reason=reason)
                name = _session_name(self._store, thread, session)
                after_gap = self._comes_after_gap(name, thread)
                if is_before_gap(row.fields.get("source_key")):
                    self._gaps_seen[name] = _NEVER
                return Exchange(
                    line=row.line,
                    session_id=name,
                    folder=None,
                    source_id=str(number),
                    user_text=user,
                    assistant_text=assistant if row.fields.get("state") == "completed" else "",
                    at_us=_moment(row.fields),
                    intent=_text(row.fields.get("intent")),
                    after_gap=after_gap,
                )
            case _:
                return self.lose(SkippedLine(line=row.line, reason=SkipReason.BAD_FIELD))

    def _step(self, thread: int, sequence: int) -> None:
        """Note a hole in the numbers of a thread."""
        self._gaps[thread] += sequence != self._last.get(thread, 0) + 1
        self._last[thread] = sequence

    def _refusal(self, number: int, fields: Mapping[str, object]) -> SkipReason | None:
        if number in self._seen:
            return SkipReason.DUPLICATE
        self._seen.add(number)
        if number in self._forgotten:
            return SkipReason.FORGOTTEN
        sides = (_check_side(fields, side) for side in ("user", "assistant"))
        fault = next((one for one in sides if one is not None), None)
        if fault is None and not str(fields["user_text"]).strip():
            return SkipReason.EMPTY_USER
        return fault

    def _comes_after_gap(self, name: str, thread: int) -> bool:
        gaps = self._gaps[thread] + self._lost
        before = self._gaps_seen.get(name, gaps)
        self._gaps_seen[name] = gaps
        return before != gaps


def _check_side(fields: Mapping[str, object], side: str) -> SkipReason | None:
    """Say why a text cannot be taken: no store could hold it, or it is not what was stored."""
    text = str(fields[f"{side}_text"])
    fault = check_text(text)
    if fault is None and fields.get(f"{side}_sha256") != text_sha256(text).hex().upper():
        return SkipReason.DAMAGED
    return fault


def _session_name(store: str, thread: int, session: str) -> str:
    """Name a conversation of a store, shortened to what a session's name may have."""
    name = f"{store}/t{thread}/{session}" if session else f"{store}/t{thread}"
    return name if len(name) <= SESSION_MAX_CHARS else f"{store[:64]}/{mark(name):x}"


def _moment(fields: Mapping[str, object]) -> int | None:
    """Give when a turn was said, else when it was stored; None for a time that cannot be."""
    for name in ("said_at", "created_at"):
        at_us = fields.get(name)
        if isinstance(at_us, int) and read_moment(at_us // SECOND_US) is not None:
            return at_us
    return None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
