"""memory-recall.v1: what is known, layer by layer, with its freshness and where it is from.

Input: a request as somebody's tool call gives it, the layers as they were read, and what is known
of the freshness of the code. Output: a JSON object. It only reads (B8, B12). A layer that rests on
code is blocked unless the request says which variant, folder or context it means, and whenever
`freshness.judge` withholds it; what is blocked is never in the answer. Values share one budget.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.freshness import Usable, Withheld, judge
from sayso.core.knowledge.json_values import first_text, is_object, object_of
from sayso.core.knowledge.layers import LAYERS, Layer
from sayso.core.knowledge.meaning import function_of
from sayso.core.knowledge.recall_values import bounded, fitted, is_empty, selected
from sayso.core.outcome import Failure, Success

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.knowledge.freshness import Freshness
    from sayso.core.knowledge.json_values import JsonObject
    from sayso.core.outcome import Result

SCHEMA_VERSION: Final = "memory-recall.v1"
UNSCOPED: Final = "variant_id_or_memory_dir_required"
NOTHING: Final = "nothing_known"
_ARGUMENTS: Final = frozenset(
    """
    project_root function query case_dir variant_id memory_dir context context_path layers
    max_items max_chars
    """.split()
)


class ItemStatus(StrEnum):
    """What became of a layer."""

    AVAILABLE = "available"
    NOT_AVAILABLE = "not_available"
    BLOCKED_STALE = "blocked_stale"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallRequest:
    """What is asked; `is_scoped` says whether it names a variant, a folder or a context."""

    function: str
    query: str
    case_dir: str
    variant_id: str
    memory_dir: str
    layers: tuple[Layer, ...]
    max_items: int
    max_chars: int
    is_scoped: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What the shell read: each layer's whole value and its path within the project.

    Notes are a text, patterns, sessions and hits are lists, all others objects. A layer that is
    not in `values` was not there.
    """

    memory_dir: str
    values: Mapping[Layer, object]
    paths: Mapping[Layer, str]
    freshness: Freshness


def read_recall(arguments: JsonObject) -> Result[RecallRequest, str]:
    """Read a request; fails with what is wrong for an unknown argument, layer or number."""
    unknown = sorted(arguments.keys() - _ARGUMENTS)
    if unknown:
        return Failure(f"unknown argument {unknown[0]!r}")
    wrong = [key for key in ("function", "query", "case_dir", "variant_id", "memory_dir")
             if not isinstance(arguments.get(key) or "", str)]  # fmt: skip
    if wrong:
        return Failure(f"{wrong[0]} must be a text")
    layers = _layers(arguments.get("layers"))
    counts = _counts(arguments)
    if isinstance(layers, str) or isinstance(counts, str):
        return Failure(layers if isinstance(layers, str) else str(counts))
    context = arguments.get("context") or arguments.get("context_path")
    variant, told = first_text(arguments, "variant_id"), _variant_in(arguments)
    if variant and told and variant != told:
        return Failure(f"variant_id is {variant!r}, but the context is of {told!r}")
    folder = first_text(arguments, "memory_dir")
    return Success(
        RecallRequest(
            function=first_text(arguments, "function"),
            query=first_text(arguments, "query"),
            case_dir=first_text(arguments, "case_dir"),
            variant_id=variant or told,
            memory_dir=folder,
            layers=layers,
            max_items=counts[0],
            max_chars=counts[1],
            is_scoped=bool(variant or folder or context),
        )
    )


def answer_recall(request: RecallRequest, sources: Sources) -> dict[str, object]:
    """Give the answer: one item for each layer that was asked for, in order."""
    items = [_item(layer, request, sources) for layer in request.layers]
    shares = fitted([item["value"] for item in items], request.max_chars)
    for item, (value, is_cut) in zip(items, shares, strict=True):
        item.update(value=value, truncated=is_cut)
    counts = {
        status.value: sum(item["status"] == status for item in items) for status in ItemStatus
    }
    return {
        "schema_version": SCHEMA_VERSION,
        "status": _whole_status(counts[ItemStatus.AVAILABLE], len(items)),
        "scope": {
            "function": request.function.upper(),
            "query": request.query,
            "case_dir": request.case_dir,
            "variant_id": request.variant_id,
            "memory_dir": sources.memory_dir,
        },
        "items": items,
        "summary": counts,
        "policy": {"read_only": True, "is_evidence": False, "stale_values": "withheld"},
    }


def _item(layer: Layer, request: RecallRequest, sources: Sources) -> dict[str, object]:
    policy = LAYERS[layer]
    item: dict[str, object] = {
        "layer": layer.value,
        "status": ItemStatus.NOT_AVAILABLE.value,
        "value": None,
        "freshness": {"state": "not_of_code"},
        "provenance": {
            "memory_dir": sources.memory_dir,
            "path": sources.paths.get(layer, ""),
            "source": layer.value if policy.number is None else f"layer {policy.number}",
        },
        "reason": NOTHING,
    }
    if policy.category is not None:
        if not request.is_scoped:
            blocked = {"status": ItemStatus.BLOCKED_STALE.value, "reason": UNSCOPED}
            return {**item, **blocked, "freshness": {"state": "unknown"}}
        if layer is not Layer.SEMANTIC:
            verdict = judge(policy.category, request.function, sources.freshness)
            item["freshness"] = _state(verdict)
            if isinstance(verdict, Withheld):
                return _blocked(item, verdict)
    value = selected(layer, sources.values.get(layer), request)
    if layer is Layer.SEMANTIC:
        return _semantic(item, value, sources.freshness)
    return item if is_empty(value) else _available(item, value)


def _semantic(item: dict[str, object], hits: object, freshness: Freshness) -> dict[str, object]:
    """Judge each hit by its function: what is withheld goes, and where nothing is left, says so."""
    listed = [hit for hit in hits if is_object(hit)] if isinstance(hits, list) else []
    category = LAYERS[Layer.SEMANTIC].category or ""
    verdicts = [judge(category, function_of(hit), freshness) for hit in listed]
    kept = [hit for hit, one in zip(listed, verdicts, strict=True) if isinstance(one, Usable)]
    withheld = [one for one in verdicts if isinstance(one, Withheld)]
    if withheld and not kept:
        return _blocked({**item, "freshness": _state(withheld[0])}, withheld[0])
    item["freshness"] = {**_state(judge(category, "", freshness)), "hits_withheld": len(withheld)}
    return _available(item, kept) if kept else item


def _available(item: dict[str, object], value: object) -> dict[str, object]:
    status = ItemStatus.AVAILABLE.value
    return {**item, "status": status, "value": bounded(value), "reason": ""}


def _blocked(item: dict[str, object], verdict: Withheld) -> dict[str, object]:
    status = ItemStatus.BLOCKED_STALE.value
    return {**item, "status": status, "reason": verdict.reason.value}


def _state(verdict: Usable | Withheld) -> dict[str, object]:
    """Tell a verdict in the answer (B9)."""
    if isinstance(verdict, Withheld):
        reason, causes = verdict.reason.value, list(verdict.causes)
        return {"state": "withheld", "reason": reason, "causes": causes}
    return {"state": "usable" if verdict.is_tracked else "not_tracked"}


def _whole_status(available: int, asked: int) -> str:
    if available == 0:
        return ItemStatus.NOT_AVAILABLE.value
    return "ready" if available == asked else "partial"


def _layers(given: object) -> tuple[Layer, ...] | str:
    """Read which layers are meant, each once, all without any; a text says what is wrong."""
    if given is None:
        return tuple(Layer)
    listed = given.split(",") if isinstance(given, str) else given
    if not isinstance(listed, list | tuple) or not listed:
        return "layers must be a list of names, or names with commas between"
    names = dict.fromkeys(str(one).strip() for one in listed)
    unknown = [name for name in names if name not in tuple(Layer)]
    if unknown:
        return f"unknown layer {unknown[0]!r}: there are {', '.join(Layer)}"
    return tuple(map(Layer, names))


def _counts(arguments: JsonObject) -> tuple[int, int] | str:
    """Read how many items and characters are wanted; a text says what is wrong."""
    bounds = {
        "max_items": (limits.KNOWLEDGE_RECALL_ITEMS, limits.KNOWLEDGE_RECALL_ITEMS_MAX),
        "max_chars": (limits.KNOWLEDGE_RECALL_CHARS, limits.KNOWLEDGE_RECALL_CHARS_MAX),
    }
    found = []
    for key, (default, most) in bounds.items():
        value = arguments.get(key)
        if value is None:
            found.append(default)
        elif isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
            return f"{key} must be a whole number from 1 to {most}"
        else:
            found.append(value)
    items, chars = found
    return items, chars


def _variant_in(arguments: JsonObject) -> str:
    """Give the variant that a context names."""
    return first_text(object_of(object_of(arguments, "context"), "identity"), "variant_id")
