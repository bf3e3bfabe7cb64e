"""What a text is about, and how a subject is kept without its text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.subjects import (
    anchors,
    content_words,
    same_subject,
    subject_hashes,
    subject_terms,
    subject_words,
)

MIXED = st.text(
    alphabet=st.sampled_from("以后回答都用英文数据库结论 usetabMySQL.,:’'-_#+，：\n"), max_size=60
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from now on use tabs for everything.", {"tab"}),
        ("以后回答用英文", {"回答", "英文"}),
        ("以后先给结论", {"先给", "给结", "结论"}),
        ("資料庫改用 PostgreSQL", {"资料", "料库", "postgresql"}),
        ("final decision：auth 用 OAuth2", {"auth", "oauth2"}),
        ("the project’s libraries and statuses", {"library", "status"}),
        ("rewrite it in Go", {"rewrite", "go"}),
        ("Always use classes with redis and c++", {"class", "redis", "c++"}),
        ("用户模块", {"用户", "户模", "模块"}),
        ("辣", {"辣"}),
        ("以后都这样", set()),
        ("", set()),
    ],
)
def test_anchors_are_the_words_with_meaning(text: str, expected: set[str]) -> None:
    """Stop words and speech markers go, plurals and traditional forms become one form."""
    assert anchors(text) == expected


def test_content_words_are_slices_in_order() -> None:
    """Each content word keeps the user's spelling and place, and Han runs part at markers."""
    text = "API 文档以后都用 English，别用繁體"
    words = content_words(text)
    assert [word.text for word in words] == ["API", "文档", "English", "繁體"]
    assert [text[word.start : word.end] for word in words] == [word.text for word in words]
    assert [word.is_han for word in words] == [False, True, False, True]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("以后先给结论", "以后都先给结论", True),
        ("以后回答用英文", "以后代码用英文注释", False),
        ("use tabs", "from now on use tabs for everything", True),
        ("answers in English", "comments in English", False),
        ("数据库用 MySQL", "數據庫用 MySQL", True),
        ("数据库用 MySQL", "日志用 JSON 格式", False),
        ("以后先给结论", "结论用表格", False),
        ("from now on, by default", "以后默认", False),
    ],
)
def test_same_subject_needs_more_than_markers(one: str, other: str, *, same: bool) -> None:
    """Two statements share a subject through content only, never through speech markers."""
    assert same_subject(subject_terms(one, ()), subject_terms(other, ())) is same


def test_a_title_of_markers_only_still_has_a_subject() -> None:
    """A title without content words is its own subject; an empty one has none."""
    assert subject_terms("以后都这样", ()) == {"以后都这样"}
    assert subject_terms("", ()) == frozenset()
    assert not same_subject(frozenset(), frozenset())


def test_aliases_belong_to_the_subject() -> None:
    """A memory is also recognised by the words of its aliases."""
    assert "indentation" in subject_terms("use tabs", ("indentation style",))


@given(MIXED, MIXED)
def test_same_subject_is_symmetric_and_survives_hashing(one: str, other: str) -> None:
    """Either order gives one answer, and the hashes under one key give the same answer."""
    a, b = subject_terms(one, ()), subject_terms(other, (one,))
    assert same_subject(a, b) is same_subject(b, a)
    key = b"key of this store"
    assert same_subject(subject_hashes(a, key), subject_hashes(b, key)) is same_subject(a, b)


@given(st.text(max_size=60), st.binary(max_size=80))
def test_hashes_hold_no_text(title: str, key: bytes) -> None:
    """A hash is 32 hex digits whatever the term was, lone surrogates included."""
    terms = subject_terms(title, ())
    hashes = subject_hashes(terms, key)
    assert len(hashes) == len(terms)
    assert all(len(one) == 32 and set(one) <= set("0123456789abcdef") for one in hashes)


def test_hashes_depend_on_the_key() -> None:
    """Two stores cannot be compared by their tombstones."""
    terms = frozenset({"tab"})
    assert subject_hashes(terms, b"one") != subject_hashes(terms, b"two")


@given(st.text(max_size=80))
def test_any_text_can_be_read(text: str) -> None:
    """No text makes it fail, every content word is a slice, and anchors come from words."""
    assert all(text[word.start : word.end] == word.text for word in content_words(text))
    assert bool(anchors(text)) is bool(subject_words(text))
