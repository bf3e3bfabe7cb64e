"""Where a user takes back what they said before: "forget what I said about tabs", 那条不算了.

Input: a turn. Output: the withdrawing clauses as exact slices of its user text. A withdrawal that
puts a new choice in place of the old one is a reversal, hence a decision, and is not reported. A
question, a supposed case and words of others withdraw nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core.speech import lexicon as lx
from sayso.core.speech import lexicon_choice as lc
from sayso.core.speech import lexicon_commitment as lm
from sayso.core.speech import lexicon_veto as lv
from sayso.core.speech import lexicon_withdrawal as lw
from sayso.core.speech.spoken import own_sentences
from sayso.core.speech.statements import is_bare
from sayso.core.speech.vetoes import asks, reports, supposes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.speech.clauses import Clause, Sentence
    from sayso.core.turns import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawal:
    """user_text[start:end] of a turn, which takes something back.

    `anaphoric`: it points at what was just said, rather than naming what it means.
    """

    turn_id: int
    start: int
    end: int
    quote: str
    anaphoric: bool


def find_withdrawals(turn: Turn) -> tuple[Withdrawal, ...]:
    """Find where a turn's user takes back earlier words, in order."""
    spoken = own_sentences(turn.user_text)
    found: list[Withdrawal] = []
    for at, sentence in enumerate(spoken):
        span = withdrawing_span(sentence, spoken[at + 1 : at + 2])
        if span is None:
            continue
        start, end = sentence.clauses[span[0]].start, sentence.clauses[span[1]].end
        quote = turn.user_text[start:end]
        named = any(_names_it(sentence, near) for near in range(span[0], span[1]))
        anaphoric = not named and lw.JUST_SAID.search(sentence.plain) is not None
        found.append(
            Withdrawal(turn_id=turn.id, start=start, end=end, quote=quote, anaphoric=anaphoric)
        )
    return tuple(found)


def withdrawing_span(
    sentence: Sentence, following: Sequence[Sentence] = ()
) -> tuple[int, int] | None:
    """Give the first and last clause of a sentence that take something back, or None."""
    taking = [at for at, clause in enumerate(sentence.clauses) if _takes_back(sentence, clause)]
    if not taking or asks(sentence, sentence.clauses):
        return None
    if supposes(sentence.clauses) or reports(sentence.clauses):
        return None
    first = taking[0]
    if first > 0 and lw.SAID_BEFORE.search(sentence.clauses[first].plain) is None:
        first -= 1
    if _names_it(sentence, taking[-1]):
        return first, len(sentence.clauses) - 1
    span = (first, taking[-1])
    return None if _replaces(sentence, span, following) else span


def _names_it(sentence: Sentence, at: int) -> bool:
    """Tell whether what follows a withdrawal repeats what it means: 那条不算了：时间一律用 UTC."""
    after = sentence.clauses[at + 1 :]
    announced = lw.THAT_ONE_OFF.search(sentence.clauses[at].plain) is not None
    return announced and bool(after) and not any(lw.IN_PLACE.search(one.plain) for one in after)


def takes_back(sentences: Sequence[Sentence]) -> bool:
    """Tell whether any of some sentences takes something back without a new choice."""
    return any(
        withdrawing_span(sentence, sentences[at + 1 : at + 2]) is not None
        for at, sentence in enumerate(sentences)
    )


def _takes_back(sentence: Sentence, clause: Clause) -> bool:
    if lw.STILL_HOLDS.search(clause.plain):
        return False
    return (
        lw.TAKE_BACK.search(clause.plain) is not None
        and lw.SAID_BEFORE.search(sentence.plain) is not None
    )


def _replaces(sentence: Sentence, span: tuple[int, int], following: Sequence[Sentence]) -> bool:
    """Tell whether a new choice follows in the same breath."""
    rest = [*sentence.clauses[: span[0]], *sentence.clauses[span[1] + 1 :]]
    for after in following:
        rest.extend(after.clauses)
    return any(_chooses(clause) for clause in rest)


def _chooses(clause: Clause) -> bool:
    tables = (lc.SETTLED, lc.CONSTRAINT, lc.PLAN, lc.UNIFORM, lc.WILL_BE, lx.ONWARD, lm.CHOSEN)
    if is_bare(clause.plain) or lw.NO_MORE.search(clause.plain):
        return False  # 不用了 only repeats that it is off
    if lw.TAKE_BACK.search(clause.plain) or lv.NEGATED.search(clause.plain):
        return False
    return any(table.search(clause.plain) for table in tables)
