"""Whether quoted words are an explicit enough preference or decision: the gate's own judgement.

Input: the user's own sentences and the span of a quote in them. Output: None when the speech act
suffices, else what is missing or stands against it. The judgement is always on the whole clauses
that hold the quote, with what governs them and what follows in the sentence, so that a cut quote
cannot hide a negation, a doubt or a question. It is laxer on markers than the embedded model's
rules, because the proposal itself is a second opinion, and equally strict on vetoes. Where markers
are weak or missing, the words of the whole statement are weighed (see `weighing`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.items import Kind
from sayso.core.speech import vetoes
from sayso.core.speech.marks import marks_of
from sayso.core.speech.recanting import recants
from sayso.core.speech.regions import overlaps
from sayso.core.speech.statements import statements
from sayso.core.speech.vetoes import Veto
from sayso.core.speech.weighing import weigh
from sayso.core.speech.withdrawals import takes_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.speech.clauses import Clause, Sentence
    from sayso.core.speech.marks import Marks
    from sayso.core.speech.statements import Statement

# What the words have to weigh, by how plain the act is.
_ACT_MIN: Final = -1.5
_WORDS_MIN: Final = 0.0
_TASK_MIN: Final = 1.5
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
    said = tuple(statements(spoken))
    held = [
        at
        for at, statement in enumerate(said)
        if overlaps((span,), statement.clauses[0].start, statement.clauses[-1].end)
    ]
    if not held:
        return Insufficient(veto=None)
    touched = [said[at] for at in held]
    after = [clause for one in said[held[-1] + 1 : held[-1] + 2] for clause in one.clauses[:1]]
    if recants(after):
        return Insufficient(veto=Veto.NEGATED)
    for statement in touched:
        veto = _veto(kind, statement, span)
        if veto is not None:
            return Insufficient(veto=veto)
    if any(_suffices(kind, statement, span) for statement in touched):
        return None
    return Insufficient(veto=None)


def _quoted(statement: Statement, span: tuple[int, int]) -> tuple[int, int]:
    """Give the positions of the first and last clause that a span touches."""
    at = [
        at
        for at, clause in enumerate(statement.clauses)
        if overlaps((span,), clause.start, clause.end)
    ]
    return at[0], at[-1]


def _heard_marks(statement: Statement, span: tuple[int, int]) -> Sequence[Marks]:
    """Give the marks that may speak for a quote: those of a clause before a contrast may not."""
    first, _ = _quoted(statement, span)
    lead = vetoes.governing(statement.clauses, first)
    return statement.marks[first - len(lead) :]


def whole_clauses(spoken: Sequence[Sentence], span: tuple[int, int], text: str) -> str:
    """Give the text of the whole sentences that hold a span."""
    held = [sentence for sentence in spoken if overlaps((span,), sentence.start, sentence.end)]
    return text[held[0].start : held[-1].end] if held else ""


def _suffices(kind: Kind, statement: Statement, span: tuple[int, int]) -> bool:
    """Weigh the words of a statement: the plainer the act, the less they have to say for it."""
    acts = _acts(kind, statement, span)
    if acts and _is_plain(statement):
        return True
    enough = _ACT_MIN if acts else _WORDS_MIN
    if not acts and any(mark.task for mark in statement.marks):
        enough = _TASK_MIN
    return weigh(statement.clauses) > enough


def _is_plain(statement: Statement) -> bool:
    """Tell whether a statement has a marker that hardly ever means anything else."""
    marks = statement.marks
    groups = frozenset[str]().union(*(mark.leanings for mark in marks))
    return len(groups) > 1 or "uniform" in groups or any(_is_strong(mark) for mark in marks)


def _is_strong(mark: Marks) -> bool:
    lasting = mark.onward or mark.tail or mark.always or mark.regular or mark.product
    named = mark.settled or mark.constraint or mark.bound or mark.announced or mark.codeword
    return lasting or named or mark.prefer or (mark.want and mark.quantified)


def _acts(kind: Kind, statement: Statement, span: tuple[int, int]) -> bool:
    """Tell whether clauses carry a marker of this kind, alone or together."""
    marks = _heard_marks(statement, span)
    task = any(mark.task for mark in statement.marks)
    return _decides(marks, task=task) if kind is Kind.DECISION else _prefers(marks, task=task)


def _decides(marks: Sequence[Marks], *, task: bool) -> bool:
    groups = frozenset[str]().union(*(mark.leanings for mark in marks))
    settled = any(mark.settled or mark.constraint for mark in marks)
    if settled or task:
        return settled
    acted = _is_backed(marks) or _is_sealed(marks)
    acted = acted or any(mark.committed and mark.chosen for mark in marks)
    acted = acted or ("conclude" in groups and any(mark.chosen for mark in marks))
    acted = acted or any(mark.onward and mark.chosen and not mark.addressed for mark in marks)
    return acted or bool(groups & _DECIDING) or len(groups) > 1


def _is_sealed(marks: Sequence[Marks]) -> bool:
    """Tell whether one clause says that a choice is closed, beside another that may tell it."""
    return any(mark.sealed for mark in marks) and (
        len(marks) > 1 or any(mark.sealed and mark.chosen for mark in marks)
    )


def _is_backed(marks: Sequence[Marks]) -> bool:
    """Tell whether one clause says what is chosen and another that it stands."""
    chosen = [bool(mark.chosen or mark.leanings) for mark in marks]
    told = [chose or bool(mark.stated) for chose, mark in zip(chosen, marks, strict=True)]
    return _stand_apart(chosen, [bool(mark.backed) for mark in marks]) or _stand_apart(
        told, [bool(mark.committed) for mark in marks]
    )


def _stand_apart(ones: list[bool], others: list[bool]) -> bool:
    """Tell whether two different clauses are the one and the other."""
    if not any(ones) or not any(others):
        return False
    alone = sum(ones) == sum(others) == 1
    return not alone or ones.index(True) != others.index(True)


def _prefers(marks: Sequence[Marks], *, task: bool) -> bool:
    if any(_prefers_alone(mark, task=task) for mark in marks):
        return True
    product = any(mark.product for mark in marks)
    told = any(mark.told for mark in marks)
    asked = told or any(mark.want or mark.memorise for mark in marks)
    habit = any(mark.habit and not mark.task for mark in marks)
    if any(mark.tail for mark in marks):
        return True
    if any(mark.regular or mark.given for mark in marks):
        return product or asked or habit
    if task:
        # What is said beside a piece of work describes that piece of work.
        return product or habit or any(mark.memorise for mark in marks)
    noted = any(mark.memorise for mark in marks)
    uniform = any("uniform" in mark.leanings for mark in marks)
    return product or told or (habit and (noted or uniform))


def _prefers_alone(mark: Marks, *, task: bool) -> bool:
    if mark.prefer or mark.codeword or mark.onward or mark.always or mark.announced:
        return True
    return not task and mark.want and mark.quantified


def _veto(kind: Kind, statement: Statement, span: tuple[int, int]) -> Veto | None:
    """Find what stands against the quoted clauses of a statement."""
    if any(vetoes.asks(sentence, sentence.clauses) for sentence in statement.sentences):
        return Veto.QUESTION
    clauses = statement.clauses
    first, last = _quoted(statement, span)
    if (
        takes_back(statement.sentences)
        or recants(clauses[last + 1 :])
        or vetoes.cuts_off_negation(statement.sentences, span[0])
    ):
        return Veto.NEGATED
    lead = vetoes.governing(clauses, first)
    ahead = (*lead, *clauses[first : last + 1])
    if vetoes.supposes(ahead):
        return Veto.HYPOTHETICAL
    reported = vetoes.reports(ahead) or vetoes.attributes(clauses[last + 1 :])
    marks = statement.marks[first : last + 1]
    if reported or vetoes.words_for_others(ahead):
        return Veto.REPORTED
    # A choice that is called settled and was acted on has left the doubts ahead of it behind.
    sealed = any(mark.settled or mark.constraint for mark in marks) and any(
        mark.committed for mark in marks
    )
    if vetoes.wavers(clauses[first:]) or (not sealed and vetoes.wavers(lead)):
        return Veto.UNDECIDED
    heard = (*lead, *clauses[first:])
    if not _lasts(marks) and _is_for_once(kind, statement, (first, last), heard):
        return Veto.TEMPORARY
    ordered = any(mark.told and mark.addressed for mark in marks)
    sure = ordered or _lasts(statement.marks) or _is_settled(marks)
    if not sure and vetoes.informs(clauses):
        return Veto.CODE_FACT
    passing = _passing(kind, statement, (first, last), heard)
    return _veto_of(heard, statement.marks, marks, passing=passing)


def _is_for_once(
    kind: Kind, statement: Statement, quoted: tuple[int, int], heard: Sequence[Clause]
) -> bool:
    """Tell whether clauses are about one day or one thing; a choice that stands may name a day."""
    first, last = quoted
    said, marks = statement.clauses[first : last + 1], statement.marks
    if kind is Kind.PREFERENCE:
        regular = any(mark.regular for mark in marks[first : last + 1])
        return vetoes.ends_soon(heard) or (not regular and vetoes.points_at_one(said))
    stands = any(mark.settled or mark.constraint or mark.committed or mark.sealed for mark in marks)
    return not stands and vetoes.ends_soon(said)


def _passing(
    kind: Kind, statement: Statement, quoted: tuple[int, int], heard: Sequence[Clause]
) -> Sequence[Clause]:
    """Give the clauses in which "for now" would bind a quote: of a choice, those that tell it."""
    if kind is Kind.PREFERENCE:
        return heard
    first, last = quoted
    said, marks = statement.clauses[first : last + 1], statement.marks[first : last + 1]
    told = any(mark.settled or mark.constraint or mark.leanings for mark in marks)
    ahead = vetoes.governing(statement.clauses, first)
    return (*ahead, *(clause for clause in said if not (told and vetoes.sets_aside(clause))))


def _lasts(marks: Sequence[Marks]) -> bool:
    return any(mark.onward or mark.tail or mark.always for mark in marks)


def _is_settled(marks: Sequence[Marks]) -> bool:
    return any(mark.settled or mark.constraint for mark in marks)


def _veto_of(
    heard: Sequence[Clause],
    whole: Sequence[Marks],
    quoted: Sequence[Marks],
    *,
    passing: Sequence[Clause],
) -> Veto | None:
    lasting = any(mark.onward or mark.tail for mark in whole)
    told = any(mark.told or mark.want or mark.prefer for mark in quoted)
    addressed = any(mark.addressed for mark in quoted)
    ordered = (told and addressed) or _is_settled(quoted)
    # Laughing beside a choice that is settled and acted on takes nothing back.
    sealed = any(mark.committed for mark in whole) and _is_settled(whole)
    venting = not (addressed or sealed) and vetoes.vents(heard)
    for_now = vetoes.passes_for_good(heard) or (not lasting and vetoes.passes(passing))
    telling = not told and vetoes.complains(heard)
    checks = (
        (Veto.NEGATED, vetoes.denies(heard)),
        (Veto.TEMPORARY, for_now),
        (Veto.NARRATIVE, telling or venting),
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
