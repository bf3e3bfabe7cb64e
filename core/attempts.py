"""What a failed attempt hands to the next one: why a reply was refused, or the reply itself.

A reply that broke the contract, was cut at the token limit or held no text is refused, and the
next question says why, so that the same prompt never fails the same way for ever. A reply that
was accepted but could not be stored is kept with its job and used again instead of asking anew;
it counts only for the very same batch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import orjson

if TYPE_CHECKING:
    from sayso.core.jobs import Job

NOT_THE_CONTRACT: Final = "the reply is not the contract: "
NOT_LEGAL: Final = "the operations are not legal: "
_ABOUT_THE_REPLY: Final = (NOT_THE_CONTRACT, NOT_LEGAL, "cut_off: ", "empty: ")


def refusal_of(jobs: tuple[Job, ...]) -> str:
    """Give why the last reply to a batch was refused; '' when that was not its last error."""
    error = jobs[0].last_error or ""
    for prefix in _ABOUT_THE_REPLY:
        if error.startswith(prefix):
            return error.removeprefix(prefix).partition("\n")[0]
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer as it came, and the name of the model that gave it; '' where nobody noted it."""

    text: str
    model: str


def render_checkpoint(jobs: tuple[Job, ...], reply: Reply, asked_mark: int) -> str:
    """Write an accepted reply down with the batch that it answers.

    `asked_mark` is the newest tombstone it was asked under; under a newer one it is not stored.
    """
    kept = {
        "jobs": [job.id for job in jobs],
        "reply": reply.text,
        "model": reply.model,
        "asked_mark": asked_mark,
    }
    return orjson.dumps(kept).decode()


def read_checkpoint(jobs: tuple[Job, ...]) -> Reply | None:
    """Give the reply kept for exactly this batch, or None; an older Sayso noted no model."""
    kept = jobs[0].checkpoint
    if kept is None:
        return None
    value = orjson.loads(kept)
    if value["jobs"] != [job.id for job in jobs]:
        return None
    return Reply(text=value["reply"], model=value.get("model", ""))
