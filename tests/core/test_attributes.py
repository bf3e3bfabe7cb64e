"""Exclusive attributes meet across languages: the answer language can have one value only."""

from __future__ import annotations

import pytest

from sayso.core.rules.attributes import attribute_words, read_attribute, same_attribute
from sayso.shell.memory import Memory
from tests.kit import whole_turn

ENGLISH = "Always answer in English."
CHINESE = "以后都用中文回答我。"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (ENGLISH, CHINESE, True),
        (CHINESE, "以后都用英文写注释。", False),
        (ENGLISH, "We use PostgreSQL.", False),
        ("We use PostgreSQL.", ENGLISH, False),
    ],
)
def test_two_statements_may_set_the_same_attribute(one: str, other: str, same: bool) -> None:
    """Whatever the languages, and only where a statement says nothing else."""
    assert same_attribute(one, other) is same


def test_an_attribute_is_searched_in_both_languages() -> None:
    """The old statement is found by words that the new one does not hold."""
    assert read_attribute(CHINESE) is not None
    assert "english" in attribute_words(CHINESE)
    assert "中文" in attribute_words(ENGLISH)
    assert attribute_words("We use PostgreSQL.") == ""


@pytest.mark.parametrize(("old", "new"), [(ENGLISH, CHINESE), (CHINESE, ENGLISH)])
def test_a_change_of_language_supersedes_in_the_other_language(old: str, new: str) -> None:
    """The user asks for another answer language, in that language."""
    with Memory.in_memory() as memory:
        for said in (old, new):
            memory.record(whole_turn(said))
            memory.work()
        (kept,) = memory.list()
        assert memory.show(kept.item_id).item.replaces_id == 1


def test_another_thing_in_that_language_stands_beside_it() -> None:
    """The language of comments is not the language of answers."""
    with Memory.in_memory() as memory:
        for said in (CHINESE, "以后代码注释都用英文写。"):
            memory.record(whole_turn(said))
            memory.work()
        assert len(memory.list()) == 2
