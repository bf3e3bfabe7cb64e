"""Foreign text on a terminal: nothing steers it, everything else stays."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.printing import visible_block, visible_json, visible_line

ANY_TEXT = st.text(st.characters())  # lone surrogates too


def steers(char: str) -> bool:
    """Tell from Unicode's own categories, not from our table, whether a character steers."""
    if unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"}:
        return True
    return unicodedata.bidirectional(char) in {
        "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI",
    } or char in "\u200e\u200f\u061c"  # fmt: skip


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", "\\x1b[2J"),
        ("bell\x07", "bell\\x07"),
        ("\x9b31m", "\\x9b31m"),
        ("abc\u202egpj", "abc\\u202egpj"),
        ("half\udc80", "half\\udc80"),
        ("bare\rreturn", "bare\\rreturn".replace("\\r", "\\x0d")),
        ("中文 stays, so does café 👩‍💻", "中文 stays, so does café 👩‍💻"),
        ("two\r\nlines\tand a tab", "two\nlines\tand a tab"),
    ],
)
def test_what_steers_is_shown(text: str, shown: str) -> None:
    """Controls of terminal and direction become escapes; scripts and emoji stay."""
    assert visible_block(text) == shown


@given(ANY_TEXT)
def test_a_block_never_steers(text: str) -> None:
    """Whatever is printed as a block holds no steering character but line breaks and tabs."""
    assert not any(steers(char) for char in visible_block(text) if char not in "\n\t")


@given(ANY_TEXT)
def test_a_line_is_one_line(text: str) -> None:
    """Whatever is printed as a line holds no steering character and no line break at all."""
    assert not any(steers(char) for char in visible_line(text))
    assert len(visible_line(text).splitlines()) <= 1


@given(ANY_TEXT)
def test_json_reads_back_as_the_same_value(text: str) -> None:
    """An escaped JSON text is pure of steering characters and means exactly what it meant."""
    shown = visible_json(json.dumps({"text": text}, ensure_ascii=False))
    assert json.loads(shown) == {"text": text}
    assert not any(steers(char) for char in shown)
