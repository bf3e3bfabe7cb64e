"""Layer 5, and what follows from a case that is written: a pattern, and a record of meaning.

The case's own file is written first and is the truth (B99); the pattern is part of the write
(B97), the record only follows where it can (B98).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.json_values import first_text
from sayso.core.knowledge.meaning import (
    Place,
    asked_for,
    choose_hits,
    metadata_of_case,
    question,
    record_of_case,
)
from sayso.core.knowledge.patterns import pattern_of_case
from sayso.shell.errors import RequestError
from sayso.shell.knowledge import layer_files as layers
from sayso.shell.knowledge.own_folder import case_folder

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.knowledge.json_values import JsonObject
    from sayso.shell.knowledge.base import Base

REPORT: Final = "report.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseKept:
    """A case as it is kept, the id of its pattern, and whether it is found by meaning."""

    memory: dict[str, object]
    pattern_id: str
    is_indexed: bool


def case_path(base: Base, case_dir: str | Path) -> Path:
    """Give the folder of a case: a bare name is one below `cases/`, others are of the project."""
    given = str(case_dir)
    if given.strip() in ("", ".", ".."):
        raise RequestError(f"{given!r} names no case", "give the name of a case")
    return case_folder(base.root, given)


def read_case(base: Base, case_dir: str | Path) -> dict[str, object]:
    """Give what is kept of a case (B94, B95)."""
    return layers.read_case(base.folder, case_path(base, case_dir))


def write_case(base: Base, case_dir: str | Path, memory: JsonObject) -> CaseKept:
    """Replace what is kept of a case, add its pattern, and have it found by meaning."""
    path = case_path(base, case_dir)
    kept = layers.write_case(base.folder, path, memory)
    pattern = layers.add_to_patterns(base.folder, pattern_of_case(kept, path.name))
    place = _place(base, path, kept)
    is_indexed = base.likeness.keep(record_of_case(kept, place), metadata_of_case(kept, place))
    return CaseKept(memory=kept, pattern_id=pattern, is_indexed=is_indexed)


def search_cases(
    base: Base, function: str, problem: str, case_dir: str | Path | None, max_hits: int
) -> list[dict[str, object]]:
    """Give cases whose meaning is like a problem, but for the one at hand (B35, B36)."""
    current = "" if case_dir is None else _within(base, case_path(base, case_dir))
    found = base.likeness.find(question(function, problem), asked_for(max_hits))
    return [dict(one) for one in choose_hits(found, function, current, max_hits)]


def _place(base: Base, path: Path, case: JsonObject) -> Place:
    report = path / REPORT
    return Place(
        case_id=first_text(case, "case_id") or path.name,
        case_dir=_within(base, path),
        case_memory_path=_within(base, path / layers.CASE),
        report_path=_within(base, report) if report.is_file() else "",
    )


def _within(base: Base, path: Path) -> str:
    """Give a path within the project where it is in there, whatever links lead to either."""
    root, found = base.root.resolve(), path.resolve()
    return (found.relative_to(root) if found.is_relative_to(root) else path).as_posix()
