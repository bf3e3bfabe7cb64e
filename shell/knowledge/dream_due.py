"""Whether a dream is due, by the log, the sessions and the clock (B154-B156, B189).

core.knowledge.dream_gate decides; here the facts are gathered, and its anchor is kept. A session
that can't be read counts for nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.dream_gate import (
    Due,
    GateFacts,
    anchor_fields,
    judge_gate,
    last_timestamp,
    read_anchor,
)
from sayso.core.knowledge.sessions import created_at_us
from sayso.shell.errors import KnowledgeDamagedError
from sayso.shell.knowledge.layer_files import SESSIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.knowledge.dream_gate import GateVerdict
    from sayso.shell.knowledge.folder import Folder

LOG: Final = "dream_log.json"
GATE: Final = "dream_gate.json"


def look_at_gate(folder: Folder) -> GateVerdict:
    """Say whether a dream is due; nothing is written."""
    anchor = folder.read_object(GATE)
    return judge_gate(
        GateFacts(
            now_us=folder.ports.clock.now_us(),
            last=last_timestamp(folder.read_list(LOG)),
            anchor=None if anchor is None else read_anchor(anchor),
            began=tuple(_began(folder)),
        )
    )


def note_gate(folder: Folder) -> bool:
    """Tell whether a dream is due, and note from when the interval runs by a clock put back."""
    verdict = look_at_gate(folder)
    if isinstance(verdict, Due):
        return True
    if verdict.anchor is not None:
        fields = anchor_fields(verdict.anchor)
        folder.change_object(GATE, lambda _: fields)
    return False


def begin_dream(folder: Folder) -> None:
    """Strike the anchor: it counts for one dream alone."""
    if folder.read_object(GATE):
        folder.change_object(GATE, lambda _: {})


def _began(folder: Folder) -> Iterator[int | None]:
    for stem in folder.stems(SESSIONS):
        try:
            session = folder.read_object(f"{SESSIONS}/{stem}.json")
        except KnowledgeDamagedError:
            continue
        if session is not None:
            yield created_at_us(session)
