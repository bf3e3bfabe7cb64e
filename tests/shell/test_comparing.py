"""The doctor notices whatever is wrong with indexes and tallies, and tells what mends it."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from sayso.core.checkup.findings import About, Severity
from sayso.core.checkup.indexes import MAKE_ANEW, Indexes
from sayso.core.indexing import LOST_NOTE
from sayso.shell.comparing import compare
from sayso.shell.doctor import check_up
from sayso.shell.reindexing import reindex
from sayso.shell.store.connection import open_copy
from tests.shell.calm import calm_and_warm
from tests.shell.test_reindexing_anew import FAULTS, execute, world

if TYPE_CHECKING:
    import pytest

    from tests.kit import World

__all__ = ["world"]

# What is found of each fault: the fields of what a comparison gives.
FOUND = {
    "postings missing": "recall_missing recall_idle",
    "a document missing": "recall_missing recall_idle",
    "postings too many": "recall_extra",
    "a posting of no turn": "recall_extra",
    "a posting under no word": "recall_extra",
    "wrong counts": "recall_wrong",
    "wrong lengths": "recall_wrong",
    "idle words": "recall_idle",
    "words missing": "recall_missing recall_extra",
    "words of another scope": "recall_missing recall_extra",
    "scopes missing": "recall_scopes",
    "scopes wrong": "recall_scopes",
    "a scope too many": "recall_scopes",
    "values missing": "memory_missing memory_values",
    "values too many": "memory_extra memory_values",
    "values of no memory": "memory_extra memory_values",
    "memory words missing": "memory_missing",
    "memory words too many": "memory_extra",
    "memory words of none": "memory_extra",
    "distinct values missing": "memory_values memory_endings",
    "distinct values too many": "memory_values memory_endings",
    "endings missing": "memory_endings",
    "endings too many": "memory_endings",
    "a tally wrong": "tallies",
    "a tally missing": "tallies",
    "a tally too many": "tallies",
}


def found(world: World) -> str:
    """Give what a comparison finds, by name."""
    with closing(open_copy(world.path)) as copy:
        indexes = compare(copy)
    assert indexes is not None
    return " ".join(name for name in Indexes.__slots__ if getattr(indexes, name))


def test_whatever_is_wrong_is_found(world: World) -> None:
    """Each kind of fault is counted under its name, and nothing is left after it is mended."""
    assert FOUND.keys() == FAULTS.keys()
    with world.open(create=False) as memory:
        for name, fault in FAULTS.items():
            assert found(world) == "", name
            execute(world, fault)
            assert found(world) == FOUND[name], name
            reindex(memory.store, anew=True)
    assert found(world) == ""


def test_what_is_behind_is_no_fault(world: World) -> None:
    """While an index is made, only how much is left is told of it."""
    execute(
        world,
        "UPDATE index_editions SET through = 3 WHERE name = 'recall'",
        "UPDATE index_editions SET version = 0, through = 0 WHERE name = 'memory'",
        "DELETE FROM recall_postings",
        "DELETE FROM memory_terms",
    )
    assert found(world) == "is_behind left_turns"


def test_a_text_that_was_changed_is_not_compared(world: World) -> None:
    """What is not what was stored proves nothing about an index."""
    execute(
        world,
        "DROP TRIGGER turns_user_text_is_raw",
        "UPDATE turns SET user_text = 'Never said.' WHERE id = 2",
    )
    with closing(open_copy(world.path)) as copy:
        assert compare(copy) is None


def test_the_doctor_tells_of_it_with_what_mends_it(
    world: World, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A lost index is a warning with the one command that mends it."""
    calm_and_warm(monkeypatch, tmp_path_factory.mktemp("temporary"))
    execute(world, FAULTS["a document missing"], FAULTS["a tally missing"])
    assert world.folder is not None
    findings = [
        one for one in check_up(world.folder, world.ports).findings if one.about is About.INDEX
    ]
    assert {(one.severity, one.advice) for one in findings} == {(Severity.WARNING, MAKE_ANEW)}
    assert [one.what.partition(":")[0] for one in findings] == [
        "recall lacks postings of turns, which it does not find",
        "recall has words under which nothing stands",
        "what 'sayso status' counts is not what there is",
    ]


def test_status_tells_that_what_was_said_last_is_lost(world: World) -> None:
    """A look at the newest turns costs little, and notices an index that is gone."""
    with world.open(create=False) as memory:
        assert not [one for one in memory.status().notes if "reindex" in one]
        execute(world, "DELETE FROM recall_postings")
        (note,) = [one for one in memory.status().notes if "reindex" in one]
        assert note == LOST_NOTE
        reindex(memory.store, anew=True)
        assert not [one for one in memory.status().notes if "reindex" in one]
