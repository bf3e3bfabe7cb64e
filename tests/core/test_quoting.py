"""Where a quote stands: exact words first, else equal ones in normal form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.quoting import quote_places

TEXTS = st.text(alphabet="ab e\u0301\u00e9\r\n以后，", max_size=40)


@pytest.mark.parametrize(
    ("quote", "text", "slice_"),
    [
        ("use tabs", "do use tabs", "use tabs"),
        ("a\nb", "x a\r\nb y", "a\r\nb"),
        ("caf\u00e9 x", "un cafe\u0301 x", "cafe\u0301 x"),
        ("cafe\u0301", "un caf\u00e9 x", "caf\u00e9"),
        (" tabs ", "use tabs", "tabs"),
        ("\u212b", "1 \u00c5 2", "\u00c5"),
        ("가", "x \u1100\u1161 y", "\u1100\u1161"),
        ("각 x", "\u1100\u1161\u11a8\u1100 \u1100\u1161\u11a8 x", "\u1100\u1161\u11a8 x"),
        ("x \u00c5", "1\nx \u212b", "x \u212b"),
        ("a\nq", "a\r\nq\u0323, a\r\nq.", "a\r\nq"),
        ("a\nq", "a\r\nq\u0323", None),
        ("\u1ea1\nx", "a" + "\u0323" * 90 + "\r\nx", None),
        ("tab", "", None),
        ("", "tabs", None),
        ("e", "cafe\u0301\r\n", "e"),
        ("f\u00e9\n", "cafe\u0301\r\n", "fe\u0301"),
        ("\u0301", "\u00e9", None),
        ("a\n", "\u00e9 a\r", "a"),
    ],
)
def test_a_quote_is_found_as_the_text_spells_it(quote: str, text: str, slice_: str | None) -> None:
    """Exact words first, else equal ones in normal form; always a slice of the text."""
    span = next(quote_places(quote, text), None)
    assert (text[span[0] : span[1]] if span else None) == slice_


def test_places_are_bounded() -> None:
    """A word that stands everywhere is looked at a bounded number of times."""
    assert len(list(quote_places("a", "a" * 100))) == 16
    assert list(quote_places("a", "ab")) == [(0, 1)]
    half = "a\r\nq\u0323, "  # the accent has no letter of its own with q
    assert list(quote_places("a\nq", half * 15 + "a\r\nq.")) == [
        (len(half) * 15, len(half) * 15 + 4)
    ]
    assert list(quote_places("a\nq", half * 16 + "a\r\nq.")) == []


@given(TEXTS, TEXTS)
def test_a_found_quote_is_a_slice(quote: str, text: str) -> None:
    """Whatever is looked for, what is found lies in the text and is not empty."""
    span = next(quote_places(quote, text), None)
    if span is not None:
        assert 0 <= span[0] < span[1] <= len(text)
