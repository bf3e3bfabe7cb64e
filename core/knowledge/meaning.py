"""What is found by meaning: records, their order, and which of them a problem is shown.

A record is four texts and what is known about them beside (B27). It stands beside the exact
layers and never for them: each leads back to the case it is from (B139-B142).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core.knowledge.ids import record_id
from sayso.core.knowledge.json_values import first_text, object_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.knowledge.json_values import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What is kept of a case for finding it again."""

    symptom: str
    signal: str = ""
    code_line: str = ""
    conclusion: str = ""

    @property
    def composed(self) -> str:
        """The four texts as one, a line each: what is embedded (B28), and what gives the id."""
        return f"{self.symptom}\n{self.signal}\n{self.code_line}\n{self.conclusion}"

    @property
    def id(self) -> str:
        """The record's id (B29); equal content has an equal one (B30)."""
        return record_id(self.composed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a case lies, as paths within the project; '' where there is no report (B142)."""

    case_id: str
    case_dir: str
    case_memory_path: str
    report_path: str


def rank(
    scored: Iterable[tuple[str, float]], k: int, min_score: float
) -> tuple[tuple[str, float], ...]:
    """Order ids by score falling, then by id; what scores below the least goes, k are left.

    The same for every backend (B32-B34).
    """
    good = [(name, score) for name, score in scored if score >= min_score]
    return tuple(sorted(good, key=lambda one: (-one[1], one[0]))[: max(0, k)])


def record_of_case(case: JsonObject, place: Place) -> Record:
    """Make the record of a case that is written (B98)."""
    ends = ("root_cause", "conclusion", "diagnosis_summary", "result_summary")
    return Record(
        symptom=first_text(case, "problem", "symptom") or place.case_id,
        signal=first_text(case, "function", "func_name"),
        code_line=first_text(case, "fix_hint", "fix"),
        conclusion=first_text(case, *ends),
    )


def metadata_of_case(case: JsonObject, place: Place) -> dict[str, object]:
    """Give what leads from a record back to its case (B140-B142)."""
    paths = {
        "case_dir": place.case_dir,
        "case_memory_path": place.case_memory_path,
        "report_path": place.report_path,
    }
    return {
        "function": first_text(case, "function", "func_name").upper(),
        "case_id": place.case_id,
        "updated_at": text_of(case, "_updated"),
        "fix_hint": first_text(case, "fix_hint", "fix"),
        **paths,
        "provenance": {"source": "case_memory", "case_id": place.case_id, **paths},
    }


def question(function: str, problem: str) -> str:
    """Compose what is looked for when a problem of a function is at hand."""
    return f"{function.upper()}\n{problem}"


def asked_for(max_hits: int) -> int:
    """Give how many hits are asked for, so that enough are left once some are dropped."""
    return 2 * max_hits


def choose_hits(
    hits: Iterable[JsonObject], function: str, current_dir: str, max_hits: int
) -> tuple[JsonObject, ...]:
    """Choose which hits help: of other cases than the one at hand, with a score above zero.

    Those of the same function come first, each group in the order of the search (B35, B36).
    """
    fitting = [one for one in hits if _score(one) > 0 and not _is_of(one, current_dir)]
    wanted = function.upper()
    fitting.sort(key=lambda one: function_of(one) != wanted)
    return tuple(fitting[: max(0, max_hits)])


def function_of(hit: JsonObject) -> str:
    """Give the function that a hit is about, in capitals, '' where it doesn't say."""
    return text_of(object_of(hit, "metadata"), "function").upper()


def _is_of(hit: JsonObject, case_dir: str) -> bool:
    return bool(case_dir) and text_of(object_of(hit, "metadata"), "case_dir") == case_dir


def _score(hit: JsonObject) -> float:
    score = hit.get("score")
    return float(score) if isinstance(score, int | float) else 0.0
