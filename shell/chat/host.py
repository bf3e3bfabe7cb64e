"""What a chat asks of the program around it: to let go of what it holds itself.

Memory is the memory's; a proposal that waits for its confirmation, a workspace, a scan, an index or
a cache is the host's. `/new` and `/reset` tell it when these have to go (A41, A42, A48).
"""

from __future__ import annotations

from typing import Protocol


class Host(Protocol):
    """A program that a chat is part of."""

    def drop_pending(self) -> bool:
        """Drop what waits for the user's word and all temporary state; True when there was any."""

    def reset(self) -> tuple[str, ...]:
        """Empty workspace, scans, indexes and caches; give the names of what was emptied.

        Files the user exported and what was typed are left alone (A50).
        """


class Alone:
    """A chat that is no part of anything: it holds nothing of its own."""

    def drop_pending(self) -> bool:
        """Drop nothing."""
        return False

    def reset(self) -> tuple[str, ...]:
        """Empty nothing."""
        return ()
