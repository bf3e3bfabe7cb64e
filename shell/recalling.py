"""Recalls turns: where something was said, in one snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core import outcome
from sayso.core.recall.asking import Recalled, Rejection, fault_of
from sayso.shell.store.reading import Reading

if TYPE_CHECKING:
    from sayso.core.outcome import Result
    from sayso.core.recall.asking import RecallRequest
    from sayso.shell.store.store import Store


def recall(store: Store | Reading, request: RecallRequest) -> Result[Recalled, Rejection]:
    """Find the turns where something was said: at most `limit` hits, none where nothing fits."""
    fault = fault_of(request)
    if fault is not None:
        return outcome.Failure(fault)
    if isinstance(store, Reading):
        store.guard()
        return outcome.Success(Recalled(hits=(), pending=0))
    with store.reading() as reading:
        return recall(reading, request)
