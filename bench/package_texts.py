"""A thousand short texts of our own making, English and Chinese, and questions about some of them.

Fifty people say twenty things each. A question names the person and asks in other words, so one
text answers it, and 49 others say nearly the same.
"""

from __future__ import annotations

from typing import Final

_FIRST: Final = (
    "Mara",
    "Jonas",
    "Priya",
    "Tomasz",
    "Aiko",
    "Lucía",
    "Kofi",
    "Ingrid",
    "Omar",
    "Wei",
)
_LAST: Final = ("Berg", "Okafor", "Lindqvist", "Sato", "Marino")
# Each pair is what is said and what is asked.
_SAID: Final = (
    (
        "{who} keeps the spare key of the shed under pot {n}.",
        "Where does {who} keep the spare key?",
    ),
    ("{who} is allergic to peanuts, since {n}.", "What allergy does {who} have?"),
    ("{who} decided to deploy the service on port {n}.", "Which port did {who} deploy on?"),
    ("{who} moved to Lisbon with {n} boxes.", "Where did {who} move?"),
    ("{who} plays the cello in an orchestra of {n}.", "Which instrument does {who} play?"),
    ("{who} wants the report in CSV, never more than {n} rows.", "How does {who} want reports?"),
    ("The dog of {who} is called Biscuit{n}.", "What is {who}'s dog called?"),
    ("{who} runs the migration with a timeout of {n} seconds.", "Migration timeout of {who}"),
    ("{who} reads science fiction at night, {n} pages.", "What does {who} read at night?"),
    ("{who} booked the train to Vienna, seat {n}.", "When does {who} take the train, which seat?"),
    ("{who} prefers tabs of width {n} in Makefiles.", "What tab width does {who} prefer?"),
    ("{who} repaired the bicycle with {n} new spokes.", "What did {who} repair?"),
    ("{who}的备用钥匙放在第{n}号花盆下面。", "{who}的备用钥匙放在哪里?"),
    ("{who}对虾过敏,已经{n}年了。", "{who}对什么过敏?"),
    ("{who}决定把缓存换成Redis,容量{n}兆。", "{who}用什么做缓存?"),
    ("{who}周末去爬山,走了{n}公里。", "{who}周末做了什么?"),
    ("{who}的猫叫小米{n}。", "{who}的猫叫什么名字?"),
    ("{who}要求接口超时设为{n}秒。", "{who}要求的接口超时是多少?"),
    ("{who}喜欢在早上写代码,每天{n}行。", "{who}什么时候写代码?"),
    ("{who}搬到了成都,住在{n}号楼。", "{who}搬到哪里了?"),
)
_ASKED_OF_EACH: Final = 3
_QUICK: Final = 5  # of this many things that are said a quick run takes one


def texts(quick: bool) -> list[str]:
    """Give the texts, each of them once: those of one person lie far from each other."""
    return [
        said.format(who=f"{first} {last}", n=100 + number)
        for number, (said, _, first, last) in enumerate(_all(quick))
    ]


def questions(quick: bool) -> list[tuple[str, int]]:
    """Give questions, each with the number of the text that answers it."""
    of_each = len(_FIRST) * len(_LAST)
    return [
        (asked.format(who=f"{first} {last}"), number)
        for number, (_, asked, first, last) in enumerate(_all(quick))
        if number % of_each % (of_each // _ASKED_OF_EACH) == number // of_each % _ASKED_OF_EACH
    ]


def _all(quick: bool) -> list[tuple[str, str, str, str]]:
    some = _SAID[::_QUICK] if quick else _SAID
    return [(*pair, first, last) for pair in some for first in _FIRST for last in _LAST]
