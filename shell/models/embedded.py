"""The embedded model: the rules of the core behind the same port as any other model.

It needs no key, no network and no download. Its answers are JSON text that passes through the
same strict reader and the same checks as an LLM's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from sayso.core.model import ModelReply
from sayso.core.outcome import Result, Success
from sayso.core.project.consolidation import ConsolidationInput, render_operations
from sayso.core.project.extraction import render_extraction

if TYPE_CHECKING:
    from sayso.core.diagnostics import ModelFault
    from sayso.core.model import RequestPolicy
    from sayso.core.project.extraction import ExtractionInput


class EmbeddedModel:
    """Answers both memory questions by rule."""

    name: ClassVar[str] = "rules"
    input_max_chars: ClassVar[int | None] = None
    answers_at_once: ClassVar[bool] = True  # so a commit costs more than an answer

    def ask(
        self, question: ExtractionInput | ConsolidationInput, policy: RequestPolicy
    ) -> Result[ModelReply, ModelFault]:
        """Answer at once; the policy's limits are met by the rules themselves."""
        from sayso.core.rules.consolidation import consolidate
        from sayso.core.rules.extraction import extract

        del policy
        if isinstance(question, ConsolidationInput):
            return Success(ModelReply(text=render_operations(consolidate(question))))
        return Success(ModelReply(text=render_extraction(extract(question))))
