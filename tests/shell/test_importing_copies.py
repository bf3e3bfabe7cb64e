"""Copies of logs, forks of sessions and logs of other folders bring in nothing they should not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.shell.importing import ImportOptions, import_paths
from sayso.shell.memory import Memory
from sayso.shell.models.embedded import EmbeddedModel
from tests.kit import World
from tests.shell.logkit import ANYWHERE, HERE, by_name, counts

if TYPE_CHECKING:
    from collections.abc import Iterator

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "transcripts"
YEAR_S = 365 * 24 * 3600
OF_A_FOLDER = ("codex_en.jsonl", "codex_old_zh.jsonl", "copilot_en.jsonl")

# What to change in a log to make a copy that another session could have left.
COPIES = {
    "aider_en.md": (b"2026-03-0", b"2026-04-0"),
    "aider_trimmed_zh.md": (b"2026-03-0", b"2026-04-0"),
    "claude_code_zh.jsonl": (b'"u-0', b'"v-0'),
    "codex_en.jsonl": (b"019c1f00", b"019c1f11"),
    "codex_old_zh.jsonl": (b"9b2e5a10", b"9b2e5a11"),
    "conversations_en.json": (b"67000000", b"68000000"),
    "conversations_zh.json": (b"67000000", b"68000000"),
    "copilot_en.jsonl": (b"7d000000", b"7e000000"),
    "copilot_zh.jsonl": (b"7d000000", b"7e000000"),
}


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project folder with time, ids and a canned model."""
    project = tmp_path / "project"
    project.mkdir()
    return World(project)


@pytest.fixture
def memory(world: World) -> Iterator[Memory]:
    """Give the project's memory on the embedded model."""
    assert world.folder is not None
    with Memory.open(world.folder, model=EmbeddedModel(), ports=world.ports) as opened:
        yield opened


@pytest.mark.parametrize("name", COPIES)
def test_what_was_forgotten_comes_back_from_no_log(
    world: World, memory: Memory, tmp_path: Path, name: str
) -> None:
    """Every log leads to memories; forgotten, neither it nor a copy of another session does."""
    world.clock.advance(10 * YEAR_S)
    assert import_paths(memory, [FIXTURES / name], ANYWHERE).memories > 0
    for one in memory.list():
        memory.forget(one.item_id)
    world.clock.advance(60)
    copy = tmp_path / name
    copy.write_bytes((FIXTURES / name).read_bytes().replace(*COPIES[name]))
    again = import_paths(memory, [FIXTURES / name, copy], ANYWHERE)
    assert again.turns == again.known > 0
    assert (again.memories, memory.list()) == (0, ())


@pytest.mark.parametrize("name", OF_A_FOLDER)
def test_a_log_of_another_folder_is_skipped_and_counted(memory: Memory, name: str) -> None:
    """Wherever its format names the folder."""
    report = import_paths(memory, [FIXTURES / name], HERE)
    assert report.turns == 0
    whole = import_paths(memory, [FIXTURES / name], ImportOptions(dry_run=True, any_folder=True))
    assert by_name(report.skipped)["other-folder"] == whole.turns > 0


def test_a_fork_of_a_session_adds_only_what_is_new(memory: Memory, tmp_path: Path) -> None:
    """Turns that a Codex fork has copied are known by their ids, whatever session it names."""
    log = (FIXTURES / "codex_en.jsonl").read_bytes()
    fork = tmp_path / "rollout-fork.jsonl"
    new = b"019c1f00-0000-7000-8000-0000000000ff"
    head, _, rest = log.replace(b"019c1f00-0000-7000-8000-0000000000a1", new).partition(b"\n")
    more = (
        b'{"type":"event_msg","payload":{"type":"task_started",'
        b'"turn_id":"019c1f00-0000-7000-8000-0000000000ee"}}\n'
        b'{"type":"event_msg","payload":{"type":"user_message","message":"One more."}}\n'
    )
    fork.write_bytes(head + b"\n" + log.partition(b"\n")[0] + b"\n" + rest + more)
    first = import_paths(memory, [FIXTURES / "codex_en.jsonl"], ANYWHERE)
    assert counts(import_paths(memory, [fork], ANYWHERE)) == (1, first.turns)
