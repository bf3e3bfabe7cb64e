"""How much of a statement is quoted: the clauses that carry it, and those they need.

Input: a statement and the positions of its carrying clauses. Output: a closed range of clauses. A
clause that only points back takes along what it points at; a task that follows is left out, and
so are trailing clauses that would make the quote much longer than what it proves.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sayso.core.speech import lexicon_veto as lv
from sayso.core.speech.marks import opening
from sayso.core.speech.statements import is_bare, points_back, widens

if TYPE_CHECKING:
    from sayso.core.speech.statements import Statement

_CHOICES: Final = frozenset({"plan", "uniform", "must", "will_be", "effective"})
_QUOTED_MAX_CLAUSES: Final = 8
_NEAR_CHARS: Final = 48
_MEANT_CHARS: Final = 200
_REACH: Final = 3.2
_SPARE_CHARS: Final = 40
_SPARE_HAN_CHARS: Final = 25
_SHORT_CHARS: Final = 10
_SCOPED: Final = re.compile(
    r"(?:in|for|on|at|with|to|by|across|throughout|and(?! (?:we|i) )|or|not)(?![a-z])"
)
_SO_HAN: Final = re.compile("(?:这么|这样|照此|如此|照这样|按这样)[^,]{0,2}$")
_LEAD_CHARS: Final = 60
_LEAD_HAN_CHARS: Final = 32
_LEAD_REACH: Final = 2.8
_EVIDENCE_REACH: Final = 2
_TOPIC: Final = re.compile(r"(?:时候|时|时候.{1,12}|的[^,]{0,6})$")
_LATIN: Final = re.compile("[a-z]{3}")
_TASK_TAIL: Final = re.compile(
    r"(?:next(?=[,: ])|now can|now please|then (?:please )?(?:help|can|could|write|look|check)"
    r"|so (?:please )?(?:take|put|change|update|remove|delete|write|draft|plan|add|cut|fix|adjust"
    r"|rewrite|correct|reword|edit|send|tell|let) (?!a (?:bow|break))"
    r"|after that|start with|can you|could you|please (?:write|look|check|fix|help)"
    r"|(?:然后|接下来|接着|顺便|现在|先|你接下来|下一步|麻烦)(?:再)?(?:请|你)?(?:帮|给我|把|看"
    r"|查|写)|你(?:帮我|去|先|来|给我|顺手)?(?:把|改|写|查|换|发|通知)(?!的))"
)


def quoted_range(
    statement: Statement, carrying: list[int], bounds: tuple[int, int] | None = None
) -> tuple[int, int]:
    """Widen the carrying clauses to the statement they make, within bounds at most."""
    clauses = statement.clauses
    first = min(carrying)
    low, high = bounds or (0, len(clauses) - 1)
    ending, mark = clauses[-1].plain, statement.marks[-1]
    lasts = mark.tail or mark.onward or mark.regular
    closed = lasts and (
        is_bare(ending) or points_back(ending) or _SO_HAN.search(ending) is not None
    )
    first = max(low, _meant_from(statement, first))
    while first > low and (
        _leans_back(statement, first) or (closed and _is_near(statement, first - 1))
    ):
        first -= 1
    last = min(high, first + _QUOTED_MAX_CLAUSES)
    for at in range(max(carrying) + 1, last + 1):
        if _TASK_TAIL.match(opening(clauses[at].plain)) or _TASK_TAIL.match(clauses[at].plain):
            last = at - 1
            break
    last = _without_scope(statement, (first, last))
    chosen = _from_choice(statement, first, carrying)
    first, low = chosen, chosen if chosen > first else low
    first = _from_order(statement, (first, last), carrying)
    last = _within_reach(statement, (first, last), carrying)
    return _from_start(statement, (first, last), low), last


def _without_scope(statement: Statement, span: tuple[int, int]) -> int:
    """Leave out a closing sentence that only says where an order holds: "Not here, not there"."""
    ending, (first, last) = statement.sentences[-1], span
    if not widens(ending) or all(is_bare(clause.plain) for clause in ending.clauses):
        return last
    before = [at for at in range(first, last + 1) if statement.clauses[at].start < ending.start]
    return before[-1] if before else last


def _from_choice(statement: Statement, first: int, carrying: list[int]) -> int:
    """Leave out a sentence that only declares the choice which the next one tells."""
    starts = [sentence.start for sentence in statement.sentences]
    marks, clauses = statement.marks, statement.clauses
    for at in carrying:
        ahead = range(first, at)
        if clauses[at].start in starts[1:] and (marks[at].chosen or marks[at].leanings):
            declared = [to for to in ahead if marks[to].sealed or marks[to].committed]
            settled = [to for to in ahead if marks[to].told or marks[to].leanings & _CHOICES]
            return at if declared and not settled else first
    return first


def _from_order(statement: Statement, span: tuple[int, int], carrying: list[int]) -> int:
    """Leave out long reasons ahead of the order that they are the reasons for."""
    clauses, marks, (first, last) = statement.clauses, statement.marks, span
    order = next((at for at in carrying if marks[at].told and marks[at].product), first)
    wished = any(mark.told or mark.prefer or mark.want for mark in marks[first:order])
    whole, proven = (clauses[last].end - clauses[at].start for at in (first, order))
    long = whole > _LEAD_REACH * proven and whole - proven > _LEAD_CHARS
    return order if first < order <= last and long and not wished else first


def _meant_from(statement: Statement, first: int) -> int:
    """Go back to the whole sentence that a pointing sentence ("hold me to that") is about."""
    clauses, starts = statement.clauses, [sentence.start for sentence in statement.sentences]
    if clauses[first].start not in starts[1:] or not points_back(clauses[first].plain):
        return first
    before = statement.sentences[starts.index(clauses[first].start) - 1]
    return next(at for at, clause in enumerate(clauses) if clause.start == before.start)


def _from_start(statement: Statement, span: tuple[int, int], low: int) -> int:
    """Take in what leads up to the carrying clauses, where the whole stays short."""
    clauses, (first, last) = statement.clauses, span
    proven = clauses[last].end - clauses[first].start
    spare = _LEAD_CHARS if _LATIN.search(clauses[last].plain) else _LEAD_HAN_CHARS
    limit = min(_LEAD_REACH * proven, proven + spare)
    if _is_evidence(statement, first):
        limit = max(limit, _EVIDENCE_REACH * spare)
    starts = [sentence.start for sentence in statement.sentences]
    while first > low and not lv.CONTRAST.match(clauses[first].plain):
        if statement.marks[first].told and clauses[first].start in starts:
            break  # an order of its own has its reasons in its own sentence
        before = clauses[first - 1]
        apart = _TASK_TAIL.match(opening(before.plain)) or lv.UNDECIDED.search(before.plain)
        if apart or clauses[last].end - before.start > limit:
            break
        first -= 1
    return first


def _is_evidence(statement: Statement, at: int) -> bool:
    """Tell whether a clause only says that a choice stands, so that the choice comes before it."""
    mark = statement.marks[at]
    return (mark.committed or mark.sealed) and not (mark.chosen or mark.leanings or mark.told)


def _within_reach(statement: Statement, span: tuple[int, int], carrying: list[int]) -> int:
    """Drop trailing clauses that would make the quote much longer than what it proves."""
    clauses, (first, last) = statement.clauses, span
    strong = [
        at for at in carrying if statement.marks[at].settled or statement.marks[at].constraint
    ]
    core = max(strong or carrying)
    if _only_announces(statement, core, carrying):
        core += 1
    core = min(core, last)
    proven = clauses[core].end - clauses[first].start
    spare = _SPARE_CHARS if _LATIN.search(clauses[last].plain) else _SPARE_HAN_CHARS
    limit = max(_REACH * proven, proven + spare)
    while last > core and clauses[last].end - clauses[first].start > limit:
        last -= 1
    return last


def _only_announces(statement: Statement, core: int, carrying: list[int]) -> bool:
    """Tell whether the choice itself comes in the clause after the one that carries it."""
    plain, mark = statement.clauses[core].plain, statement.marks[core]
    if is_bare(plain) or plain.endswith(":"):
        return True
    first = core == 0 and len(carrying) == 1
    return first and mark.sealed and not (mark.chosen or mark.leanings)


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
    if lv.CONTRAST.match(plain) or lv.UNDECIDED.search(statement.clauses[at - 1].plain):
        return False
    before = statement.marks[at - 1]
    if is_bare(plain) or points_back(plain) or _SCOPED.match(plain):
        return True
    if statement.marks[at].tail or _is_short(statement, at):
        return True
    topic = (before.for_me or before.product) and _TOPIC.search(statement.clauses[at - 1].plain)
    return bool(before.told or before.given or before.want or before.leanings or topic)


def _is_short(statement: Statement, at: int) -> bool:
    return statement.clauses[-1].end - statement.clauses[at].start < _SHORT_CHARS
