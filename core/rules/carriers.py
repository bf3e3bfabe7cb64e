"""Which clauses of a statement carry a preference, for the embedded model.

Input: a statement with the marks of its clauses. Output: positions of the clauses that, taken
together, make one; none where a marker stands alone whose everyday use is something else. Each
way in which a preference is said is one small function over the same reading of the statement.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.rules import carrier_words as cw
from sayso.core.speech import lexicon as lx
from sayso.core.speech import lexicon_request as lq
from sayso.core.speech.marks import has_han, opening
from sayso.core.speech.statements import is_bare, points_back

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sayso.core.speech.marks import Marks
    from sayso.core.speech.statements import Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """A statement as the functions below see it; own promises ("I'll …") lie outside `said`."""

    plains: tuple[str, ...]
    marks: tuple[Marks, ...]
    said: tuple[int, ...]
    lasting: tuple[int, ...]
    products: tuple[int, ...]

    def where(self, holds: Callable[[Marks], bool]) -> set[int]:
        """Give the clauses whose marks a condition holds for."""
        return {at for at, mark in enumerate(self.marks) if holds(mark)}


def preferred(statement: Statement) -> list[int]:
    """Give the clauses that carry a preference, when together they make one."""
    read = _reading(statement)
    found: set[int] = set()
    for way in _WAYS:
        found |= way(read)
    if found:
        found |= read.where(lambda mark: mark.want)
    return sorted(found)


def stands_alone(plain: str, mark: Marks) -> bool:
    """Tell whether one clause is a preference without any help."""
    if mark.announced and mark.addressed:
        return True
    wanted = mark.want and cw.WANTED.search(plain) is not None
    return mark.prefer or mark.codeword or (mark.always and mark.told) or wanted


def _reading(statement: Statement) -> _Reading:
    plains = tuple(clause.plain for clause in statement.clauses)
    marks = statement.marks
    said = tuple(
        at
        for at, plain in enumerate(plains)
        if marks[at].prefer or lq.OWN_PROMISE.match(opening(plain)) is None
    )
    return _Reading(
        plains=plains,
        marks=marks,
        said=said,
        lasting=tuple(
            at
            for at in said
            if (marks[at].onward or marks[at].tail or marks[at].regular)
            and cw.ASKED_ONCE.search(plains[at]) is None
        ),
        products=tuple(at for at in said if marks[at].product),
    )


def _alone(read: _Reading) -> set[int]:
    return {at for at in read.said if stands_alone(read.plains[at], read.marks[at])}


def _orders_that_last(read: _Reading) -> set[int]:
    """From now on, every time, by default: together with an order."""
    told = {
        at
        for at in read.where(lambda mark: mark.told or mark.product or "must" in mark.leanings)
        if not cw.LONE_WORD.fullmatch(read.plains[at])
    }
    return {*read.lasting, *told} if read.lasting and told else set()


def _orders_for_products(read: _Reading) -> set[int]:
    """Say how all the things the assistant makes shall be."""
    if not read.products:
        return set()
    shaped = {
        at
        for at in read.said
        if read.marks[at].told or read.marks[at].want or "will_be" in read.marks[at].leanings
    }
    bare = {at for at in read.products if cw.NOMINAL.search(read.plains[at]) is None}
    return {*shaped, *read.products} if shaped else bare


def _standing_cases(read: _Reading) -> set[int]:
    """Whenever this comes up, do that."""
    found: set[int] = set()
    for at in read.said:
        plain, mark = read.plains[at], read.marks[at]
        if mark.given and mark.for_me and (mark.told or cw.WHENEVER.search(plain)):
            found.add(at)
        if mark.told and cw.ASKED_CASE.match(opening(plain)):
            found.add(at)
        follows = at + 1 < len(read.marks) and read.marks[at + 1].told
        if follows and lq.STANDING_CASE.match(opening(plain)):
            found |= {at, at + 1}
    return found


def _orders_for_all(read: _Reading) -> set[int]:
    """Say what each of a kind shall be like that is made for the user."""
    asked = read.where(lambda mark: mark.told and mark.for_me)
    return {
        near
        for at in asked
        for near in {at, max(at - 1, 0)}
        if cw.FOR_EACH.search(read.plains[near])
        for near in (near, at)
    }


def _closed_by(read: _Reading) -> set[int]:
    """Put a rule without any verb and then say that it holds for all to come."""
    for at in read.lasting:
        mark = read.marks[at]
        ahead = read.plains[:at]
        if at and mark.tail and points_back(read.plains[at]) and not any(map(_has_verb, ahead)):
            return set(range(at + 1))
    return set()


def _has_verb(plain: str) -> bool:
    return cw.NOMINAL.search(plain) is not None or cw.SUBJECT.search(plain) is not None


def _told_plainly(read: _Reading) -> set[int]:
    """Order in other forms: "you write …, every time", 跟我报价,按斤报, "until I say otherwise"."""
    found: set[int] = set()
    for at in read.said:
        plain, beside = read.plains[at], {max(at - 1, 0), at, min(at + 1, len(read.marks) - 1)}
        tails = {near for near in beside if read.marks[near].tail or read.marks[near].regular}
        if tails and cw.YOU_DO.search(plain):
            found |= {at, *tails}
        follows = at + 1 < len(read.marks) and read.marks[at + 1].told
        if (follows and cw.TOPIC_HAN.match(plain)) or cw.OTHERWISE.search(plain):
            found |= beside - ({at - 1} if cw.TOPIC_HAN.match(plain) else set())
        if cw.ONCE_FOR_ALL.match(plain) and any(mark.addressed for mark in read.marks):
            found |= set(range(at, len(read.marks)))
    return found


def _wants(read: _Reading) -> set[int]:
    """Tell a wish that lasts, or that belongs to a standing case."""
    return {
        at
        for at in read.said
        if read.marks[at].want and (read.lasting or lx.GIVEN.match(opening(read.plains[at])))
    }


def _habits(read: _Reading) -> set[int]:
    """Tell what the user is like, as the reason for an order."""
    habits = {at for at in read.said if read.marks[at].habit}
    general = read.where(lambda mark: mark.told and (mark.quantified or mark.banned))
    if habits and general - habits:
        return habits | general
    asked = read.where(lambda mark: mark.told and mark.for_me and not mark.task)
    asked |= {at + 1 for at in habits if _is_followed_up(read, at)}
    if habits and asked:
        return habits | asked
    in_han = {at for at in habits if has_han(read.plains[at])}
    meant = [at for at in read.lasting if at not in in_han or read.marks[at].want]
    return {*in_han, *read.lasting} if in_han and meant else set()


def _is_followed_up(read: _Reading, at: int) -> bool:
    """Tell whether a taste is followed by an order about how to do things, not for one thing."""
    if at + 1 >= len(read.marks) or read.marks[at + 1].task:
        return False
    after = read.plains[at + 1]
    if has_han(after):
        return cw.ASKED_HAN.search(after) is not None and not cw.POINTED_HAN.search(after)
    return read.marks[at + 1].told and cw.MANNER.match(opening(after)) is not None


def _announcements(read: _Reading) -> set[int]:
    """Announce a rule, or ask to remember, and then say what."""
    for at in read.said:
        mark, after = read.marks[at], read.marks[at + 1 :]
        ruled = mark.announced and any(other.told for other in after)
        noted = mark.memorise and any(
            other.told or other.habit or other.want for other in read.marks
        )
        if ruled or noted:
            return set(range(at, len(read.marks)))
    return set()


def _onward(read: _Reading) -> set[int]:
    """From now on alone: in Chinese, or in English without a subject of its own."""
    found: set[int] = set()
    for at in read.lasting:
        plain, mark = read.plains[at], read.marks[at]
        if not mark.onward:
            continue
        if _lasts_in_han(plain) or _lasts_in_latin(plain):
            found.add(at)
        if at > 0 and mark.tail and is_bare(plain) and not _tells(read.plains[at - 1], plain):
            found |= {at - 1, at}
    return found


def _tells(before: str, plain: str) -> bool:
    """Tell whether a lone "always" follows a sentence with a subject: it tells how things go."""
    lone = cw.LONE_WORD.fullmatch(plain) is not None
    return lone and cw.SUBJECT.search(opening(before)) is not None


def _lasts_in_latin(plain: str) -> bool:
    return (
        not has_han(plain)
        and cw.ONWARD_STRONG.search(plain) is not None
        and cw.SUBJECT.search(opening(plain)) is None
    )


def _lasts_in_han(plain: str) -> bool:
    """In Chinese a directive needs no sign beyond "from now on", as the subject is left out."""
    return has_han(plain) and cw.OWN_PROMISE_ZH.search(plain) is None and not is_bare(plain)


_WAYS: Final[Iterable[Callable[[_Reading], set[int]]]] = (
    _alone,
    _orders_that_last,
    _orders_for_products,
    _standing_cases,
    _orders_for_all,
    _closed_by,
    _told_plainly,
    _wants,
    _habits,
    _announcements,
    _onward,
)
