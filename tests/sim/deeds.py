"""What a process is about to do, so that a commit can be judged by what was meant."""

from __future__ import annotations

from dataclasses import dataclass, field

WORKING = frozenset({"watch", "work", "new", "import"})


@dataclass
class Deed:
    """One command under way, with everything that it may change.

    `commits` counts its transactions so far, `saved_generation` is that of the last one: the run
    notes here what the store really saved.
    """

    kind: str
    text: str = ""
    answer: str = ""
    session: str = ""
    turn_id: int | None = None
    item_id: int | None = None
    job_id: int | None = None
    op_id: str | None = None
    texts: dict[str, str] = field(default_factory=dict)
    begun_generation: int = 0
    saved_generation: int = 0
    commits: int = 0

    @property
    def works(self) -> bool:
        """Whether jobs may be worked off in it."""
        return self.kind in WORKING
