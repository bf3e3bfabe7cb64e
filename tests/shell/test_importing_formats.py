"""Whatever tool wrote a log: in parts, zipped or after a halt, nothing is imported twice."""

from __future__ import annotations

import shutil
import zipfile
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.project.keying import KeyedTurn
from sayso.core.transcripts.reading import read_entries
from sayso.core.transcripts.records import LoggedTurn
from sayso.shell import importing, logs
from sayso.shell.errors import MemoryStorageError
from sayso.shell.importing import ImportOptions, import_paths
from sayso.shell.memory import Memory
from sayso.shell.models.embedded import EmbeddedModel
from sayso.shell.spool import Spool
from tests.kit import World
from tests.shell.logkit import ANYWHERE, HERE, by_name, counts, turns_of, write_log, write_steps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.project.importing import Portion
    from sayso.core.transcripts.exchanges import Exchange
    from sayso.core.transcripts.noted import Noted
    from sayso.core.transcripts.records import SkippedLine

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "transcripts"
LOGS = sorted(path.name for path in FIXTURES.iterdir())
TURN = KeyedTurn(
    key="plain:1",
    after_key=None,
    intent="general_chat",
    logged=LoggedTurn(
        source_id="1", user_text="One.", assistant_text="", at_us=None, intent="general_chat"
    ),
)


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


def zipped(path: Path, **members: bytes) -> Path:
    """Write a ZIP of an export; `__` in a name stands for a folder's border, `_` for a dot."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/").replace("_json", ".json"), content)
    return path


@pytest.mark.parametrize("name", LOGS)
def test_a_log_imported_twice_adds_nothing(memory: Memory, tmp_path: Path, name: str) -> None:
    """Also from a copy elsewhere; a dry run before says how many turns there will be."""
    dry = import_paths(memory, [FIXTURES / name], ImportOptions(dry_run=True, any_folder=True))
    first = import_paths(memory, [FIXTURES / name], ANYWHERE)
    assert first.turns == dry.turns > 0
    copy = shutil.copy(FIXTURES / name, tmp_path / name)
    again = import_paths(memory, [FIXTURES / name, copy], ANYWHERE)
    assert counts(again) == (0, 2 * first.turns)
    assert len(turns_of(memory)) == first.turns
    assert (again.skipped, again.memories) == (
        tuple(type(one)(name=one.name, count=2 * one.count) for one in first.skipped),
        0,
    )


def test_a_halt_at_any_place_loses_and_doubles_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Broken off after one transaction more each time, imports take in the whole, once."""

    class HaltError(Exception):
        pass

    monkeypatch.setattr(importing, "TRANSACTION_MAX_TURNS", 2)
    learning_class = importing._Learning  # noqa: SLF001 - the place to halt at is inside
    store = learning_class._store  # noqa: SLF001 - the same
    left = 0  # transactions until the halt

    def halting(learning: object, portions: tuple[Portion, ...]) -> int:
        nonlocal left
        if left == 0:
            raise HaltError
        left -= 1
        return store(learning, portions)  # type: ignore[arg-type]

    monkeypatch.setattr(learning_class, "_store", halting)
    stored = [0]
    for transactions in count(1):
        left = transactions
        with world.open() as memory:
            try:
                import_paths(memory, [FIXTURES], ANYWHERE)
                break
            except HaltError:
                stored.append(len(turns_of(memory)))
    with world.open() as memory:
        turns = turns_of(memory)
        again = import_paths(memory, [FIXTURES], ImportOptions(dry_run=True, any_folder=True))
    assert stored == sorted(stored)
    assert len({(turn.thread_id, turn.sequence) for turn in turns}) == len(turns) > stored[-1]
    assert counts(again) == (0, len(turns))


def test_an_export_is_read_as_it_is_downloaded(memory: Memory, tmp_path: Path) -> None:
    """Zipped and split, in a folder or not; what else is in the ZIP is not read, and the unpacked
    files afterwards add nothing.
    """
    english, chinese = (
        (FIXTURES / f"conversations_{language}.json").read_bytes() for language in ("en", "zh")
    )
    export = zipped(
        tmp_path / "export.zip",
        **{
            "x__conversations-001_json": chinese,
            "x__conversations-000_json": english,
            "x__chat.html": b"<html>",
            "x__user_json": b'[{"mapping": {}}]',
        },
    )
    report = import_paths(memory, [export], HERE)
    assert (report.turns, by_name(report.formats), report.faults) == (5, {"chatgpt": 2}, ())
    assert by_name(report.skipped)["other-branch"] == 4
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    (unpacked / "conversations-000.json").write_bytes(english)
    (unpacked / "Conversations-001.JSON").write_bytes(chinese)
    (unpacked / "package.json").write_bytes(b'[{"mapping": {}}]')
    again = import_paths(memory, [unpacked, export], HERE)
    assert (counts(again), again.files) == ((0, 10), 4)


def test_what_is_wrong_with_a_zip_is_told(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No conversations in it, damage at its end or inside, or too much: one fault each."""
    english = (FIXTURES / "conversations_en.json").read_bytes()
    whole = zipped(tmp_path / "whole.zip", conversations_json=english).read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[:-10])
    at = whole.index(b"conversations.json") + 200
    (tmp_path / "inside.zip").write_bytes(whole[:at] + bytes(40) + whole[at + 40 :])
    zipped(tmp_path / "other.zip", readme=b"x")
    zipped(tmp_path / "part.zip", conversations_json=b"[")
    names = ("cut", "inside", "other", "part")
    report = import_paths(memory, [tmp_path / f"{name}.zip" for name in names], HERE)
    told = [(Path(fault.path).name, fault.reason) for fault in report.faults]
    assert told == [
        ("cut.zip", "unreadable"),
        ("conversations.json", "unreadable"),
        ("other.zip", "unknown-format"),
        ("conversations.json", "unknown-format"),
    ]
    assert all(fault.hint.endswith(".") for fault in report.faults)
    walked = import_paths(memory, [tmp_path], HERE)
    assert by_name(walked.skipped)["unknown-format"] == 2
    monkeypatch.setattr(limits, "IMPORT_FILE_MAX_BYTES", len(english) - 1)
    large = import_paths(memory, [tmp_path / "whole.zip"], HERE)
    assert [fault.reason for fault in large.faults] == ["too-large"]


def test_what_came_before_a_fault_of_the_disk_stays(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log that cannot be read further is a fault; its turns up to there go in, once."""
    log = write_steps(tmp_path / "log.jsonl", 20)
    monkeypatch.setattr(limits, "LOG_CHUNK_BYTES", 64)

    def failing(
        form: str, name: str, chunks: Iterable[bytes]
    ) -> Iterator[Exchange | Noted | SkippedLine]:
        def broken() -> Iterator[bytes]:
            for number, chunk in enumerate(chunks):
                if number == 3:
                    raise OSError(5, "Input/output error")
                yield chunk

        return read_entries(form, name, broken())

    with monkeypatch.context() as patch:
        patch.setattr(logs, "read_entries", failing)
        report = import_paths(memory, [log], HERE)
    assert 0 < report.turns < 20
    assert [(fault.reason, fault.hint) for fault in report.faults] == [
        ("unreadable", "Input/output error: check path and rights.")
    ]
    assert counts(import_paths(memory, [log], HERE)) == (20 - report.turns, report.turns)


def test_a_log_that_grows_while_it_is_read_is_read_as_it_was(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a tool writes in the meantime is for the next import, which finds all of it."""
    log = write_steps(tmp_path / "log.jsonl", 8)
    monkeypatch.setattr(limits, "LOG_CHUNK_BYTES", 32)
    add = Spool.add

    def growing(spool: Spool, turn: KeyedTurn) -> int:
        with log.open("a", encoding="utf-8") as file:
            file.write('{"user": "More."}\n')
        return add(spool, turn)

    with monkeypatch.context() as patch:
        patch.setattr(Spool, "add", growing)
        assert counts(import_paths(memory, [log], HERE)) == (8, 0)
    assert counts(import_paths(memory, [log], HERE)) == (8, 8)


def test_a_full_disk_says_so_and_leaves_nothing_behind(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, world: World
) -> None:
    """Turns that wait need room beside the store; the file they wait in has no name."""
    log = write_log(tmp_path / "log.jsonl", {"user": "One."})
    assert world.folder is not None
    before = sorted((world.folder / ".sayso").iterdir())
    assert import_paths(memory, [log], HERE).turns == 1
    assert sorted((world.folder / ".sayso").iterdir()) == before

    class Full:
        def write(self, raw: bytes) -> int:
            raise OSError(28, "No space left on device")

        seek = read = write

        def close(self) -> None:
            """Close nothing."""

    spool = Spool(None)
    place = spool.add(TURN)
    spool._file.close()  # noqa: SLF001 - the disk is played here
    spool._file = Full()  # type: ignore[assignment]  # noqa: SLF001
    with pytest.raises(MemoryStorageError, match="No space left"):
        spool.add(TURN)
    with pytest.raises(MemoryStorageError, match="No space left"), spool:
        list(spool.read([place]))
    with pytest.raises(MemoryStorageError, match="cannot keep"):
        Spool(tmp_path / "nowhere")
