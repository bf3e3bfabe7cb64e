"""What one commit may do to candidates and memories (invariants 5-7, 9-11, 14, 15)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.sim.canned import stamped
from tests.sim.change import Burial
from tests.sim.labours import DONE, finished_in
from tests.sim.speech import AGREED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.sim.canned import Call
    from tests.sim.change import Change
    from tests.sim.rows import Candidate, Item, Source, Turn

BOUND = "discussion_context"


def call_of(change: Change, content: str) -> Call | None:
    """Give the question that a text was the answer to: the last number it carries."""
    number = stamped(content)
    return None if number is None else change.calls.get(number)


def candidate_faults(change: Change) -> Iterator[str]:
    """Check candidates that came or changed, with the sources they rest on."""
    before, after = change.before.candidates, change.after.candidates
    if change.clears:
        if after or change.after.sources:
            yield "13: candidates outlived a clear"
        return
    if before.keys() - after.keys() or change.before.sources - change.after.sources:
        yield f"5: {change.deed.kind} removed candidates or sources"
    born = [after[number] for number in sorted(after.keys() - before.keys())]
    done = {job.id for job in finished_in(change) if job.kind == "extraction"}
    for one in born:
        if one.job_id not in done:
            yield f"11: c{one.id} comes of j{one.job_id}, which was not done with it"
        yield from _birth_faults(change, one)
    for number in before.keys() & after.keys():
        if before[number].status != after[number].status:
            yield from _settling_faults(change, before[number], after[number])


def _birth_faults(change: Change, one: Candidate) -> Iterator[str]:
    name = f"c{one.id}"
    sources = [source for source in change.after.sources if source.candidate_id == one.id]
    if not sources:
        yield f"5: {name} has no source"
    call = call_of(change, one.content)
    if call is None:
        yield f"9: {name} comes of no question"
    elif call.generation != change.truth.generation:
        yield f"9: {name} was asked in generation {call.generation}"
    elif not {source.turn_id for source in sources} <= call.turn_ids:
        yield f"9: {name} rests on a turn that its question k{call.number} never saw"
    job = change.after.jobs[one.job_id]
    batch = {job.turn_id for job in finished_in(change)}
    if any(source.role == "user" and source.turn_id not in batch for source in sources):
        yield f"7: {name} rests on the user's words of a turn before the batch"
    for source in sources:
        yield from (f"{fault} ({name})" for fault in _source_faults(change, source, job.session))
    if one.kind != BOUND:
        yield from _said_faults(change, one, sources)


def _source_faults(change: Change, source: Source, session: str) -> Iterator[str]:
    turn = change.after.turns.get(source.turn_id)
    where = f"t{source.turn_id} ({source.role})"
    if turn is None:
        yield f"5: {where} is not there"
        return
    text = turn.user_text if source.role == "user" else turn.assistant_text
    if text[source.start : source.end] != source.quote:
        yield f"6: {source.quote!r} does not stand there in {where}"
    thread_id = change.after.candidates[source.candidate_id].thread_id
    if (turn.thread_id, turn.session) != (thread_id, session):
        yield f"7: {where} is of another thread or session"
    for stone in change.before.stones.values():
        if (stone.turn_id, stone.role) == (source.turn_id, source.role) and (
            stone.start < source.end and source.start < stone.end
        ):
            yield f"forgotten: a source in {where} was forgotten"


def _said_faults(change: Change, one: Candidate, sources: list[Source]) -> Iterator[str]:
    """Check that the user spoke; a mere yes needs the proposal of the turn just before."""
    said = [source for source in sources if source.role == "user"]
    if not said:
        yield f"7: c{one.id} rests on no words of the user"
    offered = {source.turn_id for source in sources if source.role == "assistant"}
    for source in said:
        if source.quote == AGREED:
            before = _turn_before(change, change.after.turns[source.turn_id])
            if before is None or before.id not in offered:
                yield f"7: c{one.id} agrees to nothing"


def _turn_before(change: Change, turn: Turn) -> Turn | None:
    earlier = [
        one
        for one in change.after.turns.values()
        if (one.thread_id, one.session) == (turn.thread_id, turn.session)
        and one.sequence < turn.sequence
        and one.state == "completed"
    ]
    return max(earlier, key=lambda one: one.sequence, default=None)


def _settling_faults(change: Change, old: Candidate, new: Candidate) -> Iterator[str]:
    name, kind = f"c{old.id}", change.deed.kind
    merged = [job for job in finished_in(change) if job.kind == "consolidation"]
    payloads = [json.loads(job.payload)["candidates"] for job in merged]
    by_merge = any(old.id in payload for payload in payloads)
    if new.status == "suppressed":
        if kind != "forget" and not merged:
            yield f"14: {kind} suppressed {name}"
    elif old.status != "pending":
        yield f"10: {name} was {old.status} and is {new.status}"
    elif not by_merge and not (kind == "drop" and new.status == "rejected"):
        yield f"14: {name} was {new.status} without its job"


def item_faults(change: Change) -> Iterator[str]:
    """Check memories that came, went or changed, and the chains they form."""
    before, after = change.before.items, change.after.items
    if change.clears:
        if after or change.after.links or change.after.stones:
            yield "13: memories or tombstones outlived a clear"
        return
    if before.keys() - after.keys() or change.before.links - change.after.links:
        yield f"5: {change.deed.kind} removed memories or their proof"
    born = [after[number] for number in sorted(after.keys() - before.keys())]
    merged = [job for job in finished_in(change) if job.kind == "consolidation"]
    if born and not merged:
        yield f"11: m{born[0].item_id} was made in {change.deed.kind} without a job"
    for one in born:
        yield from _item_birth_faults(change, one)
    for job in merged:
        yield from _whole_faults(change, born, json.loads(job.payload)["candidates"])
    for number in before.keys() & after.keys():
        yield from _item_change_faults(change, before[number], after[number])
    yield from chain_faults(list(after.values()))


def _item_birth_faults(change: Change, one: Item) -> Iterator[str]:
    name = f"m{one.item_id}"
    new = change.after.links - change.before.links
    rests_on = [candidate for row, candidate in new if row == one.row_id]
    fresh = [
        number
        for number in rests_on
        if number in change.before.candidates
        and change.before.candidates[number].status == "pending"
    ]
    if not fresh:
        yield f"5: {name} rests on no new candidate"
        return
    candidates = [change.after.candidates[number] for number in fresh]
    if any((two.kind, two.scope_id) != (one.kind, one.scope_id) for two in candidates):
        yield f"7: {name} is of another kind or scope than its candidates"
    bound_to = candidates[0].thread_id if one.kind == BOUND else None
    if one.thread_id != bound_to:
        yield f"7: {name} is bound to thread {one.thread_id} instead of {bound_to}"
    call = call_of(change, one.content)
    if call is None or call.generation != change.truth.generation:
        yield f"9: {name} comes of no question of this generation"
    elif not set(fresh) <= call.candidate_ids:
        yield f"9: {name} rests on a candidate that its question k{call.number} never saw"
    spoken = [
        source.turn_id
        for source in change.after.sources
        if source.candidate_id in fresh and (source.role == "user" or one.kind == BOUND)
    ]
    for burial in change.truth.burials:
        if burial.title == one.title and max(spoken, default=0) <= burial.last_turn_id:
            yield f"forgotten: {name} ({one.title}) was forgotten and not said anew"


def _whole_faults(change: Change, born: list[Item], payload: list[int]) -> Iterator[str]:
    """Check that a consolidation did all that was answered, or would not have been done."""
    left = [
        number
        for number in payload
        if number in change.after.candidates and change.after.candidates[number].status == "pending"
    ]
    if left:
        yield f"14: c{left[0]} was left over by its job"
    calls = {call.number: call for one in born if (call := call_of(change, one.content))}
    if len(calls) > 1:
        yield "14: one consolidation took from two answers"
    for call in calls.values():
        if call.kept_operations != len(born):
            done = f"{len(born)} of {call.kept_operations}"
            yield f"14: {done} operations of k{call.number} were done"


def _item_change_faults(change: Change, old: Item, new: Item) -> Iterator[str]:
    if old == new:
        return
    name, kind = f"m{old.item_id}", change.deed.kind
    merged = any(job.kind == "consolidation" for job in finished_in(change))
    moved = (old.status, new.status)
    if moved[1] == "forgotten" and moved[0] in ("active", "superseded"):
        if not merged and (kind, change.deed.item_id) != ("forget", old.item_id):
            yield f"forgotten: {kind} forgot {name}"
    elif moved != ("active", "superseded") or not merged:
        yield f"15: {name} went from {moved[0]} to {moved[1]} in {kind}"


def burials_of(change: Change) -> list[Burial]:
    """Give what this commit forgot: the titles, and the newest turn that the user meant."""
    forgot = {
        new.item_id
        for number, new in change.after.items.items()
        if new.status == "forgotten" and change.before.items[number].status != "forgotten"
    }
    if not forgot:
        return []
    newest = change.before.sequences.get("turns", 0)
    for job in finished_in(change):
        if job.kind == "consolidation":  # with several withdrawals, the one that covers least
            newest = min(one["turn_id"] for one in json.loads(job.payload)["withdrawals"])
    titles = {one.title for one in change.after.items.values() if one.item_id in forgot}
    return [Burial(title=title, last_turn_id=newest) for title in sorted(titles)]


def chain_faults(items: list[Item]) -> Iterator[str]:
    """Check that no memory replaces itself, and that a chain has one live head."""
    by_number: dict[int, list[Item]] = {}
    for one in items:
        by_number.setdefault(one.item_id, []).append(one)
        if one.status == "staged":
            yield f"14: m{one.item_id} was left staged"
    for number, revisions in by_number.items():
        active = [one for one in revisions if one.status == "active"]
        if len(active) > 1:
            yield f"15: m{number} is active in {len(active)} revisions"
        seen = {number}
        older = revisions[-1].replaces_id
        while older is not None and older in by_number:
            if older in seen:
                yield f"15: m{number} replaces itself"
                break
            seen.add(older)
            if active and any(one.status == "active" for one in by_number[older]):
                yield f"15: m{number} replaces m{older}, and both are active"
            older = by_number[older][-1].replaces_id


def orphan_faults(change: Change) -> Iterator[str]:
    """Check that every memory in use rests on candidates of done jobs."""
    rests = {row for row, _ in change.after.links}
    for one in change.after.items.values():
        if one.status == "active" and one.row_id not in rests:
            yield f"5: m{one.item_id} rests on nothing"
    for candidate in change.after.candidates.values():
        job = change.after.jobs.get(candidate.job_id)
        if job is None or job.status not in DONE:
            yield f"11: c{candidate.id} is of a job that is not done"
