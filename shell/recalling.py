"""Recalls turns: where something was said, in one snapshot.

Words of the question are looked up, candidates come from their postings, and the places and words
around these are ranked by core/recall. Only then are texts read, of the best alone: as they were
stored, with what is forgotten masked.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from sayso.core import limits, outcome
from sayso.core.project.masks import UNMASKED
from sayso.core.recall.asking import Recalled, Rejection, fault_of
from sayso.core.recall.dates import period_of
from sayso.core.recall.found import Found, Match, Place, documents, without
from sayso.core.recall.meaning import asks_only_when, rest_of, side_meant
from sayso.core.recall.ranking import rank, words_of
from sayso.core.recall.showing import Seen, by_time, hit_of, visible, with_lines, with_phrases
from sayso.core.recall.weighing import Known, Sought, weigh, words_to_look_up
from sayso.core.recall.words import QUESTION, asked, asked_apart, is_han_char
from sayso.shell.masks import intact, read_masks
from sayso.shell.recallable import NO_TURN, turns_asking, turns_of_period
from sayso.shell.reindexing import read_behind
from sayso.shell.store.reading import Reading
from sayso.shell.store.rows import json_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.outcome import Result
    from sayso.core.recall.asking import RecallHit, RecallRequest
    from sayso.core.recall.dates import Period
    from sayso.core.recall.words import Asked
    from sayso.shell.store.rows import Row
    from sayso.shell.store.store import Store

_CEILING: Final = "\U0010ffff"  # sorts after every continuation of a word
_MILLI: Final = 1_000


def recall(store: Store | Reading, request: RecallRequest) -> Result[Recalled, Rejection]:
    """Find the turns where something was said: at most `limit` hits, none where nothing fits."""
    fault = fault_of(request)
    if fault is not None:
        return outcome.Failure(fault)
    if isinstance(store, Reading):
        return outcome.Success(_recalled(store, request))
    with store.reading() as reading:
        return recall(reading, request)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Inquiry:
    """A request under way: its words weighed, the mark of questions, and the time it names."""

    request: RecallRequest
    sought: Sought
    asking: tuple[int, ...]
    average: float
    from_us: int | None
    to_us: int | None


def _recalled(reading: Reading, request: RecallRequest) -> Recalled:
    scope_id = reading.guard().scope_id
    size = reading.row("recall/size", scope_id=scope_id)
    if size is None or size[0] < 1 or size[1] < 1:  # none, or none that can be counted on
        return Recalled(hits=(), pending=read_behind(reading).turns)
    period = period_of(request.query, request.now_us)
    told = period.told if period else ""
    if (period or _is_timed(request)) and asks_only_when(request.query, told):
        hits = _hits_of_time(reading, request, period)
        if hits or any(map(str.isalnum, rest_of(request.query, told))):
            return Recalled(hits=hits, pending=read_behind(reading).turns)
    question = asked_apart(request.query, period.told) if period else asked(request.query)
    known = _known(reading, scope_id, question, request)
    sought = weigh(question, known, size[0])
    inquiry = _Inquiry(
        request=request,
        sought=sought,
        asking=tuple(one.word_id for one in known.get(QUESTION, ())),
        average=size[1] / size[0],
        from_us=period.since_us if period else None,
        to_us=period.until_us + limits.RECALL_TOLD_LATER_US if period else None,
    )
    found = without(_found(reading, inquiry), turns_asking(reading, request.query))
    hits = _hits(reading, inquiry, found)
    pending = read_behind(reading).turns
    return Recalled(hits=hits, pending=pending, words=words_of(sought.terms, sought))


def _is_timed(request: RecallRequest) -> bool:
    return (request.since_us, request.until_us) != (None, None)


def _hits_of_time(
    reading: Reading, request: RecallRequest, period: Period | None
) -> tuple[RecallHit, ...]:
    """Give what was said in a time, whatever it was: the newest first."""
    asking = turns_asking(reading, request.query)
    turn_ids = turns_of_period(reading, request, period)
    seen = _seen(reading, turn_ids)
    kept = [turn_id for turn_id in turn_ids if turn_id not in asking]
    ranked = by_time(kept, side_meant(request.query), seen)[: request.limit]
    return _shown(reading, request, (hit_of(one, Sought(terms=()), seen) for one in ranked))


def _is_filtered(request: RecallRequest) -> bool:
    return (request.since_us, request.until_us, request.thread_id) != (None, None, None)


def _known(
    reading: Reading, scope_id: int, question: Asked, request: RecallRequest
) -> dict[str, tuple[Known, ...]]:
    """Look up what a scope knows of the words of a question."""
    read_max = limits.RECALL_READ_MAX
    if _is_filtered(request):
        read_max *= limits.RECALL_FILTERED_FACTOR
    rows = reading.rows(
        "recall/words",
        scope_id=scope_id,
        words=json_of([*words_to_look_up(question), QUESTION]),
        read_max=read_max,
    )
    known: dict[str, tuple[Known, ...]] = {row[0]: (_known_of(row),) for row in rows}
    for character in filter(is_han_char, question.words):
        rows = reading.rows(
            "recall/characters",
            scope_id=scope_id,
            character=character,
            ceiling=character + _CEILING,
            words_max=limits.RECALL_CHARACTER_WORDS_MAX,
            read_max=read_max,
        )
        known[character] = tuple(map(_known_of, rows))
    return known


def _known_of(row: Row) -> Known:
    return Known(word_id=row[1], read=row[2], first=row[3], oldest=row[4], newest=row[5])


def _candidates(reading: Reading, inquiry: _Inquiry) -> list[int]:
    """Give the documents that hold most of what is looked for, best first."""
    request, sought = inquiry.request, inquiry.sought
    read = [
        [one.word_id, term.weight, one.oldest]
        for term in sought.terms
        if term.is_read
        for one in term.known
    ]
    probed = [
        [one.word_id, term.weight]
        for term in sought.terms
        if not term.is_read
        for one in term.known
    ]
    before = NO_TURN if request.before_turn_id is None else request.before_turn_id
    rows = reading.rows(
        "recall/candidates",
        read=json_of(read),
        probed=json_of(probed),
        speakers=json_of(sought.speaker_ids),
        average_milli=max(1, round(_MILLI * inquiry.average)),
        thread_id=request.thread_id,
        since_us=request.since_us,
        until_us=request.until_us,
        before_doc_id=2 * before,
        from_us=inquiry.from_us,
        to_us=inquiry.to_us,
        partial_rows=limits.RECALL_PARTIAL_MAX,
        limit_rows=limits.RECALL_CANDIDATES_MAX,
    )
    return [row[0] for row in rows]


def _found(reading: Reading, inquiry: _Inquiry) -> Found:
    """Read the candidates with the places and words around them."""
    request, sought = inquiry.request, inquiry.sought
    turn_ids = list(dict.fromkeys(doc_id >> 1 for doc_id in _candidates(reading, inquiry)))
    rows = reading.rows(
        "recall/places",
        turn_ids=json_of(turn_ids),
        from_us=inquiry.from_us,
        to_us=inquiry.to_us,
    )
    windows = tuple(tuple(map(_place_of, window)) for _, window in groupby(rows, key=itemgetter(0)))
    doc_ids = sorted({doc_id for window in windows for doc_id in documents(window)})
    matches = _matches(reading, inquiry, doc_ids)
    terms = {one.word_id for term in sought.terms for one in term.known}
    is_bounded = _is_filtered(request) or request.before_turn_id is not None
    return Found(
        windows=windows,
        matches=tuple(one for one in matches if one.word_id in terms),
        average=inquiry.average,
        questions=frozenset(one.doc_id for one in matches if one.word_id in inquiry.asking),
        spoken=frozenset(one.doc_id for one in matches if one.word_id in sought.speaker_ids),
        meant=side_meant(request.query),
        only=frozenset(turn_ids) if is_bounded else None,
    )


def _place_of(row: Row) -> Place:
    return Place(
        turn_id=row[1],
        thread_id=row[2],
        session=row[3],
        sequence=row[4],
        has_answer=bool(row[5]),
        is_timely=bool(row[6]),
    )


def _matches(reading: Reading, inquiry: _Inquiry, doc_ids: list[int]) -> tuple[Match, ...]:
    """Read which words stand in which documents; a character's many words are read in one go."""
    sought = inquiry.sought
    marks = (*sought.speaker_ids, *inquiry.asking)
    single = [term.known[0].word_id for term in sought.terms if len(term.known) == 1]
    several = [
        [one.word_id, one.oldest]
        for term in sought.terms
        if len(term.known) > 1
        for one in term.known
    ]
    rows = reading.rows(
        "recall/matches",
        word_ids=json_of([*single, *marks]),
        scanned=json_of(several),
        doc_ids=json_of(doc_ids),
    )
    return tuple(Match(word_id=row[0], doc_id=row[1], count=row[2], length=row[3]) for row in rows)


def _hits(reading: Reading, inquiry: _Inquiry, found: Found) -> tuple[RecallHit, ...]:
    """Rank what was found, read the texts of the best, and give the hits."""
    request, sought = inquiry.request, inquiry.sought
    ranked = rank(sought, found)
    if not ranked:
        return ()
    pool = max(limits.RECALL_POOL_MIN, 2 * request.limit)
    seen = _seen(reading, (one.place.turn_id for one in ranked[:pool]))
    if seen.masks is not UNMASKED:
        seen = _seen(reading, _around(found, seen))
        ranked = rank(sought, visible(found, sought, seen))
    best = [one for one in ranked if one.place.turn_id in seen.turns][:pool]
    hits = with_phrases(best, request.query, seen)[: request.limit]
    return _shown(reading, request, (hit_of(one, sought, seen) for one in hits))


def _shown(
    reading: Reading, request: RecallRequest, hits: Iterable[RecallHit]
) -> tuple[RecallHit, ...]:
    """Give hits with the lines beside them that were asked for."""
    if not request.neighbours:
        return tuple(hits)
    return tuple(_with_lines(reading, hit, request) for hit in hits)


def _around(found: Found, seen: Seen) -> Iterator[int]:
    """Give the turns in the windows of those that were read."""
    for window in found.windows:
        turn_ids = [place.turn_id for place in window]
        if not seen.turns.keys().isdisjoint(turn_ids):
            yield from turn_ids


def _seen(reading: Reading, turn_ids: Iterable[int]) -> Seen:
    """Read turns, and what of them is hidden."""
    rows = reading.rows("turns/by_ids", ids=json_of(sorted(set(turn_ids))))
    turns = {turn.id: turn for turn in intact(reading, rows)}
    return Seen(turns=turns, masks=read_masks(reading, turns.values()))


def _with_lines(reading: Reading, hit: RecallHit, request: RecallRequest) -> RecallHit:
    rows = reading.rows("recall/beside", turn_id=hit.turn_id, turns_max=request.neighbours)
    turns = tuple(intact(reading, rows))
    return with_lines(hit, turns, request.neighbours, read_masks(reading, turns))
