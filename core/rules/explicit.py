"""Which statements of a message are a lasting preference or a decision, for the embedded model.

Input: a statement with the marks of its clauses. Output: findings, each a kind and the closed
range of clauses that say it. Precision comes first: a single marker is never enough where its
everyday use is something else, and every veto applies.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.items import Kind
from sayso.core.speech import lexicon as lx
from sayso.core.speech import lexicon_choice as lc
from sayso.core.speech import vetoes
from sayso.core.speech.marks import has_han, opening
from sayso.core.speech.replies import is_agreement
from sayso.core.speech.statements import is_bare, points_back
from sayso.core.speech.withdrawals import withdrawing_span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sayso.core.speech.marks import Marks
    from sayso.core.speech.statements import Statement

_QUOTED_MAX_CLAUSES: Final = 8
_SCOPED: Final = re.compile(r"(?:in|for|on|at|with|to|by|across|throughout|and|or|not)(?![a-z])")
_NEAR_CHARS: Final = 40
_MEANT_CHARS: Final = 200
_REACH: Final = 3.2
_LATIN: Final = re.compile("[a-z]{3}")
_SPARE_CHARS: Final = 40
_SPARE_HAN_CHARS: Final = 25
_PLANS: Final = frozenset({"plan", "uniform", "must", "contrary", "will_be", "reversal"})
_ASSERTS: Final = re.compile(
    r"(?:so |now |and |then )?(?:it's|it is|we |the |use |make it |现在|就|用|改)"
)
_OWN_PROMISE: Final = re.compile(r"(?:i'll|i will|i'm going to|i am|i'm|we'll|we will|we)(?![a-z])")
_OWN_PROMISE_ZH: Final = re.compile(
    r"^\S{0,4}(?:以后|今后|往后|从今|之后)(?:的|就|也|还|再|都)?(?:我(?!要|希望|的|写|说|问|发"
    r"|让|没|不)|我们|咱们|会|可能|有机会|再|常|多联系|见|就知道|就懂|才|想)"
)
_TASK_TAIL: Final = re.compile(
    r"(?:next(?=[,: ])|now can|now please|then (?:please )?(?:help|can|could|write|look|check)"
    r"|after that|start with|can you|could you|please (?:write|look|check|fix|help)"
    r"|(?:然后|接下来|接着|顺便|现在|先|你接下来|下一步|麻烦)(?:再)?(?:请|你)?(?:帮|给我|把|看"
    r"|查|写))"
)
_WANTED: Final = re.compile(r"i (?:always|never|only) (?:want|need|expect)")
# A product without any finite verb is an order in short: "larger type in every list you make".
_NOMINAL: Final = re.compile(
    r"(?<![a-z])(?:is|are|was|were|has|have|had|looks?|works?|helps?|seems?|makes?|made|[a-z]+ed"
    r"|thanks?|love|like|enjoy|appreciate|can|could|will|would|if|what|how|why|reply"
    r"|read)(?![a-z])|[\u4e00-\u9fff]|'(?:s|re|ve)"
)
_ONWARD_STRONG: Final = re.compile(
    r"from (?:now|here|today|tomorrow)|going forward|moving forward|henceforth"
)
_SUBJECT: Final = re.compile(
    r"^(?:we|i|he|she|they|it|there|the \w+|my \w+|our \w+|this|that)(?:'|[ ])|(?<![a-z])(?:is"
    r"|are|was|were|will|would|can|could|has|have|had|might|may)(?![a-z])"
)
_WHENEVER: Final = re.compile(r"whenever|(?:each|every|any) ?time")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A kind and the closed range of clauses of one statement that say it."""

    kind: Kind
    first: int
    last: int


def findings(statement: Statement) -> tuple[Finding, ...]:
    """Find what a statement asks to remember: nothing, one thing, or one of each kind."""
    if any(withdrawing_span(sentence) for sentence in statement.sentences):
        return ()
    plains = tuple(clause.plain for clause in statement.clauses)
    decided = _decided(statement.marks, plains)
    preferred = _preferred(statement)
    found = []
    if decided and preferred and _is_impersonal(statement, preferred):
        preferred = []
    if decided and preferred:
        found = _parted(statement, decided, preferred)
    elif decided:
        found = [_ranged(statement, Kind.DECISION, decided)]
    elif preferred:
        found = [_ranged(statement, Kind.PREFERENCE, preferred)]
    return tuple(
        finding
        for finding in found
        if not _vetoed(statement, finding) and not _is_empty(statement, finding)
    )


def _is_empty(statement: Statement, finding: Finding) -> bool:
    """Tell whether nothing but markers would be quoted."""
    quoted = statement.clauses[finding.first : finding.last + 1]
    return all(is_bare(clause.plain) or is_agreement(clause.plain) for clause in quoted)


def _decided(marks: Sequence[Marks], plains: Sequence[str]) -> list[int]:
    """Give the clauses that carry a decision, when together they make one."""
    strong = [at for at, mark in enumerate(marks) if mark.settled or mark.constraint]
    if strong:
        return strong
    groups = frozenset().union(*(mark.leanings for mark in marks))
    if len(groups) >= 2 and len(groups & _PLANS) >= 1:
        return [at for at, mark in enumerate(marks) if mark.leanings]
    if "reversal" in groups and any(_ASSERTS.match(plain) for plain in plains):
        return [at for at, mark in enumerate(marks) if mark.leanings]
    for at, mark in enumerate(marks):
        if "must" in mark.leanings and mark.bound and not mark.addressed:
            return [at]
    if "uniform" in groups and not any(mark.product or mark.for_me for mark in marks):
        return [at for at, mark in enumerate(marks) if mark.leanings]
    return []


def _preferred(statement: Statement) -> list[int]:
    """Give the clauses that carry a preference, when together they make one."""
    marks, clauses = statement.marks, statement.clauses
    lasting = [
        at
        for at, mark in enumerate(marks)
        if (mark.onward or mark.tail or mark.regular)
        and not lx.OWN_PROMISE.match(opening(clauses[at].plain))
    ]
    found: set[int] = set()
    product = [at for at, mark in enumerate(marks) if mark.product]
    for at, mark in enumerate(marks):
        plain = clauses[at].plain
        if lx.OWN_PROMISE.match(opening(plain)) and not mark.prefer:
            continue
        if _stands_alone(plain, mark):
            found.add(at)
        if mark.given and mark.for_me and (mark.told or _WHENEVER.search(plain)):
            found.add(at)
        if mark.want and (product or lasting or lx.GIVEN.match(opening(plain))):
            found.update((at, *product))
        if product and (mark.told or "will_be" in mark.leanings):
            found.update((at, *product))
        asked = [to for to, other in enumerate(marks) if other.told and other.for_me]
        if mark.habit and asked:
            found.update((at, *asked))
        follows = at + 1 < len(marks) and marks[at + 1].told
        if follows and lx.STANDING_CASE.match(opening(plain)):
            found.update((at, at + 1))
        if mark.habit and lasting and has_han(plain):
            found.update((at, *lasting))
        if mark.product and _NOMINAL.search(plain) is None:
            found.add(at)
        if mark.announced and any(other.told for other in marks[at + 1 :]):
            found.update(range(at, len(marks)))
        if mark.onward and _ONWARD_STRONG.search(plain) and not _has_subject(plain):
            found.add(at)
        if mark.memorise and any(other.told or other.habit or other.want for other in marks):
            found.update(range(at, len(marks)))
    if lasting and (told := [at for at, mark in enumerate(marks) if mark.told or mark.product]):
        found.update(lasting)
        found.update(told)
    for at in lasting:
        if at > 0 and marks[at].tail and marks[at].onward and is_bare(clauses[at].plain):
            found.update((at - 1, at))
    onward = [at for at in lasting if marks[at].onward]
    found.update(at for at in onward if _lasts_in_han(clauses[at].plain))
    if found and any(mark.want for mark in marks):
        found.update(at for at, mark in enumerate(marks) if mark.want)
    return sorted(found)


def _stands_alone(plain: str, mark: Marks) -> bool:
    """Tell whether one clause is a preference without any help."""
    if mark.announced and mark.addressed:
        return True
    wanted = mark.want and _WANTED.search(plain) is not None
    return mark.prefer or mark.codeword or (mark.always and mark.told) or wanted


def _has_subject(plain: str) -> bool:
    """Tell whether a clause speaks of we, I or a third party, not to the assistant."""
    return has_han(plain) or _SUBJECT.search(opening(plain)) is not None


def _lasts_in_han(plain: str) -> bool:
    """In Chinese a directive needs no sign beyond "from now on", as the subject is left out."""
    return has_han(plain) and _OWN_PROMISE_ZH.search(plain) is None and not is_bare(plain)


def _parted(statement: Statement, decided: list[int], preferred: list[int]) -> list[Finding]:
    """Decide between the kinds, or part a statement that says one of each."""
    marks = statement.marks
    strong = [at for at in decided if marks[at].settled or marks[at].constraint]
    apart = [
        at
        for at in preferred
        if at not in decided and marks[at].onward and (marks[at].addressed or marks[at].product)
    ]
    if strong and apart and min(apart) > max(strong):
        before = [at for at in decided if at < min(apart)]
        return [
            _ranged(statement, Kind.DECISION, before, until=min(apart) - 1),
            _ranged(statement, Kind.PREFERENCE, [at for at in preferred if at >= min(apart)]),
        ]
    if strong and not any(mark.prefer or mark.product for mark in marks):
        return [_ranged(statement, Kind.DECISION, decided)]
    if strong and not _addresses(statement):
        return [_ranged(statement, Kind.DECISION, decided)]
    return [_ranged(statement, Kind.PREFERENCE, preferred)]


def _is_impersonal(statement: Statement, preferred: list[int]) -> bool:
    """Tell whether nothing but "from now on" speaks for a preference: nobody is told anything."""
    if any(_stands_alone(statement.clauses[at].plain, statement.marks[at]) for at in preferred):
        return False
    return not any(
        mark.told or mark.addressed or mark.product or mark.want for mark in statement.marks
    )


def _addresses(statement: Statement) -> bool:
    return any(lx.ADDRESSED.search(clause.plain) for clause in statement.clauses)


def _ranged(
    statement: Statement, kind: Kind, carrying: list[int], until: int | None = None
) -> Finding:
    """Widen the carrying clauses to the whole statement they make."""
    clauses = statement.clauses
    first = min(carrying)
    ending = clauses[-1].plain
    closed = kind is Kind.PREFERENCE and (is_bare(ending) or points_back(ending))
    while first > 0 and (
        _leans_back(statement, first) or (closed and _is_near(statement, first - 1))
    ):
        first -= 1
    last = len(clauses) - 1 if until is None else until
    last = min(last, first + _QUOTED_MAX_CLAUSES)
    for at in range(max(carrying) + 1, last + 1):
        if _TASK_TAIL.match(opening(clauses[at].plain)) or _TASK_TAIL.match(clauses[at].plain):
            last = at - 1
            break
    return Finding(kind=kind, first=first, last=_within_reach(statement, (first, last), carrying))


def _within_reach(statement: Statement, span: tuple[int, int], carrying: list[int]) -> int:
    """Drop trailing clauses that would make the quote much longer than what it proves."""
    clauses, (first, last) = statement.clauses, span
    strong = [
        at for at in carrying if statement.marks[at].settled or statement.marks[at].constraint
    ]
    core = max(strong or carrying)
    if is_bare(clauses[core].plain) or clauses[core].plain.endswith(":"):
        core += 1
    core = min(core, last)
    proven = clauses[core].end - clauses[first].start
    spare = _SPARE_CHARS if _LATIN.search(clauses[last].plain) else _SPARE_HAN_CHARS
    limit = max(_REACH * proven, proven + spare)
    while last > core and clauses[last].end - clauses[first].start > limit:
        last -= 1
    return last


def _is_near(statement: Statement, at: int) -> bool:
    """Tell whether a clause is close enough to a closing "every time" to be meant by it."""
    clauses = statement.clauses
    if clauses[at].start >= statement.sentences[-1].start:
        return clauses[-1].end - clauses[at].start <= _NEAR_CHARS
    # A sentence of its own ("stick to that, always") means the whole sentence before it.
    same = clauses[at].start >= statement.sentences[-2].start
    return same and clauses[-1].end - clauses[at].start <= _MEANT_CHARS


def _leans_back(statement: Statement, at: int) -> bool:
    """Tell whether a clause needs the one before it to be understood."""
    plain = statement.clauses[at].plain
    if lc.CONTRAST.match(plain):
        return False
    before = statement.marks[at - 1]
    if is_bare(plain) or points_back(plain) or _SCOPED.match(plain):
        return True
    if statement.marks[at].tail or statement.clauses[-1].end - statement.clauses[at].start < 10:
        return True
    return before.told or before.given or before.want or bool(before.leanings)


def _vetoed(statement: Statement, finding: Finding) -> bool:
    clauses = statement.clauses[finding.first : finding.last + 1]
    marks = statement.marks[finding.first : finding.last + 1]
    lead = vetoes.governing(statement.clauses, finding.first)
    said = (*lead, *clauses)
    # Words of others, and a supposed case, govern what comes after them.
    ahead = (*lead, *clauses[: _carrying(marks) + 1])
    lasting = any(mark.onward or mark.tail for mark in marks)
    if any(vetoes.asks(sentence, sentence.clauses) for sentence in statement.sentences):
        return True
    checks: tuple[Callable[[], bool], ...] = (
        lambda: vetoes.denies(said) or vetoes.wavers(said),
        lambda: vetoes.supposes(ahead) or vetoes.reports(ahead),
        lambda: vetoes.vents(statement.clauses) and not any(mark.addressed for mark in marks),
        lambda: (not lasting and vetoes.passes(said)) or vetoes.passes_for_good(said),
        lambda: vetoes.attributes(clauses[_carrying(marks) + 1 :]),
        lambda: vetoes.states_fact(clauses) and not _is_ordered(marks),
        lambda: vetoes.complains(clauses) and not any(mark.told for mark in marks),
    )
    return any(check() for check in checks)


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
