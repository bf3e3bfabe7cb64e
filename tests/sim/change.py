"""One commit: who made it, what was meant, and the store just before and just after."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from tests.sim.canned import Call
    from tests.sim.deeds import Deed
    from tests.sim.rows import Rows
    from tests.sim.scheduler import Process


@dataclass(frozen=True, slots=True, kw_only=True)
class Burial:
    """A title that was forgotten, and the newest turn that the forget covers."""

    title: str
    last_turn_id: int


@dataclass
class Truth:
    """What the simulator knows by itself, whatever the store says.

    `acked` are turns whose command was told that they are saved; `high_water` the highest number
    every table has ever given out; `marked` the generation each marker was said in.
    """

    generation: int = 1
    acked: dict[int, tuple[str, str | None]] = field(default_factory=dict)
    marked: dict[str, int] = field(default_factory=dict)
    high_water: dict[str, int] = field(default_factory=dict)
    operations: dict[str, str] = field(default_factory=dict)
    burials: list[Burial] = field(default_factory=list)
    is_tampered: bool = False
    tamperings: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A commit to be judged."""

    process: Process
    deed: Deed
    before: Rows
    after: Rows
    now_us: int
    calls: Mapping[int, Call]
    summaries: AbstractSet[tuple[str, int]]
    truth: Truth

    @property
    def is_birth(self) -> bool:
        """Whether a store was made: the first one, or one in the place of a damaged one."""
        before, after = self.before.meta, self.after.meta
        if before is None or after is None:
            return before is None
        return self.clears and before.store_id != after.store_id

    @property
    def clears(self) -> bool:
        """Whether this is the one commit of a clear."""
        return self.deed.kind == "clear"
