"""What the user said in project memory, cited in a diagnosis with its numbers; only ever read.

Nothing goes the other way: what was learned from code never becomes a preference or a decision.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.kinds import Kind
from sayso.core.knowledge.diagnosis import UserNote
from sayso.shell.citing import newest_cited, store_files
from sayso.shell.errors import SaysoError

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.finding import Listed
    from sayso.shell.knowledge.base import Base

log: Final = logging.getLogger(__name__)
_KINDS: Final = {Kind.PREFERENCE: "preference", Kind.DECISION: "decision"}


def user_notes(base: Base) -> tuple[UserNote, ...]:
    """Give the newest preferences and decisions, none where the project has no memory.

    A memory that can't be read is told in the log and stops no diagnosis.
    """
    try:
        found = newest_cited(base.root, base.folder.ports, limits.DIAGNOSIS_USER_NOTES_MAX)
    except SaysoError as error:
        log.warning("the user's notes are left out: %s", error.message)
        return ()
    return tuple(
        UserNote(item_id=one.item_id, kind=_KINDS[one.kind], text=_text(one)) for one in found
    )


def files_of_notes(base: Base) -> tuple[Path, ...]:
    """Name the files by which the user's notes show that they have changed."""
    return store_files(base.root) if base.root.is_dir() else ()


def _text(one: Listed) -> str:
    return one.synopsis if one.title in one.synopsis else f"{one.title}: {one.synopsis}"
