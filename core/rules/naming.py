"""How a memory is called: title, aliases, synopsis and keywords, from the user's own words.

Input: the clause that was quoted and, for a confirmation, the proposal it answered; or a whole
candidate. Output: texts within the bounds of both stages. Invariant: every title, alias, synopsis
and keyword is a slice of what was given (white space joined, long ones clipped with an ellipsis);
nothing is translated or invented (A189).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.rules.lead_ins import HAN_LEAD_INS, HAN_PRONOUNS, LATIN_LEAD_INS
from sayso.core.stopwords import HAN_KEPT
from sayso.core.subjects import content_words
from sayso.core.text import ELLIPSIS, clip, fold, normalise, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.items import Candidate
    from sayso.core.subjects import ContentWord

TITLE_AIM_CHARS: Final = 60
ALIASES_MADE_MAX: Final = 6
TITLE_WORDS_MIN: Final = 2  # a shorter beginning says too little to stand for the rest
LEAD_INS_MAX: Final = 12
PHRASE_WORDS_MAX: Final = 4
PHRASE_MAX_CHARS: Final = 40

_SEGMENT: Final = re.compile(r"[^，,；;。！!？?：:\s](?:[^，,；;。！!？?：:.]|[.:,](?=\S))*")
_HAN_LEAD_IN: Final = re.compile(
    f"(?!{'|'.join(sorted(HAN_KEPT))})"
    f"(?:{'|'.join(HAN_LEAD_INS)}|(?:{'|'.join(HAN_PRONOUNS)})(?={'|'.join(HAN_LEAD_INS)}))"
    r"[\s，,：:、]*"
)
_LATIN_LEAD_IN: Final = re.compile(
    rf"(?:{'|'.join(LATIN_LEAD_INS)})(?:\s*[,:;.!]\s*|\s+(?:[-\u2013\u2014]\s+)?)", re.IGNORECASE
)
_EDGES: Final = " \t\"'`“”‘’「」『』()（）[]【】<>《》*_-—–,，.。;；:：!！?？、"
_PUNCTUATION: Final = "，,；;。.：:、 "
_PHRASE_GAP: Final = re.compile(r"\s{0,2}|;|-")


# What makes a question of a proposal: 要不要改用 SQLite, "should we use SQLite", …，可以吗.
_ASKING: Final = re.compile(
    r"(?:要不要|是否(?:应该|需要|可以|要)?|是不是(?:应该|需要|可以|要)?|可不可以|能不能|可否|能否)"
    r"|^(?:should|shall|could|can) we (?=\w)",
    re.IGNORECASE,
)
_ASKING_TAIL: Final = re.compile(
    r"[,，]\s*(?:这样|你看|您看|你觉得|您觉得)?"
    r"(?:可以|可行|行|好|成|同意|怎么样|如何|ok)(?:吗|么|不)?$"
    r"|(?<=[\u4e00-\u9fffA-Za-z0-9])[吗么]$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """What stage 1 calls a memory: a title and up to six short handles."""

    title: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What stage 2 adds: the statement on one line, and the words it is found by."""

    synopsis: str
    keywords: tuple[str, ...]


def name_memory(clause: str, proposal: str) -> Naming:
    """Name a memory after the user's clause, or after the proposal that the clause confirms.

    The title leaves out the markers that lead in or close the statement; it is never empty.

    >>> name_memory("from now on use tabs for everything", "").title
    'use tabs for everything'
    """
    statement = one_line(proposal) or one_line(clause)
    title = _title_of(statement)
    aliases = key_phrases(statement, ALIASES_MADE_MAX, without=(title,))
    return Naming(title=title, aliases=aliases)


def as_stated(proposal: str) -> str:
    """Say as a statement what was proposed as a question, once somebody said yes to it.

    >>> as_stated("要不要改用 SQLite")
    '改用 SQLite'
    """
    stated = _ASKING.sub("", _ASKING_TAIL.sub("", proposal), count=1).strip()
    return stated if content_words(stated) else proposal


def describe(candidate: Candidate) -> Description:
    """Give synopsis and keywords of an accepted candidate for stage 2."""
    statement = one_line(candidate.content) or one_line(candidate.title) or ELLIPSIS
    whole = " \n ".join((statement, candidate.title, *candidate.aliases))
    return Description(
        synopsis=clip(statement, limits.SYNOPSIS_MAX_CHARS),
        keywords=key_phrases(whole, limits.KEYWORDS_MAX, without=()),
    )


def key_phrases(text: str, at_most: int, *, without: Iterable[str]) -> tuple[str, ...]:
    """Give the noun phrases, identifiers and content words of a text, in order, each once.

    Where there are more than at_most, plain single English words are left out first. `without`
    names texts that must not come again.
    """
    words = content_words(text)
    found = sorted(_phrases(text, words) + _singles(words), key=lambda part: part[:2])
    seen = {normalise(known) for known in without}
    kept: list[tuple[int, int, str]] = []
    for rank, phrase in ((rank, phrase) for _, rank, phrase in found):
        form = normalise(phrase)
        if form and form not in seen:
            seen.add(form)
            kept.append((rank, len(kept), phrase))
    chosen = sorted(sorted(kept)[:at_most], key=lambda part: part[1])
    return tuple(phrase for _, _, phrase in chosen)


def _title_of(statement: str) -> str:
    core = _without_lead_in(_without_edges(statement))
    return _shortened(core) or clip(statement, TITLE_AIM_CHARS) or ELLIPSIS


def _without_edges(statement: str) -> str:
    """Drop leading and closing segments that hold markers only ("just so", 就这么定)."""
    spans = [match.span() for match in _SEGMENT.finditer(statement) if content_words(match.group())]
    if not spans:
        return statement.strip(_EDGES)
    return statement[spans[0][0] : spans[-1][1]]


def _without_lead_in(text: str) -> str:
    """Strip speech markers from the front as long as something with a subject remains."""
    rest = text
    for _ in range(LEAD_INS_MAX):
        folded = fold(rest)
        match = _HAN_LEAD_IN.match(folded) or _LATIN_LEAD_IN.match(folded)
        if match is None or not content_words(rest[match.end() :]):
            break
        rest = rest[match.end() :]
    return rest


def _shortened(text: str) -> str:
    """Keep leading segments up to the aimed length; one long segment is clipped."""
    text = text.strip(_PUNCTUATION)
    if len(text) <= TITLE_AIM_CHARS:
        return text
    ends = [match.end() for match in _SEGMENT.finditer(text) if match.end() <= TITLE_AIM_CHARS]
    fitting = [end for end in ends if len(content_words(text[:end])) >= TITLE_WORDS_MIN]
    return text[: fitting[-1]].strip(_PUNCTUATION) if fitting else clip(text, TITLE_AIM_CHARS)


def _phrases(text: str, words: tuple[ContentWord, ...]) -> list[tuple[int, int, str]]:
    """Give runs of adjacent content words, at least one of them Latin, as (place, rank, text)."""
    runs: list[list[ContentWord]] = []
    for word in words:
        last = runs[-1][-1] if runs else None
        if last and _joins(text, last, word) and len(runs[-1]) < PHRASE_WORDS_MAX:
            runs[-1].append(word)
        else:
            runs.append([word])
    spans = [(run[0].start, run[-1].end) for run in runs if len(run) > 1]
    return [(start, 0, text[start:end]) for start, end in spans if end - start <= PHRASE_MAX_CHARS]


def _joins(text: str, before: ContentWord, after: ContentWord) -> bool:
    if before.is_han and after.is_han:
        return False
    return _PHRASE_GAP.fullmatch(text[before.end : after.start]) is not None


def _singles(words: tuple[ContentWord, ...]) -> list[tuple[int, int, str]]:
    """Give each content word as (place, rank, text): names and Han words before plain ones."""
    return [
        (word.start, 1 if _is_name(word) else 2, clip(word.text, limits.ALIAS_MAX_CHARS))
        for word in words
        if len(word.text) > 1
    ]


def _is_name(word: ContentWord) -> bool:
    return word.is_han or not (word.text.isalpha() and word.text.islower())
