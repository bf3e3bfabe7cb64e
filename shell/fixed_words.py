"""The fixed words of what a model is told of memory, by language; they lie in core/prompts."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import sayso.core
from sayso.core.project.context import ContextWords

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "zh")


@cache
def context_words() -> Mapping[str, ContextWords]:
    """Load the fixed words of the routing context."""
    return {language: ContextWords(**load_words("context", language)) for language in LANGUAGES}


@cache
def hook_words() -> Mapping[str, Mapping[str, str]]:
    """Load the fixed words of what hooks tell."""
    return {language: load_words("hooks", language) for language in LANGUAGES}


def load_words(name: str, language: str) -> dict[str, str]:
    """Load one kind of fixed words in one language, by their names."""
    path = f"{next(iter(sayso.core.__path__))}/prompts/{name}.{language}.txt"
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - pathlib would cost a hook 5 ms
        lines = file.read().splitlines()
    return dict(line.split(": ", 1) for line in lines if line)
