"""What one commit may do to the meta row, to threads and to turns (invariants 1-4, 13, 26, 27)."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from sayso.core.limits import TURN_LEASE_LONG_US

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.sim.change import Change
    from tests.sim.rows import Rows, Turn


def meta_faults(change: Change) -> Iterator[str]:
    """Check the commit counter, the store id and the generation."""
    before, after = change.before.meta, change.after.meta
    if after is None or before is None:
        yield "27: the meta row is gone"
        return
    if after.commits != before.commits + 1:
        yield f"27: the commit counter went from {before.commits} to {after.commits}"
    if after.store_id != before.store_id:
        yield "27: the store id changed"
    step = 1 if change.clears else 0
    if after.generation != before.generation + step:
        yield f"13: the generation went from {before.generation} to {after.generation}"
    lost = [
        key
        for key, seq in change.before.sequences.items()
        if change.after.sequences.get(key, 0) < seq
    ]
    if lost:
        yield f"T05: the numbers of {lost[0]} begin anew"
    for op_id, answer in change.before.operations.items():
        if change.after.operations.get(op_id) != answer:
            yield f"26: the operation {op_id} was forgotten or changed"


def thread_faults(change: Change) -> Iterator[str]:
    """Check that threads come and go only where that was asked for."""
    before, after, kind = change.before.threads, change.after.threads, change.deed.kind
    born = after.keys() - before.keys()
    allowed = {"clear": 1, "new": 1, "import": 1}.get(kind, 0)
    if len(born) > allowed:
        yield f"1: {kind} made the threads {sorted(born)}"
    if before.keys() - after.keys() and not change.clears:
        yield f"1: {kind} removed threads"
    for number in before.keys() & after.keys():
        moved = (before[number].status, after[number].status)
        if moved[0] != moved[1] and not (kind == "new" and moved == ("active", "archived")):
            yield f"1: {kind} made thread {number} {moved[1]}"
        if change.clears:
            yield f"13: thread {number} outlived a clear"
    active = [one for one in after.values() if one.status == "active"]
    if len(active) != 1 and not change.truth.is_tampered:
        yield f"1: {len(active)} active threads"


def turn_faults(change: Change) -> Iterator[str]:
    """Check that every turn is what somebody said, once, in its place, and stays so."""
    before, after = change.before.turns, change.after.turns
    for number in after.keys() - before.keys():
        yield from _birth_faults(change, after[number])
    if len(after.keys() - before.keys()) > 1 and change.deed.kind != "import":
        yield "3: one command stored more than one turn"
    gone = before.keys() - after.keys()
    if gone and not change.clears:
        yield f"2: {change.deed.kind} removed t{min(gone)}"
    if change.clears and after:
        yield f"13: t{min(after)} outlived a clear"
    for number in before.keys() & after.keys():
        if before[number] != after[number]:
            yield from _turn_change_faults(change, before[number], after[number])
    for number, (user, answer) in change.truth.acked.items():
        yield from _acked_faults(change, number, user, answer)


def _birth_faults(change: Change, turn: Turn) -> Iterator[str]:
    deed, name = change.deed, f"t{turn.id}"
    is_import = deed.kind == "import"
    if is_import:
        expected = deed.texts.get(turn.user_text)
    else:
        is_said = deed.kind in ("record", "begin") and turn.user_text == deed.text
        answer = deed.answer if deed.kind == "record" else ""
        expected = answer if is_said and turn.session == deed.session else None
    if expected is None or expected != turn.assistant_text:
        yield f"2: {name} is not what anybody said in {deed.kind}: {turn.user_text!r}"
    if any(one.user_text == turn.user_text for one in change.before.turns.values()):
        yield f"3: {name} was stored before"
    if turn.id <= change.truth.high_water.get("turns", 0):
        yield f"T05: {name} is a number that was given out before"
    peers = [one for one in change.before.turns.values() if one.thread_id == turn.thread_id]
    if not is_import and turn.sequence != len(peers) + 1:
        yield f"4: {name} is number {turn.sequence} of {len(peers) + 1}"
    if not is_import and turn.thread_id != change.before.thread_id:
        yield f"1: {name} went to thread {turn.thread_id}, which was not active"
    yield from _hash_faults(turn)


def _hash_faults(turn: Turn) -> Iterator[str]:
    for text, digest in (
        (turn.user_text, turn.user_sha256),
        (turn.assistant_text, turn.assistant_sha256),
    ):
        if sha256(text.encode()).digest() != digest:
            yield f"2: t{turn.id} does not match its hash"


def _turn_change_faults(change: Change, old: Turn, new: Turn) -> Iterator[str]:
    """Check one changed turn: ended once by its owner, given up when its lease was over."""
    deed, name = change.deed, f"t{old.id}"
    fixed = ("id", "thread_id", "session", "sequence", "origin", "user_text", "user_sha256")
    if any(getattr(old, key) != getattr(new, key) for key in fixed):
        yield f"2: {name} was changed"
    yield from _hash_faults(new)
    moved = (old.state, new.state)
    if moved == ("open", "open"):
        if deed.kind not in ("heartbeat", "heart") or old.owner != new.owner:
            yield f"2: {deed.kind} moved the lease of {name}"
    elif moved == ("open", "interrupted"):
        yield from _interruption_faults(change, old, new)
    elif moved[0] in ("open", "interrupted") and moved[1] in ("completed", "failed"):
        kind, answer = ("finish", deed.answer) if moved[1] == "completed" else ("fail", "")
        if (deed.kind, deed.turn_id, new.assistant_text) != (kind, old.id, answer):
            yield f"2: {deed.kind} ended {name} with {new.assistant_text!r}"
    elif deed.kind != "import" or old.assistant_text:
        yield f"2: {name} went from {moved[0]} to {moved[1]} in {deed.kind}"


def _interruption_faults(change: Change, old: Turn, new: Turn) -> Iterator[str]:
    until = old.until_us or 0
    if change.now_us < until <= change.now_us + TURN_LEASE_LONG_US:
        yield f"2: t{old.id} was given up while its lease held"
    if not change.deed.works or new.assistant_text:
        yield f"2: {change.deed.kind} interrupted t{old.id}"


def _acked_faults(change: Change, number: int, user: str, answer: str | None) -> Iterator[str]:
    turn = change.after.turns.get(number)
    if change.clears:
        return
    if turn is None or turn.user_text != user:
        yield f"2: the acknowledged turn t{number} is lost"
    elif answer is not None and turn.assistant_text != answer:
        yield f"2: the acknowledged answer of t{number} is lost"


def dense_faults(rows: Rows) -> Iterator[str]:
    """Check that the turns of each thread are numbered 1, 2, 3, … in the order of their ids."""
    threads: dict[int, list[int]] = {}
    for turn in sorted(rows.turns.values()):
        threads.setdefault(turn.thread_id, []).append(turn.sequence)
    for thread_id, sequences in threads.items():
        if sequences != list(range(1, len(sequences) + 1)):
            yield f"4: thread {thread_id} has the sequence {sequences}"
