"""A model tells what a function does: one question each, the answer read strictly.

What the source shows by itself (where it stands, what it calls) is never asked. An answer that
breaks the contract is asked for once more with the fault, and then given up: the function keeps
what was known of it, and is reported.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.code_answer import compose_code_question, read_code_answer
from sayso.core.knowledge.code_merge import META
from sayso.core.knowledge.outline_blocks import code_blocks
from sayso.core.outcome import Failure, Success, is_failure
from sayso.core.text import one_line
from sayso.shell.errors import MemoryStorageError
from sayso.shell.knowledge.learning.telling import OutlineTeller, foreign_fault
from sayso.shell.models.http import load_prompt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sayso.core.knowledge.outline import Outline
    from sayso.core.outcome import Result
    from sayso.shell.knowledge.learning.ports import Ask, Teller
    from sayso.shell.knowledge.routers import Router

_VERSION: Final = 1  # another one when the same model is asked otherwise
_TRIES: Final = 2
_SYSTEM: Final = "You read source code and answer with one JSON object."
_FRAME_CHARS: Final = 5_000  # the prompt, and why the last answer was refused
_LEAST_CHARS: Final = 1_000


def teller_of(router: Router) -> Teller:
    """Give the teller of a configured router: its model, or outlines alone where rules answer."""
    if not getattr(router, "judges", True):
        return OutlineTeller()
    room_chars = getattr(router, "input_max_chars", None)
    source_chars = limits.CODE_SOURCE_MAX_CHARS
    if room_chars is not None:
        # Escapes make a source longer as JSON, by half at most in practice.
        source_chars = max(_LEAST_CHARS, min(source_chars, (room_chars - _FRAME_CHARS) * 2 // 3))
    return ModelTeller(
        ask=lambda prompt: router.complex(prompt, system=_SYSTEM),
        model=str(getattr(router, "name", "model")),
        source_max_chars=source_chars,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTeller:
    """Asks `ask`; `model` is its name."""

    ask: Ask = field(repr=False)
    model: str = "model"
    source_max_chars: int = limits.CODE_SOURCE_MAX_CHARS
    is_costly: bool = True

    @property
    def name(self) -> str:
        """Name the model: what another one told is told again."""
        return f"model-{_VERSION}:{self.model}"

    def tell(
        self, found: Sequence[Outline], hashes: Mapping[str, str]
    ) -> Result[dict[str, object], str]:
        """Tell of one function; fails where the model fails or its answer is no answer."""
        plain = code_blocks(found, hashes)
        question = f"{load_prompt('code')}\n{compose_code_question(found, self.source_max_chars)}"
        why = ""
        for _ in range(_TRIES):
            refused = f"\n\nYour last answer was refused: {why}. Answer anew." if why else ""
            try:
                reply: object = self.ask(question + refused)
            except MemoryStorageError:
                raise
            except Exception as error:  # noqa: BLE001 - a host's model may raise anything
                return Failure(foreign_fault(error))
            if not isinstance(reply, str):
                return Failure(f"the model gave a {type(reply).__name__} in place of a text")
            read = read_code_answer(reply, found)
            if not is_failure(read):
                kept = {key: plain[key] for key in (META, "outline") if key in plain}
                return Success({**kept, **read.unwrap()})
            why = one_line(str(read.failure()))
        return Failure(f"the model's answer was refused: {why}")
