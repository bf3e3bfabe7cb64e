"""Which statements of a message are a lasting preference or a decision, for the embedded model.

Input: a statement with the marks of its clauses. Output: findings, each a kind and the closed
range of clauses that say it. Precision comes first: a single marker is never enough where its
everyday use is something else, and every veto applies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core.items import Kind
from sayso.core.rules.carriers import preferred, stands_alone
from sayso.core.rules.deciding import decided
from sayso.core.rules.quoted import quoted_range
from sayso.core.speech import vetoes
from sayso.core.speech.recanting import recants
from sayso.core.speech.replies import is_agreement
from sayso.core.speech.statements import is_bare, points_back
from sayso.core.speech.withdrawals import takes_back

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sayso.core.speech.marks import Marks
    from sayso.core.speech.statements import Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A kind and the closed range of clauses of one statement that say it."""

    kind: Kind
    first: int
    last: int


def findings(statement: Statement) -> tuple[Finding, ...]:
    """Find what a statement asks to remember: nothing, one thing, or one of each kind."""
    if takes_back(statement.sentences):
        return ()
    choice, wish = decided(statement), preferred(statement)
    if choice and wish and _is_impersonal(statement, wish):
        wish = []
    if choice and not wish and (manner := _manner(statement, choice)):
        choice, wish = [], manner
    readings = []
    if choice and wish:
        readings.append(_parted(statement, choice, wish))
    if choice:
        readings.append([_finding(statement, Kind.DECISION, choice)])
    elif wish:
        readings.append([_finding(statement, Kind.PREFERENCE, wish)])
    return next((kept for read in readings if (kept := _kept(statement, read))), ())


def _kept(statement: Statement, found: list[Finding]) -> tuple[Finding, ...]:
    return tuple(
        finding
        for finding in found
        if not _is_empty(statement, finding) and not _is_vetoed(statement, finding)
    )


def _finding(
    statement: Statement, kind: Kind, carrying: list[int], bounds: tuple[int, int] | None = None
) -> Finding:
    first, last = quoted_range(statement, carrying, bounds)
    return Finding(kind=kind, first=first, last=last)


def _is_empty(statement: Statement, finding: Finding) -> bool:
    """Tell whether nothing but markers would be quoted."""
    quoted = statement.clauses[finding.first : finding.last + 1]
    return all(is_bare(clause.plain) or is_agreement(clause.plain) for clause in quoted)


def _parted(statement: Statement, choice: list[int], wish: list[int]) -> list[Finding]:
    """Decide between the kinds, or part a statement that says one of each."""
    marks = statement.marks
    strong = [at for at in choice if marks[at].settled or marks[at].constraint]
    if not strong:
        limit = any("must" in mark.leanings for mark in marks)
        acted = any(marks[at].committed and not marks[at].tail for at in choice)
        personal = any(
            mark.addressed or mark.product or (mark.tail and not acted) for mark in marks
        )
        kind = Kind.DECISION if (limit or acted) and not personal else Kind.PREFERENCE
        return [_finding(statement, kind, choice if kind is Kind.DECISION else wish)]
    apart = [
        at
        for at in wish
        if at not in choice and marks[at].onward and (marks[at].addressed or marks[at].product)
    ]
    if apart and min(apart) > max(strong):
        parting = min(apart)
        before = [at for at in choice if at < parting]
        after = [at for at in wish if at >= parting]
        return [
            _finding(statement, Kind.DECISION, before, (0, parting - 1)),
            _finding(statement, Kind.PREFERENCE, after, (parting, len(marks) - 1)),
        ]
    personal = any(mark.prefer or mark.product or mark.for_me for mark in marks)
    if personal and any(mark.addressed for mark in marks):
        return [_finding(statement, Kind.PREFERENCE, wish)]
    return [_finding(statement, Kind.DECISION, choice)]


def _manner(statement: Statement, choice: list[int]) -> list[int]:
    """Give the clauses that tell the assistant how to treat the user, where the rest only insists.

    "Ask me before you install anything, that is not up for debate" limits no choice of a thing.
    """
    marks, clauses = statement.marks, statement.clauses
    insisting = all(marks[at].constraint and points_back(clauses[at].plain) for at in choice)
    told = [at for at in range(min(choice)) if marks[at].told and marks[at].addressed]
    return [*told, *choice] if insisting and told else []


def _is_impersonal(statement: Statement, wish: list[int]) -> bool:
    """Tell whether nothing but "from now on" speaks for a preference: nobody is told anything."""
    if any(stands_alone(statement.clauses[at].plain, statement.marks[at]) for at in wish):
        return False
    return not any(
        mark.tail or mark.told or mark.addressed or mark.product or mark.want
        for mark in statement.marks
    )


def _is_vetoed(statement: Statement, finding: Finding) -> bool:
    """Tell whether anything in or around the quoted clauses stands against them."""
    clauses = statement.clauses[finding.first : finding.last + 1]
    marks = statement.marks[finding.first : finding.last + 1]
    lead = vetoes.governing(statement.clauses, finding.first)
    said = (*lead, *clauses)
    # Words of others, and a supposed case, govern what comes after them.
    ahead = (*lead, *clauses[: _carrying(marks) + 1])
    lasting = any(mark.onward or mark.tail for mark in marks)
    regular = any(mark.regular for mark in marks)
    wish = finding.kind is Kind.PREFERENCE
    if any(vetoes.asks(sentence, sentence.clauses) for sentence in statement.sentences):
        return True
    checks: tuple[Callable[[], bool], ...] = (
        lambda: vetoes.denies(said) or vetoes.wavers(clauses if _is_sealed(marks) else said),
        lambda: vetoes.supposes(ahead) or vetoes.reports(ahead),
        lambda: vetoes.words_for_others(ahead),
        lambda: wish and not lasting and vetoes.ends_soon(clauses),
        lambda: (
            not lasting
            and not any(mark.settled or mark.constraint for mark in marks)
            and vetoes.informs(statement.clauses)
        ),
        lambda: (
            vetoes.vents(statement.clauses)
            and not _is_sealed(marks)
            and not any(mark.addressed for mark in marks)
        ),
        lambda: (not lasting and vetoes.passes(said)) or vetoes.passes_for_good(said),
        lambda: wish and not (lasting or regular) and vetoes.points_at_one(said),
        lambda: vetoes.attributes(clauses[_carrying(marks) + 1 :]),
        lambda: recants(statement.clauses[finding.first + _carrying(marks) + 1 :]),
        lambda: vetoes.states_fact(clauses) and not _is_ordered(marks),
        lambda: vetoes.complains(clauses) and not any(mark.told for mark in marks),
    )
    return any(check() for check in checks)


def _is_sealed(marks: Sequence[Marks]) -> bool:
    """Tell whether a choice is both called settled and acted on: doubts ahead are others."""
    return any(mark.settled or mark.constraint for mark in marks) and any(
        mark.committed for mark in marks
    )


def _is_ordered(marks: Sequence[Marks]) -> bool:
    """Tell whether anything but a bare uniform "all of it" speaks for an order."""
    return any(
        mark.settled
        or mark.constraint
        or mark.product
        or mark.prefer
        or mark.tail
        or (mark.told and (mark.always or mark.addressed))
        for mark in marks
    )


def _carrying(marks: Sequence[Marks]) -> int:
    """Give the first clause that carries the statement."""
    for at, mark in enumerate(marks):
        if mark.settled or mark.constraint or mark.told or mark.prefer or mark.onward:
            return at
        if mark.leanings or mark.product or mark.want:
            return at
    return len(marks) - 1
