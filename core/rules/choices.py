"""How two statements about one thing relate: same, turned round, extended, or apart.

Input: an older and a newer statement, taken apart (core.rules.stated).
Invariant: a mere addition about the same thing never counts as turned round. That takes a word of
reversal or a rejected choice; or else exactly one slot may differ, a value, a name or a word of a
contrasting pair, and everything else that tells the topic is equal. Another name, object, number
or place besides is another topic, and in doubt both statements stand.
Source: A181, A182.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core.rules import choice_words

if TYPE_CHECKING:
    from sayso.core.rules.stated import Statement

_ALIKE_MAX_CHARS: Final = 6  # longer Han words are whole phrases, whose parts nobody compared


class Relation(StrEnum):
    """What a newer statement does to an older one."""

    SAME = "same"
    REVERSED = "reversed"
    EXTENDED = "extended"
    APART = "apart"


def compare(old: Statement, new: Statement) -> Relation:
    """Tell what a newer statement does to an older one."""
    if old.attribute is not None and new.attribute is not None:
        return _compare_attributes(old, new)
    if not old.all & new.all:
        return Relation.APART
    if _is_equal(old, new):
        return Relation.SAME
    if _turns_round(old, new):
        return Relation.REVERSED
    if _adds_nothing(old, new):
        return Relation.SAME
    return Relation.EXTENDED if _extends(old, new) else Relation.APART


def _compare_attributes(old: Statement, new: Statement) -> Relation:
    before, after = old.attribute, new.attribute
    if before == after:
        return Relation.SAME if bool(old.rejected) == bool(new.rejected) else Relation.REVERSED
    same = before is not None and after is not None and before.name == after.name
    if not same or (new.rejected and not new.reversing):
        return Relation.APART
    return Relation.REVERSED


def _is_equal(old: Statement, new: Statement) -> bool:
    return (
        old.all == new.all
        and old.rejected == new.rejected
        and old.amounts == new.amounts
        and old.sides == new.sides
    )


def _turns_round(old: Statement, new: Statement) -> bool:
    if _puts_in_place(old, new) or _allows_again(old, new):
        return True
    if _rejects(old, new) or _takes_back_rejection(old, new):
        return not _elsewhere(old, new) and _subjects_meet(old, new)
    if new.adding:
        return False
    return _moves_on(old, new) or (
        old.sides == new.sides
        and (_contrasts(old, new) or _other_value(old, new) or _other_choice(old, new))
    )


def _elsewhere(old: Statement, new: Statement) -> bool:
    """Tell whether each has a place or topic of its own: for German clients, for French clients."""
    places = bool(old.place - new.all) and bool(new.place - old.all)
    return places or (bool(old.topic - new.all) and bool(new.topic - old.all))


def _subjects_meet(old: Statement, new: Statement) -> bool:
    """Tell whether both speak of one subject; a newer one without a subject speaks of any."""
    before, after = old.subject, new.subject
    if not after:
        return True
    if not before:
        return new.reversing
    return _is_half(before & new.all, before) and 2 * len(after & old.all) > len(after)


def _is_half(part: frozenset[str], whole: frozenset[str]) -> bool:
    return len(part) > 0 and 2 * len(part) >= len(whole)


def _rejects(old: Statement, new: Statement) -> bool:
    """Tell whether the newer one turns down what the older one chose."""
    gone = old.asserted & new.rejected
    if not _is_half(gone, new.rejected):
        return False
    named = new.reversing and 3 * len(gone & old.names) >= len(old.words)
    stood_for = old.chosen or old.asserted
    other = bool(new.rejected - old.all) and bool(old.asserted - new.all)
    return named or (not other and _is_half(gone & stood_for, stood_for))


def _takes_back_rejection(old: Statement, new: Statement) -> bool:
    """Tell whether the newer one chooses what the older one turned down."""
    back = old.rejected & new.chosen - new.rejected
    return _is_half(back, old.rejected)


def _puts_in_place(old: Statement, new: Statement) -> bool:
    """Tell whether the newer one puts one thing in the place of another, and says of which.

    "red ink instead of blue" meets "write in blue ink": blue is gone, ink is common, and only
    red is new.
    """
    gone = old.asserted & new.rejected
    if not new.reversing or not gone or gone != new.rejected:
        return False
    rest = old.asserted - gone
    common = rest & new.asserted
    added = new.asserted - common
    room = 1 if rest - common else max(1, _slots(gone))
    return _is_half(common, rest) and _slots(added) <= room


def _slots(terms: frozenset[str]) -> int:
    """Count the words behind terms: overlapping Han windows are one word."""
    heads = {term[0] for term in terms if not term.isascii()}
    chained = [term for term in terms if not term.isascii() and term[-1] in heads - {term[0]}]
    return len(terms) - len(chained)


def _allows_again(old: Statement, new: Statement) -> bool:
    """Tell whether the newer one asserts exactly what the older one ruled out."""
    return (
        bool(old.rejected)
        and not new.rejected
        and _letters(old.all) == _letters(new.all)
        and old.amounts == new.amounts
        and old.sides == new.sides
    )


def _letters(terms: frozenset[str]) -> frozenset[str]:
    """Take Han windows apart, so that another order of the same words compares as equal."""
    latin = frozenset(term for term in terms if term.isascii())
    return latin.union(*(term for term in terms - latin))


def _moves_on(old: Statement, new: Statement) -> bool:
    """Tell whether the newer one says that it changes the choice of the same topic."""
    changes = new.reversing and bool(new.chosen) and not new.all <= old.all
    meets = bool(old.subject and new.subject) and _subjects_meet(old, new)
    return changes and meets and not _elsewhere(old, new)


def _contrasts(old: Statement, new: Statement) -> bool:
    """Tell whether one word of a contrasting pair gave way to the other, all else being equal."""
    if old.amounts != new.amounts:
        return False
    for row in choice_words.CONTRASTS:
        before, after = old.asserted & row, new.asserted & row
        if before and after and not before & after:
            if (before & old.epithets - old.chosen) or (after & new.epithets - new.chosen):
                return False  # German clients and French clients are two topics
            rests = (old.asserted - row, new.asserted - row)
            narrower = (rests[0] ^ rests[1]) & (old.place | new.place)
            return not narrower and _is_alike(*rests)
    return False


def _is_alike(before: frozenset[str], after: frozenset[str]) -> bool:
    """Tell whether one is nearly the other, without a word in the place of another."""
    if before - after and after - before:
        return False
    return 3 * len(before & after) >= 2 * max(len(before), len(after))


def _other_value(old: Statement, new: Statement) -> bool:
    """Tell whether only a value changed: 180 days to 90 days of the same thing."""
    lost, won = old.amounts - new.amounts, new.amounts - old.amounts
    if len(lost) != 1 or len(won) != 1 or not (lost <= old.values and won <= new.values):
        return False
    before, after = _without(old.all, lost), _without(new.all, won)
    same_place = _without(old.place, lost) == _without(new.place, won)
    return bool(before & after) and same_place and _is_alike(before, after)


def _without(terms: frozenset[str], amounts: frozenset[str]) -> frozenset[str]:
    """Leave out what belongs to an amount: its number and its unit."""
    parts = frozenset(part for amount in amounts for part in amount.split())
    return frozenset(
        term
        for term in terms - parts
        if str(choice_words.NUMBER_WORDS.get(term, term)) not in parts
        and not any(char in choice_words.HAN_NUMERALS for char in term)
    )


def _other_choice(old: Statement, new: Statement) -> bool:
    """Tell whether another choice stands in the same place: 数据库用 MySQL, 数据库用 PostgreSQL.

    A plain word, unlike a name, needs a verb of choosing on both sides: what a thing is may be
    several things at once.
    """
    if not old.subject or old.subject != new.subject or old.place != new.place:
        return False
    lost, won = old.picks - new.picks, new.picks - old.picks
    if len(lost) != 1 or len(won) != 1 or old.amounts != new.amounts:
        return False
    named = old.chosen <= old.names and new.chosen <= new.names
    return named or (old.firm and new.firm and _may_stand_in(*lost, *won))


def _may_stand_in(before: str, after: str) -> bool:
    """Tell whether one word may stand in for the other: two Han words are short or end alike."""
    if before.isascii() or after.isascii():
        return before.isascii() and after.isascii()
    if max(len(before), len(after)) > _ALIKE_MAX_CHARS:
        return False
    return max(len(before), len(after)) <= 3 or before[-1] == after[-1]


def _adds_nothing(old: Statement, new: Statement) -> bool:
    """Tell whether the newer one says part of the older one, and for no wider place."""
    return (
        new.all <= old.all
        and new.rejected <= old.rejected
        and not new.asserted & old.rejected
        and old.place <= new.all
        and new.amounts <= old.amounts
        and new.sides <= old.sides
        and not new.reversing
        and _is_half(new.all, old.all)
    )


def _extends(old: Statement, new: Statement) -> bool:
    """Tell whether the newer one says all of the older one, and more, and takes back nothing."""
    if old.asserted & new.rejected or new.asserted & old.rejected or not old.sides <= new.sides:
        return False
    if not (old.all <= new.all and old.amounts <= new.amounts):
        return False
    return len(old.words) > 1 or bool(old.chosen & new.chosen)
