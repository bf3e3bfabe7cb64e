"""Where a user takes back in the next breath what they just said: "no wait, use spaces".

Input: the clauses right after a statement. Output: whether they open by taking it back, as a joke
or a slip. Unlike a withdrawal it names nothing: it only ever means what stands right before it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.speech.clauses import Clause

_RECANTS: Final = re.compile(
    r"(?:oh |hm+ |um+ |ah |haha |lol |sorry )*"
    r"(?:(?:no |oh )?(?:wait|hang on|hold on)(?: no| a \w+)?"
    r"(?=$|,)|(?:no |oh )?wait (?:no|i (?:meant|mean))(?![a-z])|no sorry"
    r"|(?:i'm |i was )?(?:just |only )?(?:kidding|joking)|jk|scratch that"
    r"|(?:strike|forget|ignore|cancel) (?:that|it)(?=$|,)|actually no|never ?mind(?=$|,)|my mistake"
    r"|on second thoughts?|i (?:take (?:that|it) back|changed my mind)"
    r"|correction(?=$|:|,))(?![a-z])"
    r"|(?:等等|等一下|等下|不对|说错了|我说错了|口误|更正|哦不|逗你的?|骗你的?|我?改主意了"
    r"|我?(?:是)?(?:跟你)?开(?:个)?玩笑(?:的|啦|呢)?)(?=$|,|我|:|吧|还)"
)


def recants(clauses: Sequence[Clause]) -> bool:
    """Tell whether one of some clauses takes back what stands right before it."""
    return any(_RECANTS.match(clause.plain) for clause in clauses)
