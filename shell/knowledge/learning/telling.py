"""Who says what a function does without any model, and how reasons are told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.knowledge.outline_blocks import code_blocks
from sayso.core.outcome import Result, Success
from sayso.core.text import clip, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sayso.core.knowledge.outline import Outline


@dataclass(frozen=True, slots=True)
class OutlineTeller:
    """Tells what stands in the source, and nothing else."""

    name: str = "outline-1"  # another number when the same source gives other blocks
    is_costly: bool = False

    def tell(
        self, found: Sequence[Outline], hashes: Mapping[str, str]
    ) -> Result[dict[str, object], str]:
        """Tell of one function."""
        return Success(code_blocks(found, hashes))


def reasons(failed: Mapping[str, str]) -> str:
    """Say why some could not be learned: the first few, and how many there are."""
    named = [f"{name}: {why}" for name, why in sorted(failed.items())]
    more = len(named) - limits.LEARN_NOTES_MAX
    said = named[: limits.LEARN_NOTES_MAX] + ([f"{more} more"] if more > 0 else [])
    return "; ".join(said)


def foreign_fault(error: Exception) -> str:
    """Say what somebody else's code raised."""
    name, said = type(error).__name__, str(error)
    text = one_line(f"{name}: {said}" if said else name)
    return clip(text, limits.DREAM_REASON_MAX_CHARS)
