"""What kind of request a message is: unmistakable by rule, undecided, or chat.

Input: a user's message. Output: one of the intents, and whether a rule is sure of it. A repair
intent keeps a message out of memory (A144-A146), so a wrong one loses the user's word for good.
Hence what is not unmistakable is general chat, and a message that may hold a say-so is never a
repair, whoever says it is one. What may be a say-so the gate knows (core/speech/lasting.py); it is
handed in, since it costs more than everything here. Nothing is built before it is needed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Final

from sayso.core.project.intent_words import FURTHER, HINTS, REQUESTS
from sayso.core.project.intents import GENERAL_CHAT, INTENTS

if TYPE_CHECKING:
    from collections.abc import Callable

_OPENING_CHARS: Final = 300
# A longer message holds more than a request, and the gate would take seconds to look at it.
_REPAIR_MAX_CHARS: Final = 2_000
# What people type in full width where a pattern has the plain sign.
_PLAIN_SIGNS: Final = str.maketrans("，。！？：；（）\u3000’", ",.!?:;() '")


class Route(StrEnum):
    """Who said what kind of request it is."""

    RULES = "rules"
    CLASSIFIER = "classifier"
    FALLBACK = "fallback"


@dataclass(frozen=True, slots=True, kw_only=True)
class Classified:
    """The intent a request goes on as, and who said so.

    `reason` tells why the classifier was asked in vain and the safe route taken, '' for any other
    route; it stays, whatever comes of the request afterwards (A278).
    """

    intent: str
    route: Route
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """What the rules make of a message; where they are not sure, `intent` is the safe one.

    Whoever asks further keeps to one rule: a message that may hold a say-so is no repair.
    """

    intent: str
    is_sure: bool


def guess_intent(prompt: str, may_last: Callable[[str], bool]) -> Guess:
    """Classify a message by rule.

    `may_last` tells whether a message that opens with a request may hold a say-so as well; it is
    asked only about what else is unmistakably a repair.
    """
    opening = " ".join(prompt[:_OPENING_CHARS].translate(_PLAIN_SIGNS).lower().split())
    hinted = [intent for intent, rows in HINTS.items() if _is_hinted(opening, rows)]
    if len(prompt) > _REPAIR_MAX_CHARS:
        hinted = [intent for intent in hinted if not is_repair(intent)]
    asked = next((intent for intent in hinted if _is_asked(opening, intent)), None)
    if asked is None:
        undecided = any(is_repair(intent) for intent in hinted)
        return Guess(intent=GENERAL_CHAT, is_sure=not undecided)
    if not is_repair(asked):
        return Guess(intent=asked, is_sure=True)
    if _further().search(opening):
        return Guess(intent=GENERAL_CHAT, is_sure=False)
    return Guess(intent=GENERAL_CHAT if may_last(prompt) else asked, is_sure=True)


def is_repair(intent: str) -> bool:
    """Tell whether an intent keeps a message out of memory."""
    return not INTENTS[intent].persistent


def tell_route(classified: Classified) -> str:
    """Say for a debugging user why a request goes on as what it does, in one line (A277).

    >>> tell_route(Classified(intent="code_audit", route=Route.RULES))
    'intent code_audit, by rules'
    """
    because = f": {classified.reason.splitlines()[0]}" if classified.reason else ""
    return f"intent {classified.intent}, by {classified.route}{because}"


def _is_hinted(opening: str, rows: tuple[tuple[tuple[str, ...] | list[str], ...], ...]) -> bool:
    return any(all(any(word in opening for word in group) for group in row) for row in rows)


def _is_asked(opening: str, intent: str) -> bool:
    return any(pattern.match(opening) for pattern in _patterns(intent))


@cache
def _further() -> re.Pattern[str]:
    return re.compile(FURTHER)


@cache
def _patterns(intent: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in REQUESTS[intent])
