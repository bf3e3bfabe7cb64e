"""Diagnostics of failed jobs: one RAW, bounded text per fault (A260-A266).

Nothing of the request is attached, and nothing the provider returned is cleaned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits

if TYPE_CHECKING:
    from sayso.core.model import Purpose, RequestPolicy

_CUT: Final = "\n[cut here: the diagnostic is longer]"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFault:
    """Why no usable reply came. `status` is the provider's code, `body` its RAW answer.

    `retry_after_us` is the wait the provider asked for, already clamped, or None.
    """

    kind: str
    message: str
    status: str | None = None
    body: str | None = None
    retry_after_us: int | None = None


def render_fault(fault: ModelFault, purpose: Purpose, policy: RequestPolicy) -> str:
    """Render a fault with the call's purpose and policy, bounded (A260-A264, A276)."""
    lines = [
        f"{fault.kind}: {fault.message}",
        f"purpose: {purpose}",
        (
            f"policy: max_output_tokens={policy.max_output_tokens} "
            f"deadline_us={policy.deadline_us} reasoning={policy.reasoning} "
            f"streaming={policy.streaming}"
        ),
    ]
    if fault.status is not None:
        lines.append(f"status: {fault.status}")
    if fault.body is not None:
        lines.append(f"body: {fault.body}")
    return bound_error("\n".join(lines))


def bound_error(text: str) -> str:
    """Cut a diagnostic to its limit; a cut one says so at its end."""
    if len(text) <= limits.JOB_ERROR_MAX_CHARS:
        return text
    return text[: limits.JOB_ERROR_MAX_CHARS - len(_CUT)] + _CUT
