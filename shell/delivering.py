"""Reads which memories a session of a host has been told already."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sayso.shell.store.reading import Reading


def delivered_to(reading: Reading, session: str) -> frozenset[int]:
    """Give the revisions, by their row numbers, that a session has been told."""
    return frozenset(row[0] for row in reading.rows("deliveries/of_session", session=session))
