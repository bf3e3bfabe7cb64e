"""Which words a text is posted under for recall, and which a question asks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.limits import (
    RECALL_ASKED_MAX,
    RECALL_DOCUMENT_MAX_CHARS,
    RECALL_LENGTH_MAX,
    RECALL_WORDS_MAX,
)
from sayso.core.recall.words import LATIN_STOP, QUESTION, asked, document, is_han_char, ordered

TEXT = st.text(alphabet=st.sampled_from("abzAZ09 _-./:'#+@?数据库臺灣的，。\n"), max_size=60)


def words_of(text: str) -> set[str]:
    """Give the words of a document without their counts."""
    return {word for word, _ in document(text).words}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("maxRetryCount", {"maxretrycount", "max", "retri", "count"}),
        ("HTTPServer", {"httpserver", "http", "server"}),
        ("src/api/app.py:30", {"src/api/app.py:30", "src", "api", "app", "py", "30"}),
        ("150kB", {"150kb", "150", "kb"}),
        ("C# and C++", {"c#", "c++"}),
        ("Ann\u2019s cats don't, she'll", {"ann", "cat"}),
        ("雪花 ID", {"雪花", "花", "id"}),
        ("辣", {"辣"}),
        ("資料庫", {"资料", "料库", "库"}),
        ("ＰＮＰＭ，ｙａｒｎ", {"pnpm", "yarn"}),
        ("to be or not", {"to", "be", "or", "not"}),
        ("x" * 200, set()),
        ("", set()),
    ],
)
def test_a_text_is_taken_apart(text: str, words: set[str]) -> None:
    """Words stand by their stems, identifiers whole and in parts, Han runs as windows."""
    assert words_of(text) == words


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("Ann: hello", {"~ann"}),
        ("Dr. Ann Lee: hello", {"~dr", "~ann", "~lee"}),
        ("小明： 你好", {"~小明"}),
        ("小明: 你好？", {"~小明", QUESTION}),
        ("note: hello", set()),
        ("http://host/ is up", set()),
        ("This is a longer sentence: hello", set()),
        ("are you there?  ", {QUESTION}),
        ("(really?)", {QUESTION}),
        ("is it? yes", set()),
    ],
)
def test_speakers_and_questions_are_marked(text: str, marks: set[str]) -> None:
    """Who speaks and that a text asks is posted in a spelling that no word has."""
    assert {word for word in words_of(text) if word.startswith("~")} == marks


def test_latin_words_keep_their_borders() -> None:
    """A word is not found in the middle of another, nor at its beginning."""
    posted = words_of("The category was concatenated at port 80800, in application.")
    assert posted.isdisjoint({"cat", "ate", "8080", "app"})
    assert posted.isdisjoint(asked("cat app 8080").words)


def test_words_are_counted() -> None:
    """Every word counts as often as it stands; a length counts what carries something."""
    whole = document("The cache caches maxRetries, 缓存缓存")
    assert dict(whole.words) == {
        "cach": 2, "max": 1, "retri": 1, "maxretri": 1, "缓存": 2, "存缓": 1, "存": 1
    }  # fmt: skip
    assert whole.length == 7


@pytest.mark.parametrize("text", ["".join(f"w{n} " for n in range(9_999)), "数据库" * 400_000])
def test_documents_are_bounded(text: str) -> None:
    """Of a long text the beginning is posted, with a length that says no more than: long."""
    whole = document(text + "?")
    assert len(whole.words) <= RECALL_WORDS_MAX
    assert whole.words[-1] == (QUESTION, 1)
    assert whole.length == RECALL_LENGTH_MAX
    assert "end" not in words_of("w " * RECALL_DOCUMENT_MAX_CHARS + "end")


def test_many_han_windows_end_the_reading() -> None:
    """A text of many different characters is read until its words are enough."""
    whole = document("".join(chr(0x4E00 + n) for n in range(5_000)) + "，后面")
    assert len(whole.words) == RECALL_WORDS_MAX - 1
    assert "后面" not in dict(whole.words)


@pytest.mark.parametrize(
    ("query", "words", "wholes"),
    [
        ("what did we decide about caching", ("decid", "cach"), ()),
        ("getUserName", ("get", "user", "name"), ("getusernam",)),
        ("src/app.py", ("src", "app", "py"), ("src/app.py",)),
        ("数据库用什么", ("数据", "据库"), ()),
        ("你上次说的缓存", ("缓存",), ()),
        ("用什么库", ("库",), ()),
        ("辣", ("辣",), ()),
        ("资料庫 python", ("python", "资料", "料库"), ()),
        ("who are you", ("who", "are", "you"), ()),
        ("什么", ("什么",), ()),
        ("?!", (), ()),
    ],
)
def test_a_question_is_taken_apart(
    query: str, words: tuple[str, ...], wholes: tuple[str, ...]
) -> None:
    """A question asks for its words without those of asking, unless it has no others."""
    one = asked(query)
    assert (one.words, one.wholes) == (words, wholes)


def test_a_question_may_name_a_speaker() -> None:
    """Every word of a question may be a name, in Han runs every window of up to four."""
    assert ("~ann", ("ann",)) in asked("What did Ann's dog eat?").names
    assert ("~小明", ("小明",)) in asked("小明喜欢什么").names


def test_questions_are_bounded() -> None:
    """A question asks for so many words at most."""
    assert len(asked(" ".join(f"w{n}" for n in range(99))).words) == RECALL_ASKED_MAX


def test_words_stand_in_order() -> None:
    """The words of a text can be had one after another, Latin before Han."""
    assert ordered("The red Cats 缓存 of maxRetries") == ("red", "cat", "max", "retri", "缓存")


@given(TEXT)
def test_what_is_asked_in_its_own_words_is_posted(text: str) -> None:
    """A text that is asked for in full is posted under every word asked for.

    But for one that a question of nothing else would keep: the text has others.
    """
    posted = words_of(text) | LATIN_STOP
    for word in (*asked(text).words, *asked(text).wholes):
        assert word in posted or (is_han_char(word) and any(one.startswith(word) for one in posted))
