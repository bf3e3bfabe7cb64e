"""Whether quoted words are an explicit enough preference or decision: the gate's own judgement.

Input: the user's own sentences and the span of a quote in them. Output: None when the speech act
suffices, else what is missing or stands against it. The judgement is always on the whole clauses
that hold the quote, with what governs them and what follows in the sentence, so that a cut quote
cannot hide a negation, a doubt or a question. It is laxer on markers than the embedded model's
rules, because the proposal itself is a second opinion, and equally strict on vetoes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.items import Kind
from sayso.core.speech import vetoes
from sayso.core.speech.marks import marks_of
from sayso.core.speech.regions import overlaps
from sayso.core.speech.statements import statements
from sayso.core.speech.vetoes import Veto
from sayso.core.speech.withdrawals import takes_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.speech.clauses import Clause, Sentence
    from sayso.core.speech.marks import Marks
    from sayso.core.speech.statements import Statement

_DECIDING: Final = frozenset(
    {"plan", "uniform", "must", "effective", "reversal", "will_be", "duty"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Insufficient:
    """Why quoted words do not suffice: a veto that stands against them, or None: no act at all."""

    veto: Veto | None


def insufficiency(
    kind: Kind, spoken: Sequence[Sentence], span: tuple[int, int]
) -> Insufficient | None:
    """Judge a quote's span for a preference or decision; None means that it suffices."""
    touched = [
        statement
        for statement in statements(spoken)
        if overlaps((span,), statement.clauses[0].start, statement.clauses[-1].end)
    ]
    if not touched:
        return Insufficient(veto=None)
    for statement in touched:
        veto = _veto(kind, statement, span)
        if veto is not None:
            return Insufficient(veto=veto)
    if any(_acts(kind, statement.marks) for statement in touched):
        return None
    return Insufficient(veto=None)


def whole_clauses(spoken: Sequence[Sentence], span: tuple[int, int], text: str) -> str:
    """Give the text of the whole sentences that hold a span."""
    held = [sentence for sentence in spoken if overlaps((span,), sentence.start, sentence.end)]
    return text[held[0].start : held[-1].end] if held else ""


def _acts(kind: Kind, marks: Sequence[Marks]) -> bool:
    """Tell whether clauses carry a marker of this kind, alone or together."""
    return _decides(marks) if kind is Kind.DECISION else _prefers(marks)


def _decides(marks: Sequence[Marks]) -> bool:
    groups = frozenset[str]().union(*(mark.leanings for mark in marks))
    settled = any(mark.settled or mark.constraint for mark in marks)
    if settled or any(mark.task for mark in marks):
        return settled
    acted = _is_backed(marks) or _is_sealed(marks)
    acted = acted or any(mark.onward and mark.chosen and not mark.addressed for mark in marks)
    return acted or bool(groups & _DECIDING) or len(groups) > 1


def _is_sealed(marks: Sequence[Marks]) -> bool:
    """Tell whether one clause says that a choice is closed, beside another that may tell it."""
    return any(mark.sealed for mark in marks) and (
        len(marks) > 1 or any(mark.sealed and mark.chosen for mark in marks)
    )


def _is_backed(marks: Sequence[Marks]) -> bool:
    """Tell whether one clause says what is chosen and another that it stands."""
    return any(
        ((mark.chosen or mark.leanings) and other.backed)
        or ((mark.chosen or mark.leanings or mark.stated) and other.committed)
        for at, mark in enumerate(marks)
        for to, other in enumerate(marks)
        if at != to
    )


def _prefers(marks: Sequence[Marks]) -> bool:
    if any(_prefers_alone(mark) for mark in marks):
        return True
    product = any(mark.product for mark in marks)
    told = any(mark.told for mark in marks)
    asked = told or any(mark.want or mark.memorise for mark in marks)
    habit = any(mark.habit for mark in marks)
    if any(mark.tail for mark in marks):
        return True
    if any(mark.regular or mark.given for mark in marks):
        return product or asked or habit
    noted = any(mark.memorise for mark in marks)
    ordered = told and not any(mark.task for mark in marks)
    general = any(mark.told and mark.quantified and mark.addressed for mark in marks)
    uniform = any("uniform" in mark.leanings for mark in marks)
    return product or general or ordered or (habit and (noted or told or uniform))


def _prefers_alone(mark: Marks) -> bool:
    lasting = mark.prefer or mark.codeword or mark.onward or mark.always or mark.announced
    return lasting or (mark.banned and mark.told) or (mark.want and mark.quantified)


def _veto(kind: Kind, statement: Statement, span: tuple[int, int]) -> Veto | None:
    """Find what stands against the quoted clauses of a statement."""
    if any(vetoes.asks(sentence, sentence.clauses) for sentence in statement.sentences):
        return Veto.QUESTION
    if takes_back(statement.sentences):
        return Veto.NEGATED
    clauses = statement.clauses
    quoted = [
        at for at, clause in enumerate(clauses) if overlaps((span,), clause.start, clause.end)
    ]
    first, last = quoted[0], quoted[-1]
    lead = vetoes.governing(clauses, first)
    ahead = (*lead, *clauses[first : last + 1])
    if vetoes.supposes(ahead):
        return Veto.HYPOTHETICAL
    reported = vetoes.reports(ahead) or vetoes.attributes(clauses[last + 1 :])
    if reported or vetoes.words_for_others(ahead):
        return Veto.REPORTED
    marks = statement.marks[first : last + 1]
    # A choice that is called settled and was acted on has left the doubts ahead of it behind.
    sealed = any(mark.settled or mark.constraint for mark in marks) and any(
        mark.committed for mark in marks
    )
    if vetoes.wavers(clauses[first:]) or (not sealed and vetoes.wavers(lead)):
        return Veto.UNDECIDED
    heard = (*lead, *clauses[first:])
    if kind is Kind.PREFERENCE and not _lasts(marks) and vetoes.ends_soon(heard):
        return Veto.TEMPORARY
    if not _lasts(statement.marks) and not _is_settled(marks) and vetoes.informs(clauses):
        return Veto.CODE_FACT
    return _veto_of(heard, statement.marks, marks)


def _lasts(marks: Sequence[Marks]) -> bool:
    return any(mark.onward or mark.tail or mark.always for mark in marks)


def _is_settled(marks: Sequence[Marks]) -> bool:
    return any(mark.settled or mark.constraint for mark in marks)


def _veto_of(
    heard: Sequence[Clause], whole: Sequence[Marks], quoted: Sequence[Marks]
) -> Veto | None:
    lasting = any(mark.onward or mark.tail for mark in whole)
    told = any(mark.told or mark.want or mark.prefer for mark in quoted)
    addressed = any(mark.addressed for mark in quoted)
    ordered = (told and addressed) or any(mark.settled or mark.constraint for mark in quoted)
    passing = vetoes.passes_for_good(heard) or (not lasting and vetoes.passes(heard))
    telling = not told and vetoes.complains(heard)
    checks = (
        (Veto.NEGATED, vetoes.denies(heard)),
        (Veto.TEMPORARY, passing),
        (Veto.NARRATIVE, telling or (not addressed and vetoes.vents(heard))),
        (Veto.CODE_FACT, not ordered and vetoes.states_fact(heard)),
    )
    return next((veto for veto, holds in checks if holds), None)


def is_plain_fact(spoken: Sequence[Sentence], span: tuple[int, int]) -> bool:
    """Tell whether a quote only states how an artifact is at present, without discussing it."""
    touched = [sentence for sentence in spoken if overlaps((span,), sentence.start, sentence.end)]
    return bool(touched) and all(_is_plain_fact(sentence) for sentence in touched)


def _is_plain_fact(sentence: Sentence) -> bool:
    clauses = sentence.clauses
    if vetoes.asks(sentence, clauses) or vetoes.wavers(clauses) or vetoes.supposes(clauses):
        return False
    if any(marks_of(clause.plain).settled for clause in clauses):
        return False
    return vetoes.states_fact(clauses)
