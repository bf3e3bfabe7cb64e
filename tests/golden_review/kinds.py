"""Snapshots by what they pin: a table from places under golden/ to kinds, and their short names."""

from __future__ import annotations

import re
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SUFFIX: Final = ".txt"
# Names another folder than golden/ to tests/conftest.py, for making snapshots anew.
FOLDER_VARIABLE: Final = "GOLDEN_FOLDER"
_NAME: Final = re.compile(r"(?P<stem>[^\[]+)(?:\[(?P<case>.*)\])?")


class Kind(StrEnum):
    """What a snapshot pins, in the order in which a review tells it."""

    PROMPTS = "prompts"
    CONTEXTS = "contexts"
    PLANS = "plans"
    CONVERSATIONS = "conversations"
    FIGURES = "eval figures"
    SHOWN = "help and examples"
    QUERIES = "query plans"
    OTHER = "other snapshots"


# The first place that a snapshot lies in tells its kind.
PLACES: Final = (
    ("core/test_asking/", Kind.PROMPTS),
    ("core/knowledge/test_diagnosis/", Kind.CONTEXTS),
    ("core/knowledge/test_dream_question/", Kind.PROMPTS),
    ("core/test_classifier/", Kind.PROMPTS),
    ("core/test_request_bodies/", Kind.PROMPTS),
    ("core/test_hook_telling/", Kind.CONTEXTS),
    ("core/test_pinned_contexts/", Kind.CONTEXTS),
    ("shell/test_pinned_conversations/test_requests", Kind.CONTEXTS),
    ("core/test_pinned_plans/", Kind.PLANS),
    ("shell/test_pinned_conversations/", Kind.CONVERSATIONS),
    ("cli/test_pinned_demo/", Kind.CONVERSATIONS),
    ("quality/", Kind.FIGURES),
    ("cli/", Kind.SHOWN),
    ("docs/", Kind.SHOWN),
    ("sql/", Kind.QUERIES),
)


def kind_of(name: str) -> Kind:
    """Tell what a snapshot pins; `name` is its path below golden/.

    >>> print(kind_of("core/test_asking/test_extraction[zh].txt"))
    prompts
    """
    return next((kind for place, kind in PLACES if name.startswith(place)), Kind.OTHER)


def short_names(names: Iterable[str]) -> tuple[str, ...]:
    """Write names without ending, those of one test as one, with its cases in brackets.

    >>> short_names(["a/test_b/test_c[en].txt", "a/test_b/test_c[zh].txt", "a/test_b/test_d.txt"])
    ('a/test_b/test_c[en, zh]', 'a/test_b/test_d')
    """
    parts = sorted(map(_split, names))
    return tuple(_joined(stem, cases) for stem, cases in groupby(parts, key=lambda part: part[0]))


def _split(name: str) -> tuple[str, str]:
    found = _NAME.fullmatch(name.removesuffix(SUFFIX))
    return (found["stem"], found["case"] or "") if found else (name, "")


def _joined(stem: str, cases: Iterator[tuple[str, str]]) -> str:
    named = [case for _, case in cases if case]
    return f"{stem}[{', '.join(named)}]" if named else stem
