"""What reading paths may show: active memories of this generation and nothing else (23, 28)."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from sayso.shell.errors import NotFoundError, RefusedError
from tests.sim.speech import MARKER, TOPICS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from sayso.core.project.context import HistoryMessage
    from sayso.shell.memory import Memory
    from tests.sim.rows import Item, Rows
    from tests.sim.world import World

SHOWN = re.compile(r"^- m(\d+)\b", re.MULTILINE)


def usable(rows: Rows, thread_id: int | None) -> dict[int, Item]:
    """Give the memories that a thread may see, by number."""
    return {
        one.item_id: one
        for one in rows.items.values()
        if one.status == "active" and one.thread_id in (None, thread_id)
    }


def context_faults(
    world: World, text: str, history: Sequence[HistoryMessage], thread_id: int | None = None
) -> list[str]:
    """Check a routing context and a history against what the store holds right now."""
    rows = world.judge.rows
    active = {one.item_id for one in rows.items.values() if one.status == "active"}
    shown = {int(number) for number in SHOWN.findall(text)}
    faults = [f"28: the context shows m{number}" for number in sorted(shown - active)]
    texts = [text, *(message.text for message in history)]
    summed_up = {found for one in rows.threads.values() for found in MARKER.findall(one.compaction)}
    for marker in (found for one in texts for found in MARKER.findall(one)):
        if marker in summed_up:
            continue  # a summary is the model's own, who may repeat what it said long ago
        born = world.judge.truth.marked.get(marker, world.judge.generation)
        if born != world.judge.generation:
            faults.append(f"28: the context holds {marker} of generation {born}")
    for message in history:
        turn = rows.turns.get(message.turn_id)
        if turn is None or (thread_id is not None and turn.thread_id != thread_id):
            faults.append(f"28: the history shows t{message.turn_id} of another thread")
    return faults


def reading_faults(world: World, memory: Memory) -> Iterator[str]:
    """List memory and look at it in one more way; the thread may move on while one looks."""
    before = world.judge.rows.thread_id
    listed = [one.item_id for one in memory.list()]
    yield from _shown_faults(world, "list", listed, before)
    if world.judge.rows.thread_id == before:
        missing = usable(world.judge.rows, before).keys() - set(listed)
        yield from (f"28: list leaves out m{number}" for number in missing)
    before = world.judge.rows.thread_id
    way = world.tape.draw(3)
    if way == 0:
        hits = [one.item_id for one in memory.search(world.tape.pick(TOPICS))]
        yield from _shown_faults(world, "search", hits, before)
    elif way == 1:
        given = memory.context()
        thread_id = before if world.judge.rows.thread_id == before else None
        yield from context_faults(world, given.text, given.history, thread_id)
    else:
        for number in sorted({one.item_id for one in world.judge.rows.items.values()})[-2:]:
            yield from _read_faults(world, memory, number)


def _shown_faults(
    world: World, where: str, shown: Iterable[int], before: int | None
) -> Iterator[str]:
    """Check what was shown to a thread that was active just before, or is now."""
    rows = world.judge.rows
    allowed = usable(rows, before).keys() | usable(rows, rows.thread_id).keys()
    yield from (f"28: {where} shows m{number}" for number in sorted(set(shown) - allowed))


def _read_faults(world: World, memory: Memory, number: int) -> Iterator[str]:
    before = world.judge.rows.thread_id
    try:
        memory.read(number)
    except (RefusedError, NotFoundError):
        if world.judge.rows.thread_id == before and number in usable(world.judge.rows, before):
            yield f"28: m{number} cannot be read"
        return
    threads = {before, world.judge.rows.thread_id}
    if not any(number in usable(world.judge.rows, thread_id) for thread_id in threads):
        yield f"28: m{number} can be read"


def export_faults(world: World, path: Path, names: set[str]) -> Iterator[str]:
    """Check that an export is whole, equals one past moment, and left nothing beside it."""
    if path.name in names:
        yield f"23: the name {path.name} was taken before"
    names.add(path.name)
    whole = json.loads(path.read_bytes())
    (meta,) = whole["memory_meta"]
    moment = world.judge.moments.get((meta["store_id"], meta["commit_counter"]))
    if moment is None:
        yield f"23: an export of the moment {meta['commit_counter']}, which never was"
        return
    turns = {row["id"]: (row["user_text"], row["state"]) for row in whole["turns"]}
    if turns != {one.id: (one.user_text, one.state) for one in moment.turns.values()}:
        yield "23: the turns of an export are of another moment"
    jobs = {row["id"]: row["status"] for row in whole["memory_jobs"]}
    if jobs != {one.id: one.status for one in moment.jobs.values()}:
        yield "23: the jobs of an export are of another moment"
    items = {row["id"]: row["status"] for row in whole["memory_items"]}
    if items != {one.row_id: one.status for one in moment.items.values()}:
        yield "23: the memories of an export are of another moment"
