"""How the forms of an English word come to one stem."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from sayso.core.stemming import stem

FAMILIES = (
    "cache caches cached caching",
    "write writes wrote written writing",
    "child children",
    "index indices indexes indexing",
    "policy policies",
    "override overrode overridden overrides",
    "leave left leaving",
    "connect connection connections connected connecting",
    "person people",
    "alias aliases aliased aliasing",
    "analysis analyses",
    "parenthesis parentheses",
)
LOADED = """
import sys
from sayso.core.stemming import stem
print(any('english' in name for name in sys.modules))
stem('dogs')
print(sorted(name for name in sys.modules if 'snowball' in name))
"""


@pytest.mark.parametrize("family", FAMILIES)
def test_the_forms_of_a_word_have_one_stem(family: str) -> None:
    """Endings are cut by rule, and the forms no rule reaches come from a table."""
    assert len({stem(word) for word in family.split()}) == 1


@pytest.mark.parametrize(
    "name", ["v2", "c++", "maxRetries_", "数据", "naïve", "x" * 41 + "ing", ""]
)
def test_names_stay_as_they_are(name: str) -> None:
    """What is no plain English word is its own stem."""
    assert stem(name) == name


def test_many_threads_get_the_same_stems() -> None:
    """Threads that ask at the same time never see each other's words."""
    words = [f"{chr(97 + n % 26)}{chr(97 + n // 26)}tionings" for n in range(26 * 26)]
    alone = [stem(word) for word in words]
    stem.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(stem, words)) == alone


def test_only_english_is_loaded() -> None:
    """One stem loads one language, and none of it before it is asked for."""
    told = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    own = "sayso.core.snowball"
    loaded = [own, *(f"{own}.{name}" for name in ("among", "basestemmer", "english_stemmer"))]
    assert told == ["False", str(loaded)]
