"""What was said before never turns round what was said since, however late it is imported."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sayso.core.items import Kind
from sayso.core.project.extraction import ExtractionInput
from sayso.core.turns import Role
from sayso.shell.admitting import RecordedTurn
from sayso.shell.importing import ImportOptions, import_paths
from sayso.shell.memory import Memory
from sayso.shell.reporting import RefusalCount
from tests.kit import World, remember, whole_turn

if TYPE_CHECKING:
    from pathlib import Path

OLD = "数据库就定 MySQL，不再讨论。"
NEW = "推翻之前的决定，数据库改用 PostgreSQL。"


def write_log(folder: Path, *lines: dict[str, str]) -> Path:
    """Write a plain log outside the store's folder."""
    path = folder / "old.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return path


def import_log(memory: Memory, project: Path, path: Path) -> None:
    """Import one log and work it off."""
    options = ImportOptions(dry_run=False, any_folder=False, project=project)
    import_paths(memory, [path], options, None)


def test_an_older_log_does_not_replace_a_newer_decision(tmp_path: Path) -> None:
    """A decision of today stands although the log with the opposite is imported later."""
    with Memory.open(tmp_path) as memory:
        memory.record(
            RecordedTurn(user_text=NEW, assistant_text="", intent="general_chat", session="")
        )
        memory.work()
        log = write_log(tmp_path, {"user": OLD, "at": "2020-01-01T00:00:00Z"})
        import_log(memory, tmp_path, log)
        assert [one.title for one in memory.list()] == ["数据库改用 PostgreSQL"]


def test_a_log_without_times_counts_as_earlier(tmp_path: Path) -> None:
    """Where nobody knows when it was said, it was said before."""
    with Memory.open(tmp_path) as memory:
        memory.record(
            RecordedTurn(user_text=NEW, assistant_text="", intent="general_chat", session="")
        )
        memory.work()
        import_log(memory, tmp_path, write_log(tmp_path, {"user": OLD}))
        assert [one.title for one in memory.list()] == ["数据库改用 PostgreSQL"]


def test_a_later_log_does_replace_an_older_one(tmp_path: Path) -> None:
    """Between two logs the time of saying decides, not the time of import."""
    with Memory.open(tmp_path) as memory:
        for said, moment in ((OLD, "2020-01-01T00:00:00Z"), (NEW, "2021-01-01T00:00:00Z")):
            log = write_log(tmp_path, {"user": said, "at": moment, "session": moment})
            import_log(memory, tmp_path, log)
        assert [one.title for one in memory.list()] == ["数据库改用 PostgreSQL"]
        assert memory.status().items.superseded == 1


def test_an_imported_log_leaves_scope_wide_memories_only(tmp_path: Path) -> None:
    """A discussion bound to an imported thread is refused: that thread is archived."""
    world = World(tmp_path, remember("the red one", kind=Kind.DISCUSSION))
    with world.open() as memory:
        import_log(memory, tmp_path, write_log(tmp_path, {"user": "We talk of the red one."}))
        assert memory.list() == ()
        assert memory.status().refusals == (RefusalCount(reason="archived-discussion", count=1),)
        assert isinstance(world.model.asked[0], ExtractionInput)


def test_an_older_log_cannot_take_back_what_was_said_since(tmp_path: Path) -> None:
    """A withdrawal from years ago does not forget what the user says today."""
    with Memory.open(tmp_path) as memory:
        memory.record(whole_turn("Always use serif fonts in print."))
        memory.work()
        said = "Forget what I said about serif fonts."
        import_log(memory, tmp_path, write_log(tmp_path, {"user": said, "at": "2020-01-01"}))
        assert len(memory.list()) == 1
        assert memory.status().refusals == (RefusalCount(reason="withdrawal-unmatched", count=1),)


def test_a_log_whose_clock_ran_ahead_does_not_bind_the_user(tmp_path: Path) -> None:
    """Nothing can have been said after now, so the living user still changes their mind."""
    with Memory.open(tmp_path) as memory:
        log = write_log(tmp_path, {"user": OLD, "at": "2099-01-01T00:00:00Z"})
        import_log(memory, tmp_path, log)
        memory.record(whole_turn(NEW))
        memory.work()
        assert [one.title for one in memory.list()] == ["数据库改用 PostgreSQL"]


def test_a_log_from_the_future_brings_nothing_forgotten_back(tmp_path: Path) -> None:
    """A forgotten memory comes back only through words that can have come after the forget."""
    with Memory.open(tmp_path) as memory:
        memory.record(whole_turn(NEW))
        memory.work()
        memory.forget(memory.list()[0].item_id)
        log = write_log(tmp_path, {"user": NEW, "at": "1999-01-01T00:00:00Z"})
        import_log(memory, tmp_path, log)
        assert memory.list() == ()


@pytest.mark.parametrize("lost", ["{broken", '{"assistant": "I suggest we use Mongo. OK?"}'])
def test_a_yes_never_answers_over_a_lost_line(tmp_path: Path, lost: str) -> None:
    """Between the proposal and the yes stood something else, so nothing is confirmed (A162)."""
    proposal = {"user": "Which cache?", "assistant": "I suggest we use Redis for the cache. OK?"}
    path = tmp_path / "gap.jsonl"
    path.write_text(
        "\n".join((json.dumps(proposal), lost, json.dumps({"user": "Yes, do that."}))), "utf-8"
    )
    with Memory.open(tmp_path) as memory:
        import_log(memory, tmp_path, path)
        assert memory.list() == ()


def test_an_answer_that_came_after_the_import_is_added(tmp_path: Path) -> None:
    """A log imported in mid-turn and again when it has grown: the confirmation is found."""
    question = {"user": "Which wax?", "id": "1", "session": "s"}
    answer = {"assistant": "I suggest we use soy wax for all candles. OK?"}
    yes = {"user": "Yes please, do that.", "id": "2", "session": "s"}
    with Memory.open(tmp_path) as memory:
        import_log(memory, tmp_path, write_log(tmp_path, question))
        assert memory.list() == ()
        import_log(memory, tmp_path, write_log(tmp_path, question | answer, yes))
        (kept,) = memory.list()
        roles = [source.role for source in memory.show(kept.item_id).sources]
        assert roles == [Role.ASSISTANT, Role.USER]
        import_log(memory, tmp_path, write_log(tmp_path, question | {"assistant": "Other."}, yes))
        assert "Other." not in memory.context().text
