"""Notes are kept once, known again by a keyed hash, and emptied for good."""

from __future__ import annotations

from dataclasses import replace

from sayso.core.project.noting import (
    FORGOTTEN,
    Note,
    NotesKept,
    asked_words,
    holds_words,
    note_key,
    plan_forget_note,
    plan_notes,
)
from sayso.core.transcripts.noted import Noted

NOTED = Noted(line=1, product="mem0", text="Likes tea.", at_us=4)
NOTE = Note(id=3, product="mem0", text="Tea.", status="active", said_at_us=None, created_at_us=1)


def test_a_note_is_planned_once() -> None:
    """What is known, or comes twice, is counted and not written again."""
    noted = (("a", NOTED), ("b", NOTED), ("a", NOTED))
    plan, kept = plan_notes(noted, frozenset({"b"}), 1, 9)
    assert kept == NotesKept(new=1, known=2)
    (write,) = plan
    assert write.statement == "notes/insert"
    assert write.params == {
        "scope_id": 1,
        "source_key": "a",
        "product": "mem0",
        "text": "Likes tea.",
        "said_at": 4,
        "now": 9,
    }


def test_the_key_tells_product_and_words_apart_and_nothing_to_others() -> None:
    """Product, words and the store's own secret all count; signs alone make a key as well."""
    keys = {
        note_key(secret, product, text)
        for secret in (b"k", b"l")
        for product in ("mem0", "mcp-memory")
        for text in ("Tea.", "Coffee.", "!", "?")
    }
    assert len(keys) == 16
    said = note_key(b"k", "mem0", "Likes tea")
    assert {note_key(b"k", "mem0", one) for one in ("likes Tea.", "Likes tea!", "Likes tea. ")} == {
        said
    }
    assert note_key(b"k", "mem0", "喜欢茶。") == note_key(b"k", "mem0", "喜欢茶")


def test_forgetting_twice_is_nothing() -> None:
    """The first empties it, the second plans nothing."""
    (write,) = plan_forget_note(NOTE, 9)
    assert (write.statement, write.params) == ("notes/forget", {"id": 3, "now": 9})
    assert plan_forget_note(replace(NOTE, text="", status=FORGOTTEN), 9) == ()


def test_every_word_of_a_query_must_be_there() -> None:
    """In any order and case, in either script; no words at all find everything."""
    assert holds_words("用户喜欢喝茶 (Green Tea)", asked_words("tea 喝茶"))
    assert not holds_words("用户喜欢喝茶", asked_words("tea 喝茶"))
    assert holds_words("anything", asked_words("  "))
