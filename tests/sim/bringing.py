"""Imports of other tools' logs, as one more way by which turns come in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sayso.shell.importing import ImportOptions, import_paths

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.memory import Memory
    from tests.sim.deeds import Deed
    from tests.sim.speech import Message
    from tests.sim.world import World

MESSAGES_MAX = 3


def import_log(world: World, memory: Memory, deed: Deed) -> None:
    """Write a log of a session and import it, or import the last one again."""
    logs = sorted(world.folder.glob("*.jsonl"))
    is_known = bool(logs) and world.tape.draw(3) == 1
    path = logs[-1] if is_known else _write_log(world, len(logs))
    deed.texts = world.logged
    world.begin(deed)
    import_paths(memory, (path,), ImportOptions(any_folder=True))


def _write_log(world: World, number: int) -> Path:
    session = f"{number:08x}-0000-4000-8000-000000000000"
    path = world.folder / f"{number:04}.jsonl"
    rows: list[dict[str, object]] = []
    for _ in range(1 + world.tape.draw(MESSAGES_MAX)):
        message = world.speech.next(session)
        world.logged[message.user] = message.assistant
        rows += _events(message, session)
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def _events(message: Message, session: str) -> list[dict[str, object]]:
    said = [{"type": "text", "text": message.assistant}]
    user = {"role": "user", "content": message.user}
    return [
        {"type": "user", "sessionId": session, "cwd": "/srv/app", "message": user},
        {"type": "assistant", "sessionId": session, "message": {"content": said}},
    ]
