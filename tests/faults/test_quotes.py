"""Quotes in another spelling than the turn's: found where they are the very words, cut from RAW.

The stored quote is always the turn's own slice, counted in code points, whatever stands before
it. What looks alike but is another character is another text.
"""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sayso.core.quoting import quote_places
from tests.kit import World, candidate_of, column, extraction_text, say, whole_turn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# Everything before the quote takes more than one unit in some other way of counting.
LEAD = "😀 \U00020000 e\u0301 👩\u200d👧 \r\n"
RAW = "we decided: at the cafe\u0301 use \u1100\u1161\u11a8 tabs\r\nfor A\u030a code"

RESPELLED = {
    "composed": unicodedata.normalize("NFC", RAW),
    "decomposed": unicodedata.normalize("NFD", RAW),
    "line feeds": RAW.replace("\r\n", "\n"),
    "composed with line feeds": unicodedata.normalize("NFC", RAW).replace("\r\n", "\n"),
    "the sign for angstrom": RAW.replace("A\u030a", "\u212b"),
    "blanks around": f"  {unicodedata.normalize('NFC', RAW)}\n",
}

OTHER_WORDS = {
    "full-width comma": ("use tabs, not spaces", "use tabs，not spaces"),
    "full-width letters": ("use tabs always", "use ｔａｂｓ always"),
    "curly quotes": ("use 'tabs' always", "use ‘tabs’ always"),
    "a ligature": ("use five files always", "use ﬁve ﬁles always"),
    "a superscript": ("use x2 always", "use x² always"),
    "no-break blank": ("use tabs always", "use\u00a0tabs\u00a0always"),
    "soft hyphen": ("use tabs always", "use ta\u00adbs always"),
    "zero-width": ("use tabs always", "use ta\u200bbs always"),
    "traditional form": ("统一使用数据库", "統一使用數據庫"),
    "another alphabet": ("use tabs always", "use t\u0430bs always"),
    "a lone return": ("use tabs\nalways", "use tabs\ralways"),
}

TRICKY = st.text(
    alphabet="ab e\u0301\u0323\u0307q\u00e9\r\n각\u1100\u1161\u11a8\u212b\u00c5\u0345\u03b1"
    "，\u0f73\u0344😀\u200d",
    min_size=1,
    max_size=14,
)
SPELLINGS: tuple[Callable[[str], str], ...] = (
    lambda text: unicodedata.normalize("NFC", text),
    lambda text: unicodedata.normalize("NFD", text),
    lambda text: text.replace("\r\n", "\n"),
    lambda text: text.replace("\r\n", "\n").replace("\n", "\r\n"),
)


def normal(text: str) -> str:
    """Give the form in which two spellings of the same words are equal."""
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n"))


@pytest.mark.parametrize("spelling", RESPELLED)
def test_a_quote_in_another_spelling_is_kept_as_the_turn_has_it(
    tmp_path: Path, spelling: str
) -> None:
    """On the whole way: the stored quote and its offsets cut the RAW turn (X04-X06)."""
    cited = candidate_of(
        1,
        RESPELLED[spelling].strip(),
        title="tabs for code",
        sources=[{"turn_id": 1, "role": "user", "quote": RESPELLED[spelling]}],
    )
    world = World(None, say(extraction_text(cited)))
    said = f"{LEAD}{RAW}."
    with world.open() as memory:
        memory.record(whole_turn(said))
        memory.work()
        assert column(memory, "reason", "refusals") == []
        (source,) = memory.show("m1").sources
        assert source.quote == RAW
        assert said[source.start : source.end] == RAW
        assert source.start == len(LEAD)
        exported = json.loads(memory.export(tmp_path).read_bytes())["candidate_sources"][0]
        assert (exported["quote"], exported["start_char"]) == (RAW, len(LEAD))


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("kind", OTHER_WORDS)
def test_what_only_looks_alike_is_another_text(kind: str, turned: bool) -> None:
    """Width, marks, forms and alphabets are evidence: such a quote is refused (X07)."""
    said, quote = OTHER_WORDS[kind] if turned else reversed(OTHER_WORDS[kind])
    assert list(quote_places(quote, f"we decided: {said}.")) == []
    cited = candidate_of(1, said, sources=[{"turn_id": 1, "role": "user", "quote": quote}])
    world = World(None, say(extraction_text(cited)))
    with world.open() as memory:
        memory.record(whole_turn(f"We decided: {said}."))
        memory.work()
        assert column(memory, "reason", "refusals") == ["quote-not-verbatim"]
        assert memory.list() == ()


@given(TRICKY, TRICKY, TRICKY, st.sampled_from(SPELLINGS))
def test_every_respelled_part_is_found(
    before: str, part: str, after: str, spell: Callable[[str], str]
) -> None:
    """What stands apart in a text is found in any spelling, and as a slice that is the same."""
    text = f"{before}|{part}|.{after}"
    quote = f"|{spell(part)}|"
    places = list(quote_places(quote, text))
    assert places
    for start, end in places:
        assert normal(text[start:end]) == normal(quote)


@given(TRICKY, TRICKY)
def test_what_is_found_is_the_same_words(quote: str, text: str) -> None:
    """No place is ever given for other words, nor for half of a letter (X05)."""
    assume(quote.strip())
    for start, end in quote_places(quote, text):
        found = text[start:end]
        assert found == quote or normal(found) == normal(quote.strip())
