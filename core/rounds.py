"""A drain: one round over the jobs that are unresolved at its start, each tried at most once.

What comes in meanwhile is left to the background or the next start, except for the direct
children of a success, so that a round ends however fast others write (A288-A293).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.plans import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Drain:
    """A round over a snapshot of jobs: each is tried at most once, children may join (A288).

    The snapshot is every unresolved job up to `upto_id`; `children` have joined it since, and
    `tried` have failed and wait for another round. The counts are jobs.
    """

    upto_id: int
    children: frozenset[int] = frozenset()
    tried: frozenset[int] = frozenset()
    succeeded: int = 0
    failed: int = 0

    @property
    def processed(self) -> int:
        """Jobs that were tried in this round."""
        return self.succeeded + self.failed


def record_success(drain: Drain, done_ids: Iterable[int], child_id: int | None) -> Drain:
    """Note finished jobs; a consolidation child of a finished extraction joins the round (A290)."""
    done = frozenset(done_ids)
    joined = frozenset(()) if child_id is None else frozenset((child_id,))
    return replace(
        drain,
        children=(drain.children - done) | joined,
        succeeded=drain.succeeded + len(done),
    )


def record_failure(drain: Drain, failed_ids: Iterable[int]) -> Drain:
    """Note failed jobs; they are not tried again in this round (A289)."""
    failed = frozenset(failed_ids)
    return replace(drain, tried=drain.tried | failed, failed=drain.failed + len(failed))


def allowance(drain: Drain | None) -> dict[str, Value]:
    """Give the parameters that let a claim see only what the round may take (A291).

    They are bounded by what failed and what joined, not by the size of the snapshot.
    """
    if drain is None:
        return {"upto_id": None, "children": "[]", "tried": "[]"}
    return {
        "upto_id": drain.upto_id,
        "children": orjson.dumps(sorted(drain.children)).decode(),
        "tried": orjson.dumps(sorted(drain.tried)).decode(),
    }
