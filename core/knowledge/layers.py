"""The layers of knowledge, as one table: which there are, and which rest on code.

What a person notes (project, functions, sessions, cases) holds whatever becomes of the code. What
was learned from code has a category, and is withheld when that category is not fresh.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.freshness import Category

if TYPE_CHECKING:
    from collections.abc import Mapping


class Layer(StrEnum):
    """What can be recalled."""

    PROJECT = "project"
    FUNCTION = "function"
    PATTERNS = "patterns"
    SESSIONS = "sessions"
    CASE = "case"
    CODE_KNOWLEDGE = "code_knowledge"
    CONSTANTS = "constants"
    SEMANTIC = "semantic"


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerPolicy:
    """What a layer is: its number in document B, None beside the six, and what it rests on."""

    number: int | None
    category: Category | None

    @property
    def rests_on_code(self) -> bool:
        """Whether a change of the code may make it untrue."""
        return self.category is not None


LAYERS: Final[Mapping[Layer, LayerPolicy]] = {
    Layer.PROJECT: LayerPolicy(number=1, category=None),
    Layer.FUNCTION: LayerPolicy(number=2, category=None),
    Layer.PATTERNS: LayerPolicy(number=3, category=Category.CASE_HISTORY),
    Layer.SESSIONS: LayerPolicy(number=4, category=None),
    Layer.CASE: LayerPolicy(number=5, category=None),
    Layer.CODE_KNOWLEDGE: LayerPolicy(number=6, category=Category.CODE_KNOWLEDGE),
    Layer.CONSTANTS: LayerPolicy(number=None, category=Category.CONSTANTS),
    Layer.SEMANTIC: LayerPolicy(number=None, category=Category.CASE_HISTORY),
}
