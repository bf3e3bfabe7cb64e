"""What other memory products had noted -> one note each, or why an entry is none.

Two shapes are known. mem0 hands out `{"results": [{"id", "memory", "created_at", …}]}`, also as a
bare list; the reference memory server of MCP keeps JSON Lines of entities with observations and of
relations between them. Both are facts in a program's words, without a quote and without a turn:
they are notes, and nothing is ever proven by one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from sayso.core.limits import NOTE_MAX_CHARS
from sayso.core.transcripts.elements import ELEMENT_DEPTH, opens_array, read_elements
from sayso.core.transcripts.lines import UTF8_MARK, ObjectLine, read_objects
from sayso.core.transcripts.moments import read_moment
from sayso.core.transcripts.records import SkippedLine, SkipReason
from sayso.core.transcripts.wording import check_text, short_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

MEM0: Final = "mem0"
GRAPH: Final = "mcp-memory"
_RESULTS: Final = re.compile(rb'"results"\s*+:\s*+\[')
_NOTHING: Final = re.compile(rb'\s*+\{\s*+"results"\s*+:\s*+\[\s*+\]\s*+\}\s*+')
_RELATION: Final = ("from", "relationType", "to")


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A note as it stands in a file: its product, its text, and when it was last changed there."""

    line: int
    product: str
    text: str
    at_us: int | None


def is_mem0(body: bytes) -> bool:
    """Tell by the start of a file whether it holds mem0's memories: by an entry that is whole.

    An object with a list of results alone, and nothing in it, is an export of no memory.
    """
    if _NOTHING.fullmatch(body):
        return True
    if not opens_array(body) and _RESULTS.search(body) is None:
        return False
    entries = (one.fields for one in _entries((body,)) if isinstance(one, ObjectLine))
    return any(isinstance(fields.get("memory"), str) for fields in entries)


def is_graph(fields: Mapping[str, object]) -> bool:
    """Tell whether a line is one of a memory server's graph."""
    match fields:
        case {"type": "entity", "name": str(), "observations": list()}:
            return True
        case {"type": "relation", "from": str(), "to": str(), "relationType": str()}:
            return True
        case _:
            return False


def read_mem0_notes(chunks: Iterable[bytes]) -> Iterator[Noted | SkippedLine]:
    """Read mem0's memories, entry by entry."""
    for entry in _entries(chunks):
        if isinstance(entry, SkippedLine):
            yield entry
            continue
        fields = entry.fields
        text = fields.get("memory")
        if not isinstance(text, str):
            # Beside the memories stand relations of a graph, where that is in use.
            is_other = "relationship" in fields and "memory" not in fields
            reason = SkipReason.NOT_CONVERSATION if is_other else SkipReason.BAD_MESSAGE
            yield SkippedLine(line=entry.line, reason=reason)
            continue
        moments = [fields.get(name) for name in ("updated_at", "created_at")]
        told = next((one for one in moments if one is not None), None)
        yield from _noted(entry.line, MEM0, text, told)


def read_graph_notes(chunks: Iterable[bytes]) -> Iterator[Noted | SkippedLine]:
    """Read a memory server's graph: a note for each observation, and for each relation."""
    for line in read_objects(chunks):
        if isinstance(line, SkippedLine):
            yield line
        elif not is_graph(line.fields):
            yield SkippedLine(line=line.line, reason=SkipReason.BAD_MESSAGE)
        elif line.fields["type"] == "relation":
            text = " ".join(str(line.fields[name]) for name in _RELATION)
            yield from _noted(line.line, GRAPH, text, None)
        else:
            yield from _observed(line)


def read_exported_note(row: ObjectLine) -> Iterator[Noted | SkippedLine]:
    """Read a note of one of our own exports; of one that was forgotten nothing is left."""
    match row.fields:
        case {"status": "forgotten"}:
            yield SkippedLine(line=row.line, reason=SkipReason.FORGOTTEN)
        case {"product": str(), "text": str(text)} if name := short_text(row.fields, "product"):
            said_at = row.fields.get("said_at")
            at_us = said_at if isinstance(said_at, int) else None
            for one in _noted(row.line, name, text, None):
                yield replace(one, at_us=at_us) if isinstance(one, Noted) else one
        case _:
            yield SkippedLine(line=row.line, reason=SkipReason.BAD_FIELD)


def _observed(line: ObjectLine) -> Iterator[Noted | SkippedLine]:
    observations = line.fields["observations"]
    for one in observations if isinstance(observations, list) else ():
        if isinstance(one, str):
            text = f"{line.fields['name']}: {one}" if one.strip() else ""
            yield from _noted(line.line, GRAPH, text, None)
        else:
            yield SkippedLine(line=line.line, reason=SkipReason.BAD_MESSAGE)


def _noted(line: int, product: str, text: str, moment: object) -> Iterator[Noted | SkippedLine]:
    """Give a note, or why its text is none; a time that cannot be read is noticed."""
    words = text.strip()
    reason = check_text(words)
    if not words:
        reason = SkipReason.EMPTY_NOTE
    elif len(words) > NOTE_MAX_CHARS:
        reason = SkipReason.TOO_LONG
    if reason is not None:
        yield SkippedLine(line=line, reason=reason)
        return
    at_us = None if moment is None else read_moment(moment)
    if moment is not None and at_us is None:
        yield SkippedLine(line=line, reason=SkipReason.BAD_TIME)
    yield Noted(line=line, product=product, text=words, at_us=at_us)


def _entries(chunks: Iterable[bytes]) -> Iterator[ObjectLine | SkippedLine]:
    """Give the entries of a bare list, or of a list that is a field of an object."""
    head = next(iter(chunks), b"").removeprefix(UTF8_MARK)
    return read_elements(chunks, ELEMENT_DEPTH if opens_array(head) else ELEMENT_DEPTH + 1)
