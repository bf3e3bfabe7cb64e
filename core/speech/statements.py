"""Sentences grouped into statements: a sentence with the short ones that lean on it.

"Ask me before installing anything. Every time." is one statement in two sentences. Input: the
sentences of a user's text. Output: groups with the marks of every clause. Invariants: order is
kept, every clause belongs to exactly one statement, and a statement never spans a blank line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.recent import keeps_recent
from sayso.core.speech import lexicon as lx
from sayso.core.speech import lexicon_choice as lc
from sayso.core.speech.clauses import MASK
from sayso.core.speech.marks import Marks, marks_of, opening

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.speech.clauses import Clause, Sentence

_BARE_MAX_CHARS: Final = 6
_MARKER_MAX_CHARS: Final = 30
_LEANING_MAX_CHARS: Final = 90
_GAP_MAX_CHARS: Final = 2
_POINTER: Final = re.compile(
    r"(?:(?:and|so|also|but|same|please) )?(?:(?:stick to|keep to|keep|follow|apply|do|use|treat"
    r"|take|save|note|remember|hold|make|hold me to|consider|call) )?(?:exactly |just )?"
    r"(?:(?:that|this|it)'?s|that|this|it|these|those|(?:the )?same|so|likewise|ditto)(?![a-z])"
    r"|(?:这|那|此|以上|上面|都|就)(?:个|条|件|项|是|样|么)?"
)
_TURNS: Final = re.compile(
    r"(?:no|ok|so|right)$|(?:no |ok |right |so )?(?:scrap|scratch|forget|ditch|drop|bin"
    r"|strike) the \w+(?: \w+)?$|(?:so |no |ok )?not [\w' -]{2,40} after all$"
)
_SCOPE: Final = re.compile(
    r"(?:and |or |but )?(?:not |never )?(?:even |just |only )?(?:in|on|at|for|with|during) "
    r"(?!.*(?<![a-z])(?:you|i|we|they|he|she|is|are|use|write|put)(?![a-z])).{2,30}$"
    r"|no matter [^,]{3,30}$|(?:every|each) \w+$|no [\w-]+$"
)
_GIVEN_UP: Final = frozenset({"contrary", "reversal", "conclude"})
_WORDLESS: Final = re.compile(r"[\W_]+")
_LIGHT: Final = re.compile(
    r"(?<![a-z])(?:a|an|the|is|are|was|be|been|and|or|on|for|to|of|in|it|that|this|we|i|my|our"
    r"|so|all|now|just|as|please|pls|both|then|though|finally|already)(?![a-z])"
    r"|[的了吧啊呀我就也这那个是已经]"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One or more sentences that say one thing, with the marks of each clause."""

    sentences: tuple[Sentence, ...]
    clauses: tuple[Clause, ...]
    marks: tuple[Marks, ...]


def statements(spoken: Iterable[Sentence]) -> Iterator[Statement]:
    """Group sentences into statements, in order."""
    pending: list[Sentence] = []
    for sentence in spoken:
        if pending and not _belongs(pending, sentence):
            yield _statement(pending)
            pending = []
        pending.append(sentence)
    if pending:
        yield _statement(pending)


@keeps_recent
def is_bare(plain: str) -> bool:
    """Tell whether a clause holds markers and little else, so that it leans on a neighbour."""
    if MASK in plain:
        return False
    rest = opening(plain)
    settled = lc.SETTLED.search(plain)
    if settled is not None and len(settled.group()) > _MARKER_MAX_CHARS:
        return False  # a marker that spans "chosen … over …" holds what was chosen
    for table in (lx.TAIL, lx.ONWARD, lx.REGULAR, lx.ALWAYS_WORD, lc.SETTLED, lc.CONSTRAINT):
        rest = table.blank(rest)
    rest = _WORDLESS.sub("", _LIGHT.sub(" ", rest))
    return len(rest) <= (2 if not rest.isascii() else _BARE_MAX_CHARS)


def points_back(plain: str) -> bool:
    """Tell whether a clause starts with a word for what was said before it."""
    return _POINTER.match(plain) is not None


def widens(sentence: Sentence) -> bool:
    """Tell whether a sentence without a verb only says where the one before it holds."""
    plains = [clause.plain for clause in sentence.clauses]
    scoped = all(_SCOPE.match(plain) for plain in plains)
    return scoped and any(_is_closing(plain) for plain in plains)


def _belongs(pending: list[Sentence], sentence: Sentence) -> bool:
    """Tell whether a sentence leans on the ones before it."""
    before = pending[-1]
    if sentence.start - before.end > _GAP_MAX_CHARS or before.asks or sentence.asks:
        return False
    if len(sentence.plain) > _LEANING_MAX_CHARS or len(pending) > 2:
        return False
    plains = [clause.plain for clause in sentence.clauses]
    if all(is_bare(plain) or points_back(plain) for plain in plains):
        return any(_is_closing(plain) for plain in plains)
    if (
        widens(sentence)
        or _is_lead(pending)
        or _seals(before, sentence)
        or _stands_by(before, sentence)
    ):
        return True
    return len(pending) == 1 and _declares(before) and _chooses(sentence)


def _declares(sentence: Sentence) -> bool:
    """Tell whether a sentence only says that a choice was made, and not yet which."""
    marks = [marks_of(clause.plain) for clause in sentence.clauses]
    closed = any(mark.sealed or mark.committed for mark in marks)
    return closed and not any(
        (mark.told and not mark.sealed) or mark.leanings - _GIVEN_UP for mark in marks
    )


def _chooses(sentence: Sentence) -> bool:
    marks = [marks_of(clause.plain) for clause in sentence.clauses]
    chosen = marks[0].chosen or marks[0].leanings or (marks[0].stated and marks[0].backed)
    return bool(chosen) and not any(mark.task or mark.want for mark in marks)


def _stands_by(before: Sentence, sentence: Sentence) -> bool:
    """Tell whether a sentence only gives the act that makes a choice told before it stand."""
    marks = [marks_of(clause.plain) for clause in sentence.clauses]
    sealed = all(mark.committed or mark.sealed for mark in marks)
    if not (sealed or _is_called_settled(sentence, marks)):
        return False
    return any(
        mark.chosen or mark.leanings for mark in (marks_of(one.plain) for one in before.clauses)
    )


def _is_called_settled(sentence: Sentence, marks: list[Marks]) -> bool:
    """Tell whether a sentence opens with a mere "decided" and chooses nothing after it."""
    first, rest = sentence.clauses[0].plain, marks[1:]
    settled = lc.SETTLED.match(first) is not None and is_bare(first)
    chooses = any(
        mark.settled or mark.told or mark.leanings or mark.chosen
        for mark in rest
        if not mark.committed
    )
    return settled and bool(rest) and not first.endswith(":") and not chooses


def _seals(before: Sentence, sentence: Sentence) -> bool:
    """Tell whether a sentence ends in "that's decided" and so seals a plan told before it."""
    last = sentence.clauses[-1].plain
    if len(sentence.clauses) < 2 or not points_back(last):
        return False
    if not is_bare(last) and lc.CONSTRAINT.search(last) is None:
        return False
    marks = [marks_of(clause.plain) for clause in before.clauses]
    return _is_closing(last) and any(mark.leanings or mark.settled for mark in marks)


def _is_closing(plain: str) -> bool:
    tables = (lx.TAIL, lx.ONWARD, lx.REGULAR, lx.ALWAYS_WORD, lc.SETTLED, lc.CONSTRAINT)
    return any(table.search(plain) for table in tables)


def _is_lead(pending: list[Sentence]) -> bool:
    """Tell whether all that stands is a bare "decided." or a "scrap the blue." ahead of more."""
    clauses = pending[0].clauses
    if len(pending) > 1:
        return False
    if all(_TURNS.match(clause.plain) for clause in clauses):
        return True
    return all(
        is_bare(clause.plain) and lc.SETTLED.search(clause.plain) and not points_back(clause.plain)
        for clause in clauses
    )


def _statement(pending: list[Sentence]) -> Statement:
    clauses = tuple(clause for sentence in pending for clause in sentence.clauses)
    return Statement(
        sentences=tuple(pending),
        clauses=clauses,
        marks=tuple(marks_of(clause.plain) for clause in clauses),
    )
