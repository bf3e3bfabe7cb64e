"""What of ranked documents is shown: hits with a quote, lines beside them and reasons.

Input: documents ranked, their turns, and what is forgotten. Output: hits, best first. Invariants:
no text is shown but as it is masked, and no word that is masked makes a hit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from sayso.core.limits import RECALL_LINE_MAX_CHARS
from sayso.core.project.masks import MASK, masked_text
from sayso.core.recall.asking import Line, Part, RecallHit
from sayso.core.recall.found import doc_of, place_of, role_of
from sayso.core.recall.quoting import passage
from sayso.core.recall.ranking import LIFTS, PHRASE, Ranked, in_order, reasons_of
from sayso.core.recall.words import QUESTION, document, ordered
from sayso.core.states import Role
from sayso.core.text import clip, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sayso.core.project.masks import Masks
    from sayso.core.recall.found import Found, Match
    from sayso.core.recall.weighing import Sought
    from sayso.core.turns import Turn

_THEN: Final = 1_000.0  # what it is worth to be of the time that is asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Turns as they may be shown: those that were read, by number, and what of them is hidden."""

    turns: Mapping[int, Turn]
    masks: Masks

    def text(self, doc_id: int) -> str:
        """Give what may be seen of a document."""
        turn = self.turns[doc_id >> 1]
        return masked_text(turn, role_of(doc_id), self.masks, hides_copies=True)


def visible(found: Found, sought: Sought, seen: Seen) -> Found:
    """Take the words away that stand in masked places alone, of the turns that were read."""
    words = {one.word_id: term.word for term in sought.terms for one in term.known}
    shown: dict[int, frozenset[str]] = {}

    def is_seen(match: Match) -> bool:
        turn = seen.turns.get(match.doc_id >> 1)
        if turn is None:
            return True
        if match.doc_id not in shown:
            posted = document(seen.text(match.doc_id)).words
            shown[match.doc_id] = frozenset(word for word, _ in posted)
        word = words[match.word_id]
        return any(
            one.startswith(word) if len(word) == 1 else one == word for one in shown[match.doc_id]
        )

    return replace(found, matches=tuple(match for match in found.matches if is_seen(match)))


def with_phrases(ranked: Iterable[Ranked], query: str, seen: Seen) -> tuple[Ranked, ...]:
    """Add what words of the question are worth that follow one another in a text as they do there.

    A text that is the very question, word for word, answers nothing and is left out, as is one of
    which nothing may be seen.
    """
    asked = ordered(query)
    pairs = set(pairwise(asked))
    raised = []
    for one in ranked:
        text = seen.text(one.doc_id)
        said = ordered(text)
        if not _shows(text):
            continue
        if said == asked and (QUESTION, 1) in document(text).words:
            continue
        shared = len(pairs.intersection(pairwise(said)))
        raised.append(_raised(one, shared) if shared and one.words else one)
    return in_order(raised)


def _raised(one: Ranked, shared: int) -> Ranked:
    parts = one.parts
    lifts = sum(parts.get(lift, 0.0) for lift in LIFTS)
    own = parts[Part.WORDS] + parts.get(Part.COVERAGE, 0.0)
    lifted = one.score / (one.score - lifts)
    return replace(one, parts={**parts, Part.PHRASE: PHRASE * shared * own * lifted})


def by_time(turn_ids: Iterable[int], meant: Role | None, seen: Seen) -> tuple[Ranked, ...]:
    """Give the turns of a time as they stand: the side that is meant, else the user's.

    One of which nothing may be seen is left out.
    """
    role = meant or Role.USER
    ranked = []
    for turn_id in turn_ids:
        number = doc_of(turn_id, role)
        if turn_id in seen.turns and _shows(seen.text(number)):
            place = place_of(seen.turns[turn_id])
            ranked.append(
                Ranked(doc_id=number, place=place, parts={Part.TIME: _THEN}, words=(), share=0.0)
            )
    return tuple(ranked)


def _shows(text: str) -> bool:
    """Tell whether something may be seen of a text."""
    return any(map(str.isalnum, text.replace(MASK, "")))


def hit_of(one: Ranked, sought: Sought, seen: Seen) -> RecallHit:
    """Give what is shown of a document, without the lines beside it."""
    turn = seen.turns[one.doc_id >> 1]
    weights = {term.word: term.weight for term in sought.terms}
    return RecallHit(
        turn_id=turn.id,
        thread_id=turn.thread_id,
        session=turn.session,
        sequence=turn.sequence,
        role=one.role,
        at_us=turn.said_at_us,
        quote=passage(seen.text(one.doc_id), weights),
        before=(),
        after=(),
        reasons=reasons_of(one, sought),
    )


def with_lines(hit: RecallHit, turns: Iterable[Turn], lines: int, masks: Masks) -> RecallHit:
    """Give a hit with so many lines before and after it, out of the turns around it in order."""
    seen = Seen(turns={turn.id: turn for turn in turns}, masks=masks)
    docs = [
        doc_of(turn.id, role)
        for turn in seen.turns.values()
        for role in (Role.USER, Role.ASSISTANT)
        if turn.text_of(role)
    ]
    at = docs.index(doc_of(hit.turn_id, hit.role))
    return replace(
        hit,
        before=tuple(_line(doc_id, seen) for doc_id in docs[max(0, at - lines) : at]),
        after=tuple(_line(doc_id, seen) for doc_id in docs[at + 1 : at + 1 + lines]),
    )


def _line(doc_id: int, seen: Seen) -> Line:
    text = clip(one_line(seen.text(doc_id)), RECALL_LINE_MAX_CHARS)
    return Line(turn_id=doc_id >> 1, role=role_of(doc_id), text=text)
