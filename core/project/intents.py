"""Which intents have a persistent thread, memory context and memory tools (A142-A146)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.text import clip

if TYPE_CHECKING:
    from collections.abc import Mapping

GENERAL_CHAT: Final = "general_chat"
MEMORY_SEARCH: Final = "memory_search"
MEMORY_READ: Final = "memory_read"
MEMORY_TOOLS: Final = (MEMORY_SEARCH, MEMORY_READ)
SHOWN_MAX_CHARS: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentPolicy:
    """What an intent gets from memory: a stored turn with history, the context, tools by name."""

    persistent: bool
    context: bool
    tools: tuple[str, ...]


_ORDINARY: Final = IntentPolicy(persistent=True, context=True, tools=MEMORY_TOOLS)
_REPAIR: Final = IntentPolicy(persistent=False, context=False, tools=())

INTENTS: Final[Mapping[str, IntentPolicy]] = {
    "code_explain": _ORDINARY,
    GENERAL_CHAT: _ORDINARY,
    "code_audit": _REPAIR,
    "patch_explain": _REPAIR,
    "patch_revise": _REPAIR,
}


def intent_fault(name: object) -> str | None:
    """Say that there is no such intent, and name the ones there are; None where it is one."""
    if isinstance(name, str) and name in INTENTS:
        return None
    said = repr(clip(name, SHOWN_MAX_CHARS)) if isinstance(name, str) else type(name).__name__
    return f"unknown intent {said}: use one of {', '.join(INTENTS)}"
