"""The context of a diagnosis: the layers read from their files, rendered by core, and cached.

The cache goes by function, the problem's first 240 characters and the case (B58). What is kept
there counts only while every file that it was read from is as it was, so no write shows stale text.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from sayso.core.knowledge.diagnosis import (
    Diagnosis,
    DiagnosisWords,
    choose_words,
    render_diagnosis,
)
from sayso.core.knowledge.meaning import function_of
from sayso.shell.fixed_words import LANGUAGES, load_words
from sayso.shell.knowledge import layer_files as layers
from sayso.shell.knowledge.bridge import files_of_notes, user_notes
from sayso.shell.knowledge.cases import case_path, read_case, search_cases
from sayso.shell.knowledge.gate import freshness_of
from sayso.shell.knowledge.publication import MANIFEST, STATE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sayso.core.knowledge.freshness import Freshness
    from sayso.shell.knowledge.base import Base

Key: TypeAlias = tuple[str, str, str]
Cache: TypeAlias = "dict[Key, tuple[str, str]]"
CACHED_MAX: Final = 64
_KEY_CHARS: Final = 240  # B58


def context_for(
    base: Base, cached: Cache, function: str, problem: str, case_dir: str | Path | None
) -> str:
    """Give the context of a diagnosis (B118), from the cache where nothing has changed (B134)."""
    key = (function.upper(), problem[:_KEY_CHARS], "" if case_dir is None else str(case_dir))
    facts = freshness_of(base, (function,))
    stamp = _stamp(base, problem, key, facts)
    found = cached.get(key)
    if found is not None and found[0] == stamp:
        return found[1]
    given = _gathered(base, (function, problem, case_dir), facts)
    text = render_diagnosis(given, choose_words(given, diagnosis_words()))
    cached.pop(key, None)
    for oldest in list(cached)[: max(0, len(cached) - CACHED_MAX + 1)]:
        cached.pop(oldest, None)
    cached[key] = (stamp, text)
    return text


@cache
def diagnosis_words() -> Mapping[str, DiagnosisWords]:
    """Load the fixed words of the context."""
    return {one: DiagnosisWords(**load_words("diagnosis", one)) for one in LANGUAGES}


def _gathered(base: Base, asked: tuple[str, str, str | Path | None], facts: Freshness) -> Diagnosis:
    """Read the layers; hits of other functions are judged by the sources of those."""
    function, problem, case_dir = asked
    max_hits = base.likeness.settings.max_hits
    hits = search_cases(base, function, problem, case_dir, max_hits)
    others = {function_of(hit) for hit in hits} - {function.upper(), ""}
    folder = base.folder
    return Diagnosis(
        function=function,
        problem=problem,
        notes=folder.read_text(layers.PROJECT),
        knowledge=folder.read_object(layers.function_file(function)) or {},
        patterns=folder.read_list(layers.PATTERNS),
        sessions=layers.read_sessions(folder),
        case={} if case_dir is None else read_case(base, case_dir),
        code=folder.read_object(layers.code_file(function)) or {},
        hits=hits,
        max_hits=max_hits,
        said=user_notes(base),
        freshness=freshness_of(base, (function, *others)) if others else facts,
    )


def _stamp(base: Base, problem: str, key: Key, facts: Freshness) -> str:
    """Tell all that a context is made from: files by their state, the rest by itself."""
    told = [f"{path}:{_state(path)}" for path in _files(base, key)]
    made = repr((problem, facts, *told))
    return hashlib.sha256(made.encode("utf-8", "surrogatepass")).hexdigest()


def _files(base: Base, key: Key) -> Iterator[Path]:
    function, _, case_dir = key
    root = base.folder.root
    named = (
        layers.PROJECT,
        layers.PATTERNS,
        layers.function_file(function),
        layers.code_file(function),
        MANIFEST,
        STATE,
    )
    yield from (root / name for name in named)
    for stem in base.folder.stems(layers.SESSIONS):
        yield root / layers.SESSIONS / f"{stem}.json"
    yield from files_of_notes(base)
    if case_dir:
        yield case_path(base, case_dir) / layers.CASE
    for folder, _, files in os.walk(base.likeness.store_dir):
        yield from (Path(folder, name) for name in sorted(files))


def _state(path: Path) -> tuple[int, ...]:
    try:
        told = path.stat()
    except OSError:
        return ()
    return (told.st_ino, told.st_size, told.st_mtime_ns)
