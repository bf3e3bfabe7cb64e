"""The English part of snowballstemmer, without the other thirty-five languages.

That package imports all of them at once, which takes as long as several starts of Python and would
be felt in every prompt. This package has no modules of its own and looks for them in the folder of
the other one: `english_stemmer` and what it imports are loaded from there, and nothing else is.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from typing import Final, Protocol, cast

_FOUND: Final = PathFinder.find_spec("snowballstemmer")
__path__ = list((_FOUND and _FOUND.submodule_search_locations) or ())


class Stemmer(Protocol):
    """What stems words, one after another: it holds the one it works on."""

    def stemWord(self, word: str) -> str:  # noqa: N802 - its own name
        """Give the stem of a word."""
        ...


@cache
def english() -> type[Stemmer]:
    """Give the class of stemmers for English, loaded when first asked for."""
    return cast("type[Stemmer]", import_module(f"{__name__}.english_stemmer").EnglishStemmer)
