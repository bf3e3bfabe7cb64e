"""Which intents have a persistent thread, memory context and memory tools (A142-A146)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.outcome import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Mapping

GENERAL_CHAT: Final = "general_chat"
MEMORY_SEARCH: Final = "memory_search"
MEMORY_READ: Final = "memory_read"
MEMORY_TOOLS: Final = (MEMORY_SEARCH, MEMORY_READ)


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


def find_intent(name: str) -> Result[IntentPolicy, str]:
    """Look an intent up; the failure names the ones there are."""
    policy = INTENTS.get(name)
    if policy is None:
        return Failure(f"unknown intent {name!r}: use one of {', '.join(INTENTS)}")
    return Success(policy)
