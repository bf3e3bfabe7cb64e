"""Text in both scripts: folding, normal forms, words, Han runs and clipping."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.text import (
    ELLIPSIS,
    clip,
    fold,
    han_bigrams,
    han_runs,
    is_han,
    latin_words,
    lone_surrogate_at,
    normalise,
    one_line,
)

TEXTS = st.text(max_size=60)
MIXED = st.text(alphabet="aZ9 .-_/+#'，。！Ａ０\u3000中文體国資料é\u0301ßı\n\t", max_size=60)


@given(TEXTS | MIXED)
def test_folding_keeps_every_offset(text: str) -> None:
    """A folded text has the length of the original, so that offsets carry over."""
    assert len(fold(text)) == len(text)


@given(TEXTS | MIXED)
def test_folding_twice_changes_nothing_more(text: str) -> None:
    """Folding is settled after one pass."""
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("plain ASCII", "plain ASCII"),
        ("資料庫", "资料库"),
        ("ＡＢｃ１２！～", "ABc12!~"),
        ("a\u3000b", "a b"),
        ("é\u2026", "é\u2026"),
    ],
)
def test_folding_joins_forms_that_mean_the_same(text: str, folded: str) -> None:
    """Traditional becomes simplified, full width ASCII; accents and case stay."""
    assert fold(text) == folded


@given(TEXTS | MIXED)
def test_normalising_twice_changes_nothing_more(text: str) -> None:
    """A term that is normalised again stays the same term, so that stored terms can be found."""
    assert normalise(normalise(text)) == normalise(text)


@given(TEXTS | MIXED)
def test_composed_and_decomposed_spellings_normalise_alike(text: str) -> None:
    """A query typed in another Unicode form finds the same terms."""
    assert normalise(unicodedata.normalize("NFD", text)) == normalise(
        unicodedata.normalize("NFC", text)
    )


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("  Use  TABS!  ", "use tabs"),
        ("用【表格】回答。", "用 表格 回答"),
        ("snake_case a/b c:d $e #f @g h+ i-j", "snake_case a/b c:d $e #f @g h+ i-j"),
        ("Straße ＰＮＰＭ", "strasse pnpm"),
        ("don't", "don t"),
        ("資料庫", "资料库"),
        ("！？", ""),
        ("", ""),
    ],
)
def test_the_normal_form_keeps_words_and_joiners(text: str, normal: str) -> None:
    """Letters, digits and the joiners of identifiers stay; all else parts words."""
    assert normalise(text) == normal


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Use pnpm, not npm.", ("use", "pnpm", "not", "npm")),
        ("Python 3.10+ and C++ or C#.", ("python", "3.10+", "and", "c++", "or", "c#")),
        ("the database. Next", ("the", "database", "next")),
        ("用pnpm装Vue3吧", ("pnpm", "vue3")),
        ("core/text.py it's a-b", ("core/text.py", "it's", "a-b")),
        ("…", ()),
    ],
)
def test_latin_words_keep_inner_joiners_and_drop_closing_marks(
    text: str, words: tuple[str, ...]
) -> None:
    """A word may hold joiners inside, and keeps none at its end but + and #."""
    assert latin_words(text) == words


def test_han_runs_are_unbroken() -> None:
    """Anything that is no Han character parts two runs; rare planes count as Han."""
    assert han_runs("以后用中文，with 表格𠀀") == ("以后用中文", "表格𠀀")
    assert han_runs("no Han") == ()


@pytest.mark.parametrize(
    ("text", "grams"),
    [("数据库", ("数据", "据库")), ("库", ("库",)), ("数 据库", ("数", "据库")), ("abc", ())],
)
def test_bigrams_are_windows_of_two(text: str, grams: tuple[str, ...]) -> None:
    """Every window of two, and a run of one by itself."""
    assert han_bigrams(text) == grams


def test_one_character_is_told_to_be_han() -> None:
    """Only a single Han character is one."""
    assert is_han("库")
    assert not is_han("a")
    assert not is_han("，")


@given(TEXTS | MIXED, st.integers(min_value=0, max_value=70))
def test_a_clipped_text_never_exceeds_its_bound(text: str, max_chars: int) -> None:
    """The result fits, and it is the text itself where that fits."""
    clipped = clip(text, max_chars)
    assert len(clipped) <= max_chars
    if len(text) <= max_chars:
        assert clipped == text


@given(TEXTS | MIXED, st.integers(min_value=1, max_value=70))
def test_a_cut_text_says_so_and_starts_like_the_original(text: str, max_chars: int) -> None:
    """What was cut ends in an ellipsis; what stands before it is the head of the text."""
    clipped = clip(text, max_chars)
    if len(text) > max_chars:
        assert clipped.endswith(ELLIPSIS)
        assert text.startswith(clipped.removesuffix(ELLIPSIS))


@pytest.mark.parametrize(
    ("text", "max_chars", "clipped"),
    [
        ("answer in tables", 16, "answer in tables"),
        ("answer in tables", 13, "answer in…"),
        ("answer in tables", 10, "answer in…"),
        ("answer in tables", 3, "an…"),
        ("以后用中文回答", 5, "以后用中…"),
        ("a" * 40 + " b", 30, "a" * 29 + "…"),
        ("a " + "b" * 40, 30, "a " + "b" * 27 + "…"),
        ("anything", 0, ""),
    ],
)
def test_clipping_prefers_a_word_border_nearby(text: str, max_chars: int, clipped: str) -> None:
    """A border within 20 characters is taken, one further away is not worth the loss."""
    assert clip(text, max_chars) == clipped


def test_one_line_joins_every_white_space() -> None:
    """Line breaks, tabs and wide spaces become single spaces."""
    assert one_line(" a\r\n\tb\u3000 c ") == "a b c"


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("ascii", None),
        ("文字", None),
        ("a\ud800", 1),
        ("\udfff\ud800", 0),
        ("😀", None),
        ("", None),
    ],
)
def test_the_first_lone_surrogate_is_found(text: str, at: int | None) -> None:
    """Half of a pair is found with its offset; a whole character outside the plane is fine."""
    assert lone_surrogate_at(text) == at
