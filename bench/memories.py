"""Made-up bilingual memories and queries for them, the same ones for the same seed.

Words are drawn by Zipf's law from invented vocabularies: English-like ones of syllables and
two-character Chinese ones. 45 % of the items are English, 35 % Chinese, 20 % mixed. There are no
topics, so an item shares with its neighbours only what chance gives it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

SYLLABLES: Final = tuple(head + vowel for head in "bcdfghklmnprstvw" for vowel in "aeiou")
HAN: Final = tuple(chr(code) for code in range(0x4E00, 0x4E00 + 1_800))
HAN_ELSEWHERE: Final = tuple(chr(code) for code in range(0x8000, 0x8200))
WORDS_PER_LANGUAGE: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What one item says."""

    title: str
    aliases: tuple[str, ...]
    keywords: tuple[str, ...]
    words: tuple[str, ...]
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """Words of one language with their cumulative weights; `joiner` stands between words."""

    words: tuple[str, ...]
    weights: tuple[float, ...]
    joiner: str


class Writer:
    """Writes memories and queries from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        latin = ["".join(self._some(SYLLABLES, 2, 4)) for _ in range(WORDS_PER_LANGUAGE)]
        han = ["".join(self._some(HAN, 2, 2)) for _ in range(WORDS_PER_LANGUAGE)]
        self._latin = _vocabulary(latin, " ")
        self._han = _vocabulary(han, "")

    def memories(self, count: int) -> list[Memory]:
        """Write a number of memories."""
        return list(self.stream(count))

    def stream(self, count: int) -> Iterator[Memory]:
        """Write a number of memories one by one."""
        return (self._memory() for _ in range(count))

    def queries(self, memories: list[Memory], count: int) -> list[str]:
        """Write queries: 40 % keywords or prefixes, 20 % substrings, 30 % words, 10 % misses."""
        kinds = self._random.choices(
            (self._keyword, self._substring, self._content, self._miss), (4, 2, 3, 1), k=count
        )
        return [ask(self._random.choice(memories)) for ask in kinds]

    def _memory(self) -> Memory:
        draw = self._random.random()
        pool = [self._latin] * (draw < 0.65) + [self._han] * (draw >= 0.45)
        words = self._words(pool, 14, 30)
        return Memory(
            title=self._text(self._words(pool, 3, 5)),
            aliases=(self._text(self._words(pool, 1, 2)),),
            keywords=tuple(self._text(self._words(pool, 1, 2)) for _ in range(5)),
            words=tuple(word for word, _ in words),
            content=self._text(words),
        )

    def _words(self, pool: list[Vocabulary], low: int, high: int) -> list[tuple[str, str]]:
        """Draw words, each with the joiner that follows it; mixed texts change language."""
        drawn = []
        for _ in range(self._random.randint(low, high)):
            language = self._random.choice(pool)
            word = self._random.choices(language.words, cum_weights=language.weights)[0]
            drawn.append((word, language.joiner))
        return drawn

    @staticmethod
    def _text(words: list[tuple[str, str]]) -> str:
        return "".join(word + joiner for word, joiner in words).strip()

    def _keyword(self, memory: Memory) -> str:
        keyword = self._random.choice(memory.keywords)
        whole = self._random.random() < 0.5
        return keyword if whole else keyword[: 4 if keyword.isascii() else 2]

    def _substring(self, memory: Memory) -> str:
        term = self._random.choice((memory.title, *memory.aliases, *memory.keywords))
        length = min(self._random.randint(2, 6), len(term))
        start = self._random.randint(0, len(term) - length)
        return term[start : start + length]

    def _content(self, memory: Memory) -> str:
        return " ".join(self._random.sample(memory.words, self._random.randint(2, 4)))

    def _miss(self, memory: Memory) -> str:
        if memory.title.isascii():
            return " ".join("".join(self._some(("xo", "zi", "qu"), 3, 4)) for _ in range(2))
        return "".join(self._some(HAN_ELSEWHERE, 3, 6))

    def _some(self, parts: tuple[str, ...], low: int, high: int) -> list[str]:
        return self._random.choices(parts, k=self._random.randint(low, high))


def _vocabulary(words: list[str], joiner: str) -> Vocabulary:
    """Weigh words by their rank, as in real text."""
    distinct = tuple(dict.fromkeys(words))
    weights = tuple(accumulate(1 / (rank + 2.7) for rank in range(len(distinct))))
    return Vocabulary(words=distinct, weights=weights, joiner=joiner)
