"""What the words of a question weigh, and which of their postings are read.

Input: the words asked for, in how many documents of the scope each stands, and the size of the
scope. Output: terms with weights, rarest first. A word weighs idf^1.2 in thousandths, where
idf = ln(1 + (N - n + 0.5) / (n + 0.5)); one that stands nowhere weighs as much as the rarest could.
The name of somebody who speaks in the scope is no word to look for: it tells whose words are meant.
Postings are read from the rarest words only, as many as the budget allows; what has none of these
could not become a good hit, and of what has, the common words are looked up one by one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from typing import TYPE_CHECKING, Final

from sayso.core.limits import RECALL_POSTINGS_MAX

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sayso.core.recall.words import Asked

_RARITY: Final = 1.2  # the power of idf: above 1, rare words count for more than by chance alone
_SPEAKER_MIN_SHARE: Final = 20  # a speaker says one document of so many; less may be a mere label
_SPEAKER_MIN_DOCUMENTS: Final = 40  # two of them are by somebody who speaks
_FEW_DOCUMENTS: Final = 64  # about thirty turns
_THOUSAND: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A word that the scope has: the number it is posted under, and its newest postings.

    `read` of its postings were counted, from `oldest` to `newest`; `first` is its very first one.
    Numbers of documents rise with time, so their spread tells how many there are in all.
    """

    word_id: int
    read: int
    first: int
    oldest: int
    newest: int

    @property
    def documents(self) -> int:
        """In how many documents the word stands: counted, or judged by the newest of them."""
        return round(self.read * (self.newest - self.first + 1) / (self.newest - self.oldest + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A word to look for, with what the scope knows of it; `weight` is in thousandths.

    A single Han character is looked for in all words that start with it. `is_extra` tells that it
    weighs beside the others, `is_read` that its postings are read.
    """

    word: str
    known: tuple[Known, ...]
    documents: int
    weight: int
    is_extra: bool = False
    is_read: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """A question weighed: its terms, heaviest first, and who is meant to have spoken.

    `is_of_few` tells that the scope holds few documents.
    """

    terms: tuple[Term, ...]
    speaker_ids: tuple[int, ...] = ()
    is_of_few: bool = False

    @property
    def weight(self) -> int:
        """What all words weigh together; identifiers as a whole weigh beside that."""
        return sum(term.weight for term in self.terms if not term.is_extra)


def words_to_look_up(asked: Asked) -> tuple[str, ...]:
    """Give every word whose postings a question may need."""
    names = (name for name, _ in asked.names)
    return tuple(dict.fromkeys((*asked.words, *asked.wholes, *names)))


def weigh(asked: Asked, known: Mapping[str, tuple[Known, ...]], documents: int) -> Sought:
    """Weigh a question in a scope of so many documents."""
    names = tuple(_speakers(asked, known, documents))
    spoken = {word for _, words in names for word in words}
    words = [word for word in asked.words if word not in spoken] or list(asked.words)
    terms = [_term(word, known.get(word, ()), documents) for word in words]
    terms += [
        _term(word, known[word], documents, is_extra=True)
        for word in asked.wholes
        if word in known and word not in words
    ]
    terms.sort(key=lambda term: (-term.weight, term.word))
    # Who is meant cannot be told where two are named: one may have spoken of the other.
    meant = names[0][0] if len(names) == 1 else None
    return Sought(
        terms=tuple(_read(terms)),
        speaker_ids=tuple(one.word_id for one in known[meant]) if meant else (),
        is_of_few=documents < _FEW_DOCUMENTS,
    )


def _speakers(
    asked: Asked, known: Mapping[str, tuple[Known, ...]], documents: int
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, words in asked.names:
        spoken = sum(one.documents for one in known.get(name, ()))
        if spoken * _SPEAKER_MIN_SHARE >= max(documents, _SPEAKER_MIN_DOCUMENTS):
            yield name, words


def _term(word: str, known: tuple[Known, ...], documents: int, *, is_extra: bool = False) -> Term:
    held = min(documents, sum(one.documents for one in known))
    rarity = log(1 + (documents - held + 0.5) / (held + 0.5))
    return Term(
        word=word,
        known=known,
        documents=held,
        weight=max(1, round(_THOUSAND * rarity**_RARITY)),
        is_extra=is_extra,
    )


def _read(terms: list[Term]) -> Iterator[Term]:
    """Tell whose postings are read: the first that are known, and the next while they are few."""
    left = RECALL_POSTINGS_MAX
    is_first = True
    for term in terms:
        size = sum(one.read for one in term.known)
        is_read = bool(size) and (is_first or size <= left)
        left -= size if is_read else 0
        is_first = is_first and not is_read
        yield replace(term, is_read=is_read)
