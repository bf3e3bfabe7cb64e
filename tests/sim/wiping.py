"""After a clear nothing of what was said stands in the file or its log (invariant 24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.sim.speech import MARKER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.sim.world import World


def trace_faults(world: World, gone: tuple[str, ...]) -> Iterator[str]:
    """Look for words of an earlier generation in the bytes of the store."""
    if any(one.in_transaction for one in world.other_connections()):
        return  # a reader in the way: the log is cut later
    held = {
        marker
        for one in world.judge.rows.turns.values()
        for marker in MARKER.findall(one.user_text + one.assistant_text)
    }
    for suffix in ("", "-wal"):
        path = world.path.with_name(world.path.name + suffix)
        content = path.read_bytes() if path.exists() else b""
        for marker in gone:
            if marker not in held and marker.encode() in content:
                yield f"24: {marker} stands in the file{suffix} after a clear"
                return
