"""Sentences and clauses of a text, with offsets in code points of that text.

Input: any text. Output: sentences in order, each cut into clauses. Sentences end at closing
punctuation and at line breaks that do not stand inside one (see `lines`); clauses at commas,
colons, dashes, at the blank between Han words that stands for a comma in chats, and before "but"
and "so". Invariants: offsets are ascending and lie in the text, no piece is blank, and a clause
lies inside its sentence. Work is linear in the length; a sentence longer than a quote may be is
kept whole but never cut into clauses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.speech.lines import goes_on
from sayso.core.text import fold, is_han

if TYPE_CHECKING:
    from collections.abc import Iterator

SentenceSpan = tuple[int, int, int]

# A letter that stands for quoted text in the masked copy; no marker contains it.
MASK: Final = "\ufffc"

_QUOTE_SIGNS: Final = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "＇": "'"})
_QUOTED: Final = re.compile(
    r"“[^“”\n]{1,1500}”"
    r'|"[^"\n]{1,1500}"'
    r"|「[^「」\n]{1,1500}」"
    r"|『[^『』\n]{1,1500}』"
    r"|《[^《》\n]{1,300}》"
    r"|`[^`\n]{1,300}`"
    r"|(?<![\w'])'(?=\S)[^'\n]{1,300}'(?!\w)"
)
_SENTENCE_END: Final = re.compile(
    r"[。！？!?\n…]+[)\"'”」\]]?|(?<!\.)\.++[)\"”]?(?=\s|$)|~(?=\s|$)"
)
_CLAUSE_END: Final = re.compile(
    r",(?!\d)|(?<!\d),(?=\d)|;(?=\s|$|[^\x00-\x7f])|(?<=[^\x00-\x7f]);"
    r"|:(?=\s|[^\x00-\x7f]|$)|(?<=[^\x00-\x7f]):"
    r"|—+|\s[-–]+\s"
    r"|(?<=[\u4e00-\u9fff])[^\S\n]+(?=[\u4e00-\u9fff])"
    r"|(?<! is)(?<! was)(?<! are)(?<!'s)(?<! be)\s(?=so\s)|\s(?=(?:but|because|although)\s"
    r"|and that(?:'s| is)\s)"
    r"|\s(?=and (?:we|i)(?:'ve| have)? (?:picked|chose|agreed|decided|settled|went|voted|opted)\s)"
)
_ABBREVIATION: Final = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|vs|etc|dr|mr|mrs|ms|st|no|approx|incl|cf|fig|art|sec)\.$"
)
# A label is at the start of its sentence or after a pause: "1. first", "…, B. second".
_LABEL: Final = re.compile(r"(?:^|[,;:] ?)\s*\(?(?:\d{1,2}|[a-h])\.$")
_LABEL_CHARS: Final = 6
_NEAR_CHARS: Final = 10
_JOINED_MAX_CHARS: Final = 1_000  # of lines that are one sentence; a longer one is a list
_NEXT_CHARS: Final = 40
_BLANK: Final = re.compile(r"(?<!\s)\s++")
_READ_CHARS: Final = 400  # of a clause; whoever speaks has come to the point by then


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """text[start:end] trimmed; `plain` is its folded, lower-case, quote-masked copy.

    Of a very long clause `plain` is only the beginning. It keeps a colon that follows, because
    an announcing clause is read by it.
    """

    start: int
    end: int
    plain: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """text[start:end] with its closing sign; `asks` is true when that sign is a question mark."""

    start: int
    end: int
    plain: str
    asks: bool
    clauses: tuple[Clause, ...]


def plain_copy(text: str) -> str:
    """Fold, lower and straighten a text without changing any offset."""
    folded = fold(text).translate(_QUOTE_SIGNS)
    lowered = folded.lower()
    if len(lowered) == len(folded):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in folded)


def masked_copy(plain: str) -> str:
    """Blank the inside of quotations: words that are mentioned are not words that are used."""
    return _QUOTED.sub(_blank_inside, plain)


def sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of a text in order."""
    yield from sentences_of(masked_copy(plain_copy(text)))


def sentences_of(masked: str) -> Iterator[Sentence]:
    """Yield the sentences of a plain, masked copy in order."""
    for span in sentence_spans(masked):
        yield sentence_at(masked, span)


def sentence_spans(masked: str) -> Iterator[SentenceSpan]:
    """Yield where sentences stand: start, start of the closing sign, end; all trimmed."""
    start = 0
    for match in _SENTENCE_END.finditer(masked):
        if _is_no_end(masked, start, match):
            continue
        yield from _trimmed(masked, (start, match.start(), match.end()))
        start = match.end()
    yield from _trimmed(masked, (start, len(masked), len(masked)))


def sentence_at(masked: str, span: SentenceSpan) -> Sentence:
    """Cut the sentence at a span into its clauses."""
    start, spoken_end, end = span
    return Sentence(
        start=start,
        end=end,
        plain=masked[start:end].replace("\n", " "),
        asks="?" in masked[spoken_end:end],
        clauses=tuple(_clauses(masked, start, spoken_end)),
    )


def _trimmed(masked: str, span: SentenceSpan) -> Iterator[SentenceSpan]:
    start, spoken_end = _trim(masked, span[0], span[1])
    if start < spoken_end:
        yield start, spoken_end, _trim(masked, start, span[2])[1]


def _blank_inside(match: re.Match[str]) -> str:
    found = match.group()
    return found[0] + MASK * (len(found) - 2) + found[-1]


def _is_no_end(masked: str, start: int, match: re.Match[str]) -> bool:
    """Tell abbreviations, list numbers and soft line wraps from real ends."""
    sign = match.group()
    if sign == ".":
        # Of a sentence of many "no." only the last characters are looked at, at each of them.
        near = masked[max(start, match.end() - _NEAR_CHARS) : match.end()]
        inside = match.end() - start > _LABEL_CHARS
        tail = ("x" if inside else "") + near[-_LABEL_CHARS:]
        return _ABBREVIATION.search(near) is not None or _LABEL.search(tail) is not None
    if sign != "\n" or match.end() >= len(masked) or match.end() - start > _JOINED_MAX_CHARS:
        return False
    line = masked[max(start, masked.rfind("\n", start, match.start()) + 1) : match.start()]
    ending = masked.find("\n", match.end(), match.end() + _NEXT_CHARS)
    return goes_on(line, masked[match.end() : ending if ending >= 0 else match.end() + _NEXT_CHARS])


def _clauses(masked: str, start: int, end: int) -> Iterator[Clause]:
    at = start
    if end - start <= limits.QUOTE_MAX_CHARS:
        for match in _CLAUSE_END.finditer(masked, start, end):
            sign = match.group().strip()
            yield from _clause(masked, (at, match.start()), ":" if sign == ":" else "")
            at = match.end()
    yield from _clause(masked, (at, end), "")


def _clause(masked: str, span: tuple[int, int], sign: str) -> Iterator[Clause]:
    start, end = _trim(masked, *span)
    if start < end:
        plain = masked[start : min(end, start + _READ_CHARS)]
        yield Clause(start=start, end=end, plain=_unwrapped(plain) + sign)


def _unwrapped(plain: str) -> str:
    """Take the line breaks out of a clause: a blank between words, nothing between Han ones."""
    return _BLANK.sub(_unwrapped_blank, plain) if "\n" in plain else plain


def _unwrapped_blank(blank: re.Match[str]) -> str:
    if "\n" not in blank.group():
        return blank.group()
    start, end = blank.span()
    around = blank.string[max(0, start - 1) : start] + blank.string[end : end + 1]
    return "" if len(around) > 1 and all(map(is_han, around)) else " "


def _trim(masked: str, start: int, end: int) -> tuple[int, int]:
    while start < end and masked[start].isspace():
        start += 1
    while end > start and masked[end - 1].isspace():
        end -= 1
    return start, end
