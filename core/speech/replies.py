"""Whether a message begins by agreeing to, or choosing from, what the assistant just proposed.

Input: the sentences of the user's own words. Output: the leading reply with its span and what it
chooses, or None. A reply with a string attached ("but", "first", 不过) or a mere "got it" is none.
What follows the reply in the message is not looked at here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from sayso.core.recent import keeps_recent
from sayso.core.speech import lexicon as lx
from sayso.core.speech import lexicon_reply as lr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sayso.core.speech.clauses import Clause, Sentence

_PIECES_MAX: Final = 8
_CHOICE_MAX_CHARS: Final = 80
_NAMED_MAX_CHARS: Final = 24
_BARE_MAX_WORDS: Final = 3
_BARE_MAX_HAN: Final = 8
_SPARE_CHARS: Final = 4
_ECHO_MAX_CHARS: Final = 70
_AGAIN_MAX_CHARS: Final = 36
_NODDED_CHARS: Final = 8
_GAP_MAX_CHARS: Final = 3
_WORDLESS: Final = re.compile(r"[\W_]+")
_SHORT_CHARS: Final = 24
_CHATTY_CHARS: Final = 20
_ORDINALS: Final = (
    ("first", "1st", "one", "一", "①", "甲", "i", "一种", "前者", "头一个", "前一种", "前一个"),
    ("second", "2nd", "two", "二", "②", "乙", "两", "另一种", "other"),
    ("third", "3rd", "three", "三", "③", "丙", "iii"),
    ("fourth", "4th", "four", "四", "④", "丁"),
    ("fifth", "5th", "five", "五", "⑤"),
    ("六", "⑥"),
)
_LETTERED: Final = {"i": "1", "ii": "2", "iii": "3", "former": "1", "middle": "2"}
_LAST: Final = ("last", "latter", "后者", "最后一个", "后一种", "后一个")
_NUMBERS: Final[Mapping[str, str]] = (
    {word: str(number) for number, words in enumerate(_ORDINALS, 1) for word in words}
    | _LETTERED
    | dict.fromkeys(_LAST, "last")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A leading agreement or choice: text[start:end].

    `choice` is the normal form of an option's label ("a", "2", "last"), '' for plain agreement;
    `named` are the words that name a choice without a label ("the event-driven one"); `rest` are
    the clauses that follow the agreement in its sentence.
    """

    start: int
    end: int
    choice: str
    named: str
    bare: bool
    agrees: bool
    rest: tuple[str, ...] = ()


def leading_reply(spoken: Sequence[Sentence]) -> Reply | None:
    """Give the agreement or choice a message opens with, or None."""
    if not spoken or spoken[0].asks or _is_heard(spoken[0]):
        return None
    clauses = spoken[0].clauses
    agreed = 0
    while agreed < len(clauses) and is_agreement(clauses[agreed].plain):
        agreed += 1
    if _has_reserve(spoken, clauses[agreed:]):
        return None
    reply = _chosen(clauses, agreed) or _agreed(clauses, agreed)
    if reply is None or reply.bare:
        reply = _echoed(spoken[0], spoken[1:2]) or reply
    if reply is None:
        return None
    rest = tuple(clause.plain for clause in clauses[agreed:])
    return replace(_drawn_out(reply, spoken[1:]), rest=rest)


@keeps_recent
def is_agreement(plain: str) -> bool:
    """Tell whether a clause is nothing but agreement, whatever words it is made of."""
    plain = lr.SYMBOLS.sub("", plain).strip() or plain
    at, pieces = 0, 0
    while at < len(plain) and pieces < _PIECES_MAX:
        match = lr.AGREE.match(plain, at)
        if match is None or match.end() == at:
            return False
        at, pieces = match.end(), pieces + 1
    return at >= len(plain) and pieces > 0


def label_of(raw: str) -> str:
    """Bring an option's label or ordinal to one form: a letter, a digit or "last"."""
    return _NUMBERS.get(raw, raw)


def _echoed(sentence: Sentence, following: Sequence[Sentence]) -> Reply | None:
    """Read a short sentence that repeats the proposed words and says yes to them."""
    clauses = sentence.clauses
    if len(sentence.plain) > _ECHO_MAX_CHARS or lr.FAULT.search(sentence.plain):
        return None
    joined = any(
        is_agreement(clause.plain) for near in (sentence, *following) for clause in near.clauses
    )
    well = any(lr.WELL.search(clause.plain) for clause in clauses if not is_agreement(clause.plain))
    said = lr.ECHO.search(sentence.plain) or (joined and well)
    if not said:
        return None
    return Reply(
        start=clauses[0].start,
        end=clauses[-1].end,
        choice="",
        named=sentence.plain,
        bare=False,
        agrees=False,
    )


def _drawn_out(reply: Reply, following: Sequence[Sentence]) -> Reply:
    """Take in the next short sentence where it only says yes once more."""
    if not following or following[0].start - reply.end > _GAP_MAX_CHARS:
        return reply
    after = following[0]
    again = all(is_agreement(clause.plain) for clause in after.clauses)
    nodded = _agreed_words(after.plain) >= _NODDED_CHARS
    short = len(after.plain) <= _AGAIN_MAX_CHARS and lr.AGAIN.search(after.plain) is not None
    short = short or (nodded and len(after.plain) <= _ECHO_MAX_CHARS)
    if after.asks or not (again or (short and lr.FAULT.search(after.plain) is None)):
        return reply
    return replace(reply, end=after.clauses[-1].end)


def _is_heard(sentence: Sentence) -> bool:
    plain = sentence.plain.rstrip("。.!~ ")
    if lr.HEARD.fullmatch(plain) is None:
        return False
    # "ok" alone hears and agrees; only words of hearing make it no answer.
    return not is_agreement(plain) or lr.HEARD_ONLY.search(plain) is not None


def _has_reserve(spoken: Sequence[Sentence], rest: Sequence[Clause]) -> bool:
    if any(lr.RESERVED.search(part.plain) for part in rest if not is_agreement(part.plain)):
        return True
    return len(spoken) > 1 and lr.RESERVED.match(spoken[1].plain) is not None


def _agreed(clauses: Sequence[Clause], agreed: int) -> Reply | None:
    if not _agrees(clauses[:agreed]):
        return None
    end = clauses[agreed - 1].end
    rest = clauses[-1].end - end
    if rest > _CHATTY_CHARS and _chats_on(clauses, agreed):
        return None
    # A short rest of the sentence belongs to the answer: "agreed, write it".
    whole = clauses[-1].end - clauses[0].start
    short = whole <= max(_SHORT_CHARS, 2 * (end - clauses[0].start))
    aside = any(lr.ASIDE.match(clause.plain) for clause in clauses[agreed:])
    if (
        short
        and not aside
        and not any(lx.ONWARD.search(clause.plain) for clause in clauses[agreed:])
    ):
        end = clauses[-1].end
    return Reply(start=clauses[0].start, end=end, choice="", named="", bare=False, agrees=True)


def _agrees(clauses: Sequence[Clause]) -> bool:
    """Tell whether clauses of agreement say yes, and not only "hm"."""
    return any(lr.MURMUR.fullmatch(clause.plain) is None for clause in clauses)


def _chats_on(clauses: Sequence[Clause], agreed: int) -> bool:
    """Tell whether a light yes only opens a remark of its own."""
    light = all(lr.LIGHT_YES.fullmatch(clause.plain) for clause in clauses[:agreed])
    return light and lr.GOES_ON.match(clauses[agreed].plain) is None


def _chosen(clauses: Sequence[Clause], agreed: int) -> Reply | None:
    """Look for a choice in the first clause that says more than yes."""
    for at in range(min(agreed + 1, len(clauses))):
        plain = clauses[at].plain
        if len(plain) > _CHOICE_MAX_CHARS:
            return None
        choice = _choice_in(plain)
        names = not choice and at == agreed and lr.ASIDE.match(plain) is None
        named = _named_in(plain, agreed=agreed > 0) if names else ""
        if choice or named:
            end = max(at + 1, _agreeing_end(clauses, at + 1))
            return Reply(
                start=clauses[0].start,
                end=clauses[end - 1].end,
                choice=choice,
                named=_said_with(clauses, named),
                bare=bool(named) and named == plain.strip() and not _assents(clauses),
                agrees=_agrees(clauses[:agreed]) or _agreed_words(plain) > 0,
            )
    return None


def _said_with(clauses: Sequence[Clause], named: str) -> str:
    """Give the words of a short answer that names its choice, all of them."""
    short = clauses[-1].end - clauses[0].start <= _ECHO_MAX_CHARS
    return " ".join(clause.plain for clause in clauses) if named and short else named


def _assents(clauses: Sequence[Clause]) -> bool:
    """Tell whether words beside a name say yes to it."""
    joined = any(
        is_agreement(clause.plain) and lr.LIGHT_YES.fullmatch(clause.plain) is None
        for clause in clauses
    )
    return any(lr.ECHO.search(clause.plain) for clause in clauses) or joined


def _agreeing_end(clauses: Sequence[Clause], at: int) -> int:
    while at < len(clauses) and is_agreement(clauses[at].plain):
        at += 1
    return at


def _choice_in(plain: str) -> str:
    match = lr.CHOICE_HAN.search(plain) or lr.CHOICE_LATIN.search(plain)
    if match is None:
        return ""
    rest = lr.CHOOSING.blank(plain[: match.start()] + " " + plain[match.end() :])
    said = _WORDLESS.sub("", rest)
    # "The second one fails" talks about an option; a choice says little else.
    return label_of(_first_group(match)) if len(said) <= _SPARE_CHARS else ""


def _named_in(plain: str, *, agreed: bool) -> str:
    """Give the words that name a choice; after a yes, a few plain words do."""
    match = lr.CHOICE_NAMED.search(plain)
    if match is not None:
        return "" if lr.FAULT.search(plain) and not agreed else _first_group(match).strip()
    rest = plain[_agreed_words(plain) :].strip()
    if not agreed and rest == plain.strip():
        return rest if _is_short_name(rest) else ""
    short = 0 < len(rest) <= _NAMED_MAX_CHARS and lx.ONWARD.search(rest) is None
    return rest if short else ""


def _is_short_name(plain: str) -> bool:
    """Tell whether words could be nothing but the name of an option."""
    if lr.FAULT.search(plain):
        return False
    if plain.isascii():
        return len(plain.split()) <= _BARE_MAX_WORDS
    return len(plain) <= _BARE_MAX_HAN


def _agreed_words(plain: str) -> int:
    """Give how many characters of a clause are agreement at its start."""
    at = 0
    for _ in range(_PIECES_MAX):
        match = lr.AGREE.match(plain, at)
        if match is None or match.end() == at:
            break
        at = match.end()
    return at


def _first_group(match: re.Match[str]) -> str:
    return next(group for group in match.groups() if group)
