"""What was said before never turns round what was said since, however late it is imported."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sayso.core.items import Kind
from sayso.core.project.extraction import ExtractionInput
from sayso.shell.admitting import RecordedTurn
from sayso.shell.importing import ImportOptions, import_paths
from sayso.shell.memory import Memory
from tests.kit import World, remember

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
        assert memory.status().items["superseded"] == 1


def test_an_imported_log_leaves_scope_wide_memories_only(tmp_path: Path) -> None:
    """A discussion bound to an imported thread is refused: that thread is archived."""
    world = World(tmp_path, remember("the red one", kind=Kind.DISCUSSION))
    with world.open() as memory:
        import_log(memory, tmp_path, write_log(tmp_path, {"user": "We talk of the red one."}))
        assert memory.list() == ()
        assert memory.status().refusals == (("archived-discussion", 1),)
        assert isinstance(world.model.asked[0], ExtractionInput)
