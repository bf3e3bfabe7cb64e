"""What turns are posted under for recall: each side once, exactly removable."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso.core.recall.postings import doc_id, post, repost, sides, struck, take_back
from sayso.core.recall.words import document
from sayso.core.states import Role
from sayso.shell.store.bootstrap import add_tables
from sayso.shell.store.connection import open_memory
from sayso.shell.store.transactions import apply_plan

if TYPE_CHECKING:
    import apsw

    from sayso.core.plans import Plan

TEXTS = st.lists(
    st.sampled_from(["cache", "caches", "tabs", "用雪花", "雪", "Ann:", "src/app.py", "?", "the"])
).map(" ".join)


def rows(connection: apsw.Connection) -> tuple[object, ...]:
    """Give what the tables hold, words spelled out, whatever numbers the words have."""
    posted = connection.execute(
        "SELECT word.scope_id, word.word, doc_id, count, length FROM recall_postings "
        "JOIN recall_words AS word ON word.id = word_id ORDER BY 1, 2, 3"
    ).fetchall()
    words = connection.execute("SELECT scope_id, word FROM recall_words ORDER BY 1, 2").fetchall()
    scopes = connection.execute(
        "SELECT scope_id, docs, length FROM recall_scopes WHERE docs ORDER BY 1"
    ).fetchall()
    return posted, words, scopes


def made_of(*plans: Plan) -> tuple[object, ...]:
    """Give what plans leave in empty tables."""
    with closing(open_memory()) as connection:
        add_tables(connection, 0)
        for plan in plans:
            apply_plan(connection, plan)
        return rows(connection)


def test_a_turn_has_two_sides() -> None:
    """Each side has a number of its own; one that says nothing is no document."""
    assert sides(7, "Tabs.", "Fine.") == ((14, "Tabs."), (15, "Fine."))
    assert sides(7, "Tabs.", "") == ((doc_id(7, Role.USER), "Tabs."),)


def test_a_document_is_posted_under_its_words() -> None:
    """Words, counts and length are those of the extractor; the scope counts it."""
    posted, words, scopes = made_of(post(3, [(14, "Caching caches, 用雪花")]))
    made = document("Caching caches, 用雪花")
    assert posted == sorted((3, word, 14, count, made.length) for word, count in made.words)
    assert words == sorted((3, word) for word, _ in made.words)
    assert scopes == [(3, 1, made.length)]


@pytest.mark.parametrize("text", ["", "...", "\n"])
def test_what_says_nothing_is_not_posted(text: str) -> None:
    """A text without words is no document, neither counted nor taken back."""
    assert post(1, [(2, text)]) == ()
    assert take_back(1, 2, text) == ()


@settings(max_examples=60)
@given(st.lists(TEXTS, min_size=1, max_size=5), st.data())
def test_what_is_taken_back_leaves_no_trace(texts: list[str], data: st.DataObject) -> None:
    """After any posts and removals the tables are those of what is left alone, at once or apart."""
    documents = list(enumerate(texts, start=2))
    gone = data.draw(st.sets(st.sampled_from([number for number, _ in documents])))
    removals = [take_back(1, number, text) for number, text in documents if number in gone]
    left = [(number, text) for number, text in documents if number not in gone]
    one_by_one = [post(1, [one]) for one in documents]
    assert made_of(*one_by_one, *removals) == made_of(post(1, left))
    assert made_of(post(1, documents), *removals, *removals) == made_of(post(1, left))


def test_a_scope_is_not_touched_by_another() -> None:
    """The same words in two scopes are posted and taken back apart."""
    there = post(2, [(4, "tabs")])
    assert made_of(there, post(1, [(2, "tabs")]), take_back(1, 2, "tabs")) == made_of(there)


@pytest.mark.parametrize(
    ("text", "spans", "left"),
    [
        ("use tabs now", [(4, 8)], "use \n now"),
        ("use tabs now", [(4, 8), (0, 5)], "\n\n now"),
        ("用雪花算法", [(1, 3)], "用\n算法"),
        ("tabs", [(0, 4)], "\n"),
        ("tabs", [], "tabs"),
    ],
)
def test_what_is_forgotten_is_struck_out(
    text: str, spans: list[tuple[int, int]], left: str
) -> None:
    """Nothing at a struck place is left, and what stood around it does not become one word."""
    assert struck(text, spans) == left


def test_a_forget_posts_what_is_left() -> None:
    """Words at the place go, others of the same side stay; a second forget goes on from there."""
    text = "use tabs and ruff"
    begun = post(1, [(2, text)])
    first = repost(1, 2, text, [], [(4, 8)])
    second = repost(1, 2, text, [(4, 8)], [(4, 8), (13, 17)])
    assert made_of(begun, first) == made_of(post(1, [(2, "use \n and ruff")]))
    assert made_of(begun, first, second) == made_of(post(1, [(2, "use \n and \n")]))
    assert repost(1, 2, text, [(4, 8)], [(4, 8)]) == ()
