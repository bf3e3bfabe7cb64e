"""How texts become search terms, in both scripts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.limits import CONTENT_TERMS_MAX, QUERY_TERMS_MAX, TERM_MAX_CHARS
from sayso.core.terms import (
    ENDING_CHARS,
    content_terms,
    endings,
    is_han_char,
    metadata_terms,
    query_terms,
)
from sayso.core.text import normalise

TEXT = st.text(alphabet=st.sampled_from("abzAZ09 _-./:'#+@数据库臺灣，。\n"), max_size=40)


def test_metadata_keeps_whole_values_in_their_best_field() -> None:
    """A value that stands in two fields counts for the better one; empty values count nowhere."""
    terms = metadata_terms("主鍵 ID", ("Primary Key", "主键 id", "!!"), ("primary key", "雪花"))
    assert terms == (("主键 id", 0), ("primary key", 1), ("雪花", 2))


def test_long_metadata_is_cut() -> None:
    """A value is cut at 160 characters, and never ends in a space."""
    (term, _), *rest = metadata_terms("ab" * 79 + "c " + "d" * 9, (), ())
    assert not rest
    assert term == "ab" * 79 + "c"


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("maxRetryCount", {"maxretrycount", "max", "retri", "count"}),
        ("HTTPServer", {"httpserver", "http", "server"}),
        ("snake_case_name", {"snake_case_name", "snake", "case", "name"}),
        ("src/api/app.py:30", {"src/api/app.py:30", "src", "api", "app", "py", "30"}),
        ("150kB", {"150kb", "150", "kb"}),
        ("v1.2.3", {"v1.2.3", "v", "1.2.3"}),
        ("C# and C++", {"c#", "and", "c++"}),
        ("user\u2019s", {"user", "user's"}),
        ("雪花 ID", {"雪花", "花", "id"}),
        ("辣", {"辣"}),
        ("資料庫", {"资料", "料库", "库"}),
        ("ＰＮＰＭ，ｙａｒｎ", {"pnpm", "yarn"}),
        ("", set()),
    ],
)
def test_content_is_taken_apart(text: str, terms: set[str]) -> None:
    """Words stand whole and in parts, Han runs as windows and with their last character."""
    assert set(content_terms(text)) == terms


def test_content_terms_are_bounded() -> None:
    """The first 256 distinct terms of bearable length are kept; earlier texts come first."""
    terms = content_terms("first", "x" * 200 + " " + " ".join(f"w{n:03}" for n in range(999)))
    assert terms[0] == "first"
    assert len(terms) == CONTENT_TERMS_MAX
    assert max(map(len, terms)) <= TERM_MAX_CHARS


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("what database do we use", ("databas",)),
        ("数据库用什么", ("数据", "据库")),
        ("what do we do", ("what", "do", "we")),
        ("什么", ("什么",)),
        ("用什么库", ("库",)),
        ("辣", ("辣",)),
        ("爱 python", ("python",)),
        ("getUserName", ("get", "user", "name")),
        ("150kB", ("150kb",)),
        ("", ()),
    ],
)
def test_queries_ask_for_what_carries_meaning(query: str, terms: tuple[str, ...]) -> None:
    """Stop words and single characters go, unless nothing else would be left."""
    assert query_terms(query) == terms


def test_query_terms_are_bounded() -> None:
    """A query asks for at most 32 terms."""
    assert len(query_terms(" ".join(f"w{n}" for n in range(99)))) == QUERY_TERMS_MAX


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("cached names", "naming of caches"),
        ("which policies", "the policy"),
        ("an alias", "aliases"),
        ("who wrote it", "writing"),
        ("retryCounts", "counting retries"),
        ("資料庫", "资料库"),
    ],
)
def test_forms_of_a_word_are_one_word(query: str, text: str) -> None:
    """Plural, past and -ing forms are asked for and posted as one word, as are both Han forms."""
    assert set(query_terms(query)) <= set(content_terms(text))


@pytest.mark.parametrize("word", ["css", "https", "string", "status", "v2s", "слова", "red", "c++"])
def test_names_keep_their_form(word: str) -> None:
    """What only looks as if it had an ending, or is no plain English word, stays as it is."""
    assert word in content_terms(word)


@given(text=TEXT)
def test_a_text_answers_to_itself(text: str) -> None:
    """Every term that a text asks for as a query, it is also posted under."""
    if not any(is_han_char(term) for term in query_terms(text)):
        assert set(query_terms(text)) <= set(content_terms(text))


@given(text=TEXT, start=st.integers(0, 40), length=st.integers(1, 40))
def test_endings_find_exactly_the_substrings(text: str, start: int, length: int) -> None:
    """A string occurs in a term if and only if its beginning starts an ending of the term."""
    term = normalise(text)
    part = term[start : start + length].strip() or "q"
    begins = any(ending.startswith(part[:ENDING_CHARS]) for ending in endings(term))
    assert (begins and part in term) == (part in term)
    assert all(len(ending) <= ENDING_CHARS and ending[0] != " " for ending in endings(term))


@given(first=TEXT, second=TEXT)
def test_terms_depend_on_their_text_alone(first: str, second: str) -> None:
    """The terms of two texts are those of the first, then those of the second."""
    both = content_terms(first, second)
    assert both == tuple(dict.fromkeys(content_terms(first) + content_terms(second)))
