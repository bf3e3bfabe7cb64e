"""Which markers one clause carries: the common ground of the gate and of the rules.

Input: a clause's plain, masked text. Output: a record of booleans and the groups of leaning
markers. Invariant: words inside quotation marks never count, because they are masked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.recent import keeps_recent
from sayso.core.speech import lexicon as lx
from sayso.core.speech import lexicon_choice as lc
from sayso.core.speech import lexicon_commitment as lm
from sayso.core.speech import lexicon_request as lq
from sayso.core.speech import lexicon_veto as lv
from sayso.core.speech.tables import finder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sayso.core.speech.tables import Table

_FILLERS_MAX: Final = 4
_ONWARD_LEAD: Final = re.compile(r"^[\s,:;-]+")
_LEANINGS: Final[Mapping[str, Table]] = {
    "plan": lc.PLAN,
    "uniform": lc.UNIFORM,
    "must": lc.MUST,
    "effective": lc.EFFECTIVE,
    "scope": lc.SCOPE,
    "conclude": lc.CONCLUDE,
    "duty": lc.DUTY,
    "reversal": lc.REVERSAL,
    "contrary": lc.CONTRARY,
    "will_be": lc.WILL_BE,
}
_ALWAYS_TOLD: Final = re.compile(
    r"(?:please|pls|should|must|want(?: you)?(?: to)?|rather you|need you to|like you to"
    r"|you to|(?:please|pls)(?: [a-z]+){1,4}) (?:al+wa(?:ys|sy)|nev(?:er|re))(?![a-z])"
)
# "Negative figures in brackets, never with a minus sign": the verb is left out.
_ALWAYS_SHORT: Final = re.compile(
    r"(?:and |but )?(?:never|always(?! an? )) (?:with|in|on|as|by|at|before|after|under|without"
    r"|above|below"
    r"|from|a|an|the|more|less|both|just)(?![a-z])(?!.*(?<![a-z])(?:me|my|you|your|us|we"
    r"|i)(?![a-z]))"
)
# What happened or is felt, in Chinese; a clause without it may say how something is to be.
_TOLD_HAN: Final = re.compile(
    r"(?<!不)[了过完]$|昨天|前天|刚才|嫌|吵|^有人|^有的|^他|^她|^大家|^听|去年|上周|小时候|以前"
    r"|正在|在[^,]{1,4}呢|^我(?!们|家)"
    r"|没|查到|谢|累|开心|高兴|难过"
)
_LEADS: Final = (lq.FILLER, lx.ONWARD, lx.REGULAR)
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_HAN_TASK: Final = re.compile("^.{0,3}(?:请|帮|把|给我|麻烦)")
_HAN_ORDER: Final = re.compile(
    "^(?:先(?!生|是|前)|用(?!户|了)|按(?!理|说)|把|给(?!力)|附(?!件|近|属)|写|列(?!车|表)"
    "|标(?!准|题)|保持|遵循|直接|只|少(?!年|数)|多(?!少|数|谢|亏)|避|控制|放(?!假|心|学|弃|松)"
    "|加(?!油|班)|带|说(?!不|起|实|到|来|明)|讲(?!真)|叫|称|留(?!学)|省(?!得|城)|注明|挑|选"
    "|照(?!片|旧|理))"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What one clause carries. `told` is a directive in form: an imperative, a request, a ban."""

    onward: bool
    always: bool
    regular: bool
    each: bool
    tail: bool
    product: bool
    for_me: bool
    given: bool
    told: bool
    prefer: bool
    want: bool
    habit: bool
    codeword: bool
    memorise: bool
    banned: bool
    announced: bool
    bound: bool
    quantified: bool
    addressed: bool
    settled: bool
    constraint: bool
    committed: bool
    task: bool
    backed: bool
    sealed: bool
    chosen: bool
    stated: bool
    leanings: frozenset[str]


@keeps_recent
def marks_of(plain: str) -> Marks:
    """Read the markers of one clause."""
    finds = finder(plain)
    rest = opening(plain)
    always = always_told(plain, rest)
    return Marks(
        onward=finds(lx.ONWARD),
        always=always,
        regular=_is_regular(plain, rest),
        each=finds(lx.EACH),
        tail=finds(lx.TAIL),
        product=finds(lx.PRODUCT),
        for_me=finds(lx.FOR_ME),
        given=lx.GIVEN.search(plain) is not None,
        told=always or is_told(plain, rest),
        prefer=finds(lq.PREFER),
        want=finds(lq.WANT),
        habit=finds(lq.HABIT),
        codeword=lq.CODEWORD.search(plain) is not None,
        banned=lq.BAN.match(rest) is not None or lq.BAN_HAN.search(plain) is not None,
        memorise=finds(lq.MEMORISE),
        announced=lq.ANNOUNCED.match(plain) is not None,
        bound=lq.BOUND.search(plain) is not None,
        quantified=lq.QUANTIFIED.search(plain) is not None,
        addressed=finds(lq.ADDRESSED),
        settled=finds(lc.SETTLED),
        constraint=finds(lc.CONSTRAINT),
        backed=finds(lm.BACKED),
        sealed=finds(lm.SEALED),
        task=finds(lm.TASK),
        committed=lm.COMMITTED.search(plain.removesuffix(":")) is not None,
        chosen=finds(lm.CHOSEN),
        stated=has_han(plain) and _TOLD_HAN.search(plain) is None,
        leanings=_leanings(plain, finds),
    )


def _leanings(plain: str, finds: Callable[[Table], bool]) -> frozenset[str]:
    found = frozenset([name for name, table in _LEANINGS.items() if finds(table)])
    return found - {"plan"} if _HAN_TASK.match(plain) else found


def opening(plain: str) -> str:
    """Give a clause without its opening fillers and onward markers: what it really starts with."""
    at = 0
    for _ in range(_FILLERS_MAX):
        match = next((found for table in _LEADS if (found := table.match(plain, at))), None)
        if match is None:
            break
        at = match.end()
        space = _ONWARD_LEAD.match(plain[at:])
        at += space.end() if space else 0
    return plain[at:]


def is_told(plain: str, rest: str) -> bool:
    """Tell whether a clause tells somebody to do or not to do something."""
    if lq.NOT_A_REQUEST.match(rest) or lq.OWN_PROMISE.match(rest) or _keeps_happening(plain):
        return False
    return (
        lq.IMPERATIVE.match(rest) is not None
        or lq.NO_THING.match(rest) is not None
        or _HAN_ORDER.match(rest) is not None
        or lq.POLITE.search(plain) is not None
        or lq.EMBEDDED.match(plain) is not None
    )


def always_told(plain: str, rest: str) -> bool:
    """Tell whether "always" or "never" stands where it governs a request."""
    if lx.ALWAYS_WORD.search(plain) is None or lq.NOT_A_REQUEST.match(rest):
        return False
    if lq.ALWAYS_FIRST.match(rest) or _ALWAYS_SHORT.match(plain):
        return True
    return _ALWAYS_TOLD.search(plain) is not None


def _keeps_happening(plain: str) -> bool:
    """Tell a report of what happens every time from an order, which looks alike in Chinese."""
    return has_han(plain) and lv.NARRATIVE.search(plain) is not None


def has_han(plain: str) -> bool:
    """Tell whether a clause holds any Han character."""
    return _HAN.search(plain) is not None


def _is_regular(plain: str, rest: str) -> bool:
    match = lx.REGULAR.search(plain)
    if match is None:
        return False
    if has_han(match.group()) or match.start() <= len(plain) - len(rest):
        return True
    return match.end() >= len(plain) - 1 or lq.ADDRESSED.search(plain) is not None
