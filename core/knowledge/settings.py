"""What a host configures of knowledge, read leniently: a value that makes no sense is the default.

Only what is said of freshness is read strictly, since a wrong reading there would let through
what should be withheld.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.freshness import Summary, read_summary
from sayso.core.knowledge.json_values import object_of, text_of

if TYPE_CHECKING:
    from sayso.core.knowledge.json_values import JsonObject

_WHOLE: Final = re.compile(r"-?[0-9]+")
_SWITCHED_OFF: Final = frozenset({"false", "no", "off", "0"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SemanticSettings:
    """Whether there is a semantic index (B136), and how many hits a context shows (B138)."""

    is_enabled: bool = True
    max_hits: int = limits.SEMANTIC_HITS_DEFAULT


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Which variant of the code it is about ('': none), and what is said of its drift (B184)."""

    variant_id: str
    summary: Summary


def read_semantic(config: JsonObject) -> SemanticSettings:
    """Read `memory.semantic_index`: on unless it is switched off, 1 to 10 hits, 3 by default.

    >>> read_semantic({"memory": {"semantic_index": {"enabled": "off", "max_hits": 99}}})
    SemanticSettings(is_enabled=False, max_hits=10)
    """
    told = object_of(object_of(config, "memory"), "semantic_index")
    enabled, hits = told.get("enabled"), told.get("max_hits")
    return SemanticSettings(
        is_enabled=not (enabled is False or str(enabled).strip().casefold() in _SWITCHED_OFF),
        max_hits=_hits(hits),
    )


def read_identity(config: JsonObject) -> Identity:
    """Read `identity`: the variant, and the summary of its drift as `read_summary` has it."""
    told = object_of(config, "identity")
    return Identity(
        variant_id=text_of(told, "variant_id").strip(),
        summary=read_summary(told.get("freshness")),
    )


def _hits(value: object) -> int:
    text = str(value).strip()
    if not _WHOLE.fullmatch(text):
        return limits.SEMANTIC_HITS_DEFAULT
    return min(max(int(text[:4]), 1), limits.SEMANTIC_HITS_MAX)
