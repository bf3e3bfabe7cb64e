"""Which documents answer a question best, from the words they and their neighbours hold.

Input: a question weighed, the documents that hold its words, and the places of their turns. Output:
documents with everything their score rests on, best first. The score of a document, in thousandths:

    own     sum over its words of weight * count * (k1 + 1) / (count + k1 * (1 - b + b * length /
            average)), times 0.7 + 0.3 * the share of the question's weight that it holds
    near    + 0.25 of the one before, 0.3 of the one after, 0.25 of those two away, 0.1 of those
            three away (own scores)
    answer  + 0.5 of the one before where that ends in a question: what follows answers it; all of
            it where the question means the assistant's side, for the words it replies to
    session + 0.25 of the best in its session
    asking    a fifth less for what ends in a question: it asks what another document answers
    speaker   twice all that for what somebody said whom the question names
    role      half as much again for the side that the question means: "what did you suggest"
    time      twice all that for what was said at the time the question names, or soon after

Documents follow one another as they were said in one session: the user's words, the assistant's,
the user's next. Invariant: the parts of a score add up to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from sayso.core.recall.asking import Part, Points, Reasons, Word
from sayso.core.recall.found import documents, role_of
from sayso.core.states import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sayso.core.recall.found import Found, Match, Place
    from sayso.core.recall.weighing import Sought, Term

K1: Final = 1.0
B: Final = 0.4
COVERAGE: Final = 0.3
BEFORE: Final = 0.25
AFTER: Final = 0.3
TWO_AWAY: Final = 0.25
THREE_AWAY: Final = 0.1
ANSWER: Final = 0.5
REPLY: Final = 1.0
SESSION: Final = 0.25
ASKING: Final = -0.2
SPEAKER: Final = 1.0
ROLE: Final = 0.5
TIME: Final = 1.0
PHRASE: Final = 0.1
LEAST: Final = 0.2  # of the best score
LEAST_WITHOUT_WORDS: Final = 0.45
LIFTS: Final = (Part.ASKING, Part.SPEAKER, Part.ROLE, Part.TIME)  # shares of what was there before

# The share of the weight that a document and those beside it must hold: so much of an average word,
# and never less than the other.
_SHARE_OF_WORD: Final = 0.6
_SHARE_MIN: Final = 0.15
_SHARE_MIN_OF_FEW: Final = 0.2  # where so little was said that a word shared may be chance
_WHOLE: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A document with its score in parts, each in thousandths, and the words it holds."""

    doc_id: int
    place: Place
    parts: Mapping[Part, float]
    words: tuple[Term, ...]
    share: float

    @property
    def score(self) -> float:
        """What the parts add up to."""
        return sum(self.parts.values())

    @property
    def role(self) -> Role:
        """Whose words these are."""
        return role_of(self.doc_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Own:
    """What a document holds: words, their share, what they are worth, and that by the share."""

    words: tuple[Term, ...] = ()
    share: float = 0.0
    plain: float = 0.0
    points: float = 0.0


_NOTHING: Final = _Own()
_NONE: Final = -1  # no document


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ground:
    """What the scores of all documents rest on."""

    sought: Sought
    found: Found
    own: Mapping[int, _Own]
    points: Mapping[int, float]
    places: Mapping[int, Place]
    before: Mapping[int, int]
    after: Mapping[int, int]
    best: Mapping[tuple[int, str], float]


def rank(sought: Sought, found: Found) -> tuple[Ranked, ...]:
    """Rank documents, best first and the newest first of equals; what fits too little is none."""
    ground = _ground(sought, found)
    if not _is_answered(ground):
        return ()
    ranked = (
        _ranked(doc_id, ground)
        for doc_id in documents(ground.places.values())
        if found.only is None or doc_id >> 1 in found.only
    )
    return _worth_showing(in_order(one for one in ranked if one is not None))


def _worth_showing(ranked: tuple[Ranked, ...]) -> tuple[Ranked, ...]:
    """Leave out what is far below the best, sooner where it holds none of the words itself."""
    best = ranked[0].score
    return tuple(
        one for one in ranked if one.score >= best * (LEAST if one.words else LEAST_WITHOUT_WORDS)
    )


def in_order(ranked: Iterable[Ranked]) -> tuple[Ranked, ...]:
    """Put documents in the order of their scores, the newest first of equals."""
    return tuple(sorted(ranked, key=lambda one: (-round(one.score), -one.doc_id)))


def reasons_of(one: Ranked, sought: Sought) -> Reasons:
    """Tell what the rank of a document rests on."""
    return Reasons(
        words=words_of(one.words, sought),
        share_percent=round(_WHOLE * one.share),
        parts=tuple(Points(part=part, points=round(points)) for part, points in one.parts.items()),
    )


def words_of(terms: Iterable[Term], sought: Sought) -> tuple[Word, ...]:
    """Tell of words in how many documents each stands, and its share of the question's weight."""
    return tuple(
        Word(
            word=term.word,
            documents=term.documents,
            share_percent=round(_WHOLE * term.weight / sought.weight),
        )
        for term in terms
    )


def _ground(sought: Sought, found: Found) -> _Ground:
    places = {place.turn_id: place for window in found.windows for place in window}
    own = _own(sought, found)
    before: dict[int, int] = {}
    for window in found.windows:
        before.update((later, earlier) for earlier, later in pairwise(documents(window)))
    best: dict[tuple[int, str], float] = {}
    for doc_id, one in own.items():
        place = places[doc_id >> 1]
        session = (place.thread_id, place.session)
        best[session] = max(best.get(session, 0.0), one.points)
    return _Ground(
        sought=sought,
        found=found,
        own=own,
        points={doc_id: one.points for doc_id, one in own.items()},
        places=places,
        before=before,
        after={earlier: later for later, earlier in before.items()},
        best=best,
    )


def _own(sought: Sought, found: Found) -> dict[int, _Own]:
    """Give what each document holds itself."""
    terms = {one.word_id: at for at, term in enumerate(sought.terms) for one in term.known}
    held: dict[int, dict[int, float]] = {}
    for match in found.matches:
        at = terms[match.word_id]
        worth = held.setdefault(match.doc_id, {})
        worth[at] = worth.get(at, 0.0) + _worth(sought.terms[at], match, found.average)
    return {doc_id: _own_of(worth, sought) for doc_id, worth in held.items()}


def _own_of(worth: Mapping[int, float], sought: Sought) -> _Own:
    words = tuple(sought.terms[at] for at in sorted(worth))
    share, plain = _share(words, sought.weight), sum(worth.values())
    points = plain * (1 - COVERAGE + COVERAGE * share)
    return _Own(words=words, share=share, plain=plain, points=points)


def _worth(term: Term, match: Match, average: float) -> float:
    norm = K1 * (1 - B + B * match.length / average)
    return term.weight * match.count * (K1 + 1) / (match.count + norm)


def _share(terms: Iterable[Term], whole: int) -> float:
    return sum([term.weight for term in terms if not term.is_extra]) / whole


def _is_answered(ground: _Ground) -> bool:
    """Tell whether anything holds enough of a question, with what stands beside it."""
    words = max(1, sum(not term.is_extra for term in ground.sought.terms))
    least = _SHARE_MIN_OF_FEW if ground.sought.is_of_few else _SHARE_MIN
    wanted = max(least, _SHARE_OF_WORD / words)
    return any(_share_beside(doc_id, ground) >= wanted for doc_id in ground.own)


def _share_beside(doc_id: int, ground: _Ground) -> float:
    near = (doc_id, ground.before.get(doc_id), ground.after.get(doc_id))
    owns = (ground.own.get(one, _NOTHING) for one in near if one is not None)
    words = {term.word: term for own in owns for term in own.words}
    return _share(words.values(), ground.sought.weight)


def _ranked(doc_id: int, ground: _Ground) -> Ranked | None:
    """Put the score of a document together, None where nothing speaks for it."""
    own, found = ground.own.get(doc_id, _NOTHING), ground.found
    near, answer = _beside(doc_id, ground)
    score = own.points + near + answer
    if not score:
        return None
    place = ground.places[doc_id >> 1]
    session = SESSION * ground.best[place.thread_id, place.session]
    score += session
    parts = {
        Part.WORDS: own.plain,
        Part.COVERAGE: own.points - own.plain,
        Part.NEIGHBOURS: near,
        Part.ANSWER: answer,
        Part.SESSION: session,
    }
    for part, share, is_due in (
        (Part.ASKING, ASKING, doc_id in found.questions),
        (Part.SPEAKER, SPEAKER, doc_id in found.spoken),
        (Part.ROLE, ROLE, role_of(doc_id) is found.meant),
        (Part.TIME, TIME, place.is_timely),
    ):
        if is_due:
            parts[part] = share * score
            score += parts[part]
    return Ranked(
        doc_id=doc_id,
        place=place,
        parts={part: points for part, points in parts.items() if points},
        words=own.words,
        share=own.share,
    )


def _beside(doc_id: int, ground: _Ground) -> tuple[float, float]:
    """Give what the documents before and after one add to it, and what it adds as an answer."""
    before, after, points = ground.before.get, ground.after.get, ground.points.get
    earlier, later = before(doc_id, _NONE), after(doc_id, _NONE)
    two_earlier, two_later = before(earlier, _NONE), after(later, _NONE)
    near = (
        BEFORE * points(earlier, 0.0)
        + AFTER * points(later, 0.0)
        + TWO_AWAY * (points(two_earlier, 0.0) + points(two_later, 0.0))
        + THREE_AWAY
        * (points(before(two_earlier, _NONE), 0.0) + points(after(two_later, _NONE), 0.0))
    )
    replies = role_of(doc_id) is ground.found.meant is Role.ASSISTANT
    weight = REPLY if replies else ANSWER if earlier in ground.found.questions else 0.0
    return near, weight * points(earlier, 0.0)
