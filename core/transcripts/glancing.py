"""Some lines of an agent's log, at its start or its end -> the folders and times they name.

A glance tells what a log is about without reading it: nothing of what anybody said comes out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core.transcripts.codex_items import item_texts, payload_of, prompt_folder
from sayso.core.transcripts.lines import read_objects
from sayso.core.transcripts.moments import read_moment
from sayso.core.transcripts.records import SkippedLine, SkipReason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """Folders that lines name, and the earliest and latest time, None where none has one."""

    folders: frozenset[str]
    first_us: int | None
    last_us: int | None


def glance(chunks: Iterable[bytes]) -> Glance:
    """Look at lines of JSON; what is no line, as at a cut, says nothing."""
    folders: set[str] = set()
    times: list[int] = []
    for line in read_objects(chunks):
        if isinstance(line, SkippedLine):
            continue
        folders.update(_folders(line.fields))
        at_us = read_moment(line.fields.get("timestamp"))
        times += [] if at_us is None else [at_us]
    return Glance(
        folders=frozenset(folders),
        first_us=min(times, default=None),
        last_us=max(times, default=None),
    )


def _folders(fields: Mapping[str, object]) -> Iterator[str]:
    """Give the folders that one line names, wherever the formats have them."""
    payload = payload_of(fields)
    data = fields.get("data")
    event = data if isinstance(data, dict) else {}
    for place in (fields, payload, event, event.get("context")):
        folder = place.get("cwd") if isinstance(place, dict) else None
        if isinstance(folder, str) and folder:
            yield folder
    texts = item_texts(payload)
    told = None if isinstance(texts, SkipReason) else prompt_folder(texts)
    if told is not None:
        yield told
