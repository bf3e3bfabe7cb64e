"""Which clauses of a statement carry a decision, for the embedded model.

Input: a statement with the marks of its clauses. Output: positions of the clauses that, taken
together, make one. A word that settles is enough; else two signs of different sorts must meet: a
choice and the act that makes it stand, what is given up and what takes its place, a limit and the
reason that makes it hold.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sayso.core.speech import lexicon_commitment as lm
from sayso.core.speech.marks import has_han
from sayso.core.speech.replies import is_agreement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sayso.core.speech.statements import Statement

_NEAR_CLAUSES: Final = 2
_TELLING_CHARS: Final = 5
_PLANS: Final = frozenset({"plan", "uniform", "must", "contrary", "will_be", "reversal"})
_ASSERTS: Final = re.compile(
    r"(?:so |now |and |then )?(?:it's|it is|we |the |use |make it |现在|就|用|改)"
)
# 时间不早了 tells how things are: nothing is given up.
_GIVEN_UP: Final = re.compile(
    r"不(?!(?:早|晚|多|少|行|好|大|小|够|对|远|近|动|通|成|灵|舒服|疼|痛|忙|急|怕|懂)了$)"
    r"[^,]{1,10}了$"
    r"|(?:取消|作罢|算|免|撤)了$"
)
# What is only done next, or without a word of what is done: 先到这吧, 重试吧.
_NEXT_ONLY: Final = re.compile(r"(?:那|就|我们|咱们?)?(?:先|[^,\sa-z]{1,3}吧$)")
_WE: Final = re.compile(r"(?:^|[ ,])we(?:'ll|'re| will| are)? ")
_CHANGED: Final = re.compile(
    r"(?:but|only|just|except) (?:let's )?(?:make|change|move|do|have|keep|with|on|at|in|every) "
    r"|(?:不过|但是?|只是|就是)(?:我们|咱们)?(?:改|换|调|挪|提前|推迟|缩|延|加|减)(?:成|为|到|在)?"
)
_ERRAND: Final = re.compile(
    r"(?:^|[ ,])(?:i'm|i am|i'll|i will) (?:driving|flying|coming|heading|leaving|meeting|seeing"
    r"|picking|off|drive|fly|come|leave|meet|see|pick|be (?:there|back|late|away|out))(?![a-z])"
)
# What one does or leaves on one day is no choice to remember.
_DAILY: Final = re.compile(r"今天|今晚|今早|明天|^我(?!们|家)|睡|困|累|饿|疼|玩|歇|喝|雨|走了")


def decided(statement: Statement) -> list[int]:
    """Give the clauses that carry a decision, when together they make one."""
    marks = statement.marks
    strong = [at for at, mark in enumerate(marks) if mark.settled or mark.constraint]
    if strong or any(
        mark.task and not is_agreement(clause.plain)
        for mark, clause in zip(marks, statement.clauses, strict=True)
    ):
        return strong
    return next((found for way in _WAYS if (found := way(statement))), [])


def _leaning_together(statement: Statement) -> list[int]:
    """Lean towards a decision in two different ways, or take back and assert."""
    groups = _groups(statement)
    asserted = any(_ASSERTS.match(clause.plain) for clause in statement.clauses)
    if (len(groups) > 1 and groups & _PLANS) or ("reversal" in groups and asserted):
        return _leaning(statement)
    return []


def _turned(statement: Statement) -> list[int]:
    """Give up one thing and choose another right after it."""
    marks, clauses = statement.marks, statement.clauses
    for at in range(len(marks) - 1):
        plain, after = clauses[at].plain, clauses[at + 1].plain
        announced = plain.endswith(":") and "reversal" in marks[at].leanings
        replaced = _GIVEN_UP.search(plain) and marks[at + 1].chosen and marks[at + 1].stated
        daily = _DAILY.search(plain) or _DAILY.search(after) or _NEXT_ONLY.match(after)
        if announced or (replaced and not daily):
            return [at, at + 1]
    return []


def _bound_for_all(statement: Statement) -> list[int]:
    """Say what all of a kind must be, or that all of it is done one way."""
    for at, mark in enumerate(statement.marks):
        if "must" in mark.leanings and mark.bound and not mark.addressed:
            return [at]
    personal = any(mark.product or mark.for_me for mark in statement.marks)
    return _leaning(statement) if "uniform" in _groups(statement) and not personal else []


def _limited(statement: Statement) -> list[int]:
    """Set a limit and tell the reason that makes it hold."""
    for at, mark in enumerate(statement.marks):
        if "must" not in mark.leanings or mark.addressed:
            continue
        after = statement.clauses[at + 1 : at + 1 + _NEAR_CLAUSES]
        if any(lm.LIMIT_REASON.search(clause.plain) for clause in after):
            return [at]
    return []


def _acted_on(statement: Statement) -> list[int]:
    """Put a choice plainly, beside the act that makes it stand."""
    marks, clauses = statement.marks, statement.clauses
    evidence = [at for at, mark in enumerate(marks) if mark.committed]
    chosen = [
        at
        for at, mark in enumerate(marks)
        if at not in evidence
        and (
            mark.chosen
            or mark.stated
            or mark.leanings & _PLANS
            or (at > 0 and clauses[at - 1].plain.endswith(":"))
        )
        and not _ERRAND.search(clauses[at].plain)
        and (
            any(_is_beside(clauses[at].plain, near - at) for near in evidence)
            or _is_announced(statement, at, evidence)
        )
    ]
    return sorted({*chosen, *evidence}) if chosen else []


def _is_announced(statement: Statement, at: int, evidence: list[int]) -> bool:
    """Tell whether the act right before a choice announces it, with a colon."""
    ahead = statement.marks[at - 1]
    colon = statement.clauses[at - 1].plain.endswith(":")
    return at - 1 in evidence and colon and not (ahead.onward or ahead.announced)


def _sealed(statement: Statement) -> list[int]:
    """Declare a choice closed, right before it is told or right after."""
    marks, clauses = statement.marks, statement.clauses
    for at, mark in enumerate(marks):
        if not mark.sealed:
            continue
        if _says_it(clauses[at].plain):
            return [at]
        if clauses[at].plain.endswith(":") and at + 1 < len(marks):
            return [at, at + 1]
        told = [
            near
            for near in (at + 1, at - 1, at + 2, at - 2)
            if 0 <= near < len(marks) and _is_told(statement, near)
        ]
        if told:
            return sorted({at, told[0]})
    return []


def _from_now_on(statement: Statement) -> list[int]:
    """Say how "we" do it from now on, or agree to what was proposed with a change."""
    marks, clauses = statement.marks, statement.clauses
    for at, mark in enumerate(marks):
        told = mark.told or mark.addressed or not (mark.chosen or mark.leanings & _PLANS)
        if told:
            continue
        if mark.onward and _WE.search(clauses[at].plain):
            return [at]
        if at and is_agreement(clauses[at - 1].plain) and _CHANGED.match(clauses[at].plain):
            return [at]
    return []


def _says_it(plain: str) -> bool:
    """Tell whether the very clause that closes a choice also tells it, as Chinese ones do."""
    said = len(lm.SEALED.blank(plain).replace(" ", ""))
    return has_han(plain) and said >= _TELLING_CHARS and not _DAILY.search(plain)


def _is_told(statement: Statement, at: int) -> bool:
    """Tell whether a clause tells a choice: plainly, or as what is given up or put in place."""
    mark = statement.marks[at]
    if _DAILY.search(statement.clauses[at].plain):
        return False
    return mark.chosen or bool(mark.leanings & _PLANS) or (mark.stated and not mark.addressed)


def _is_beside(plain: str, distance: int) -> bool:
    """Tell whether an act stands near enough; in Chinese news it comes before what follows."""
    return 0 < distance <= _NEAR_CLAUSES or (not has_han(plain) and 0 < -distance <= _NEAR_CLAUSES)


def _groups(statement: Statement) -> frozenset[str]:
    return frozenset[str]().union(*(mark.leanings for mark in statement.marks))


def _leaning(statement: Statement) -> list[int]:
    return [at for at, mark in enumerate(statement.marks) if mark.leanings]


_WAYS: Final[Iterable[Callable[[Statement], list[int]]]] = (
    _sealed,
    _acted_on,
    _leaning_together,
    _turned,
    _bound_for_all,
    _limited,
    _from_now_on,
)
