"""The sources of a project are found by its own rules and known by what is in them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.shell.errors import MemoryStorageError, NotFoundError, RefusedError
from sayso.shell.knowledge import sources
from sayso.shell.knowledge.sources import Watch, find_sources, hash_of, read_source
from tests.kit import FakeClock

if TYPE_CHECKING:
    from pathlib import Path

YEAR_US = 365 * 24 * 3_600 * 1_000_000


def project_in(folder: Path, **files: str) -> Path:
    """Write files of a project, each under its name with `__` for a slash, and give its folder."""
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    return folder


def test_a_walk_goes_by_the_rules_of_the_project(tmp_path: Path) -> None:
    """Ignored files, hidden folders, what is generated and what is no code stay out."""
    project_in(
        tmp_path,
        _dot_gitignore="build/\n*.gen.c\n",
        _dot_git__info__exclude="mine.py\n",
        src___dot_gitignore="!keep.gen.c\n/local.c\n",
        src__a_dot_c="a",
        src__b_dot_gen_dot_c="",
        src__keep_dot_gen_dot_c="",
        src__local_dot_c="",
        local_dot_c="",
        mine_dot_py="",
        build__a_dot_c="",
        node_modules__x_dot_js="",
        _dot_sayso__x_dot_py="",
        README_dot_md="",
    )
    (tmp_path / "link.py").symlink_to(tmp_path / "local.c")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert find_sources(tmp_path) == ["local.c", "src/a.c", "src/keep.gen.c"]
    seen = Watch(tmp_path, FakeClock()).look()
    assert seen.hashes["src/a.c"] == hash_of(b"a")
    assert (list(seen.hashes), seen.languages) == (find_sources(tmp_path), {"c": 3})


def test_a_change_of_any_source_changes_the_signature(tmp_path: Path) -> None:
    """Another content, another name and another file show; a touch and a note do not."""
    watch = Watch(project_in(tmp_path, a_dot_c="1", b_dot_c="2"), FakeClock())
    first = watch.look()
    os.utime(tmp_path / "a.c", (1, 1))
    project_in(tmp_path, notes_dot_md="x")
    assert watch.look().signature == first.signature
    project_in(tmp_path, a_dot_c="3")
    changed = watch.look()
    (tmp_path / "b.c").rename(tmp_path / "c.c")
    renamed = watch.look()
    assert len({one.signature for one in (first, changed, renamed)}) == 3
    assert first.of(["b.c"]) == changed.of(["b.c"]) != renamed.of(["b.c"])


def test_what_has_not_changed_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that was changed a while ago is read once; a fresh one is not trusted yet."""
    clock = FakeClock()
    watch = Watch(project_in(tmp_path, a_dot_c="1"), clock)
    read: list[str] = []
    hashing = sources.hash_file

    def counted(path: str) -> str:
        read.append(path)
        return hashing(path)

    monkeypatch.setattr(sources, "hash_file", counted)
    clock.time_us = (tmp_path / "a.c").stat().st_ctime_ns // 1_000
    fresh = [watch.look(), watch.look()]
    assert len(read) == 2
    clock.time_us += YEAR_US
    settled = [watch.look(), watch.look()]
    assert len(read) == 3
    assert {one.signature for one in fresh + settled} == {fresh[0].signature}
    project_in(tmp_path, a_dot_c="2")
    assert watch.look().hashes == {"a.c": hash_of(b"2")}


def test_what_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unreadable file is named, one that has gone is none, a closed folder is refused."""
    project_in(tmp_path, a_dot_c="1", b_dot_c="2", x__c_dot_c="3")

    def refuse(path: str) -> str:
        if path.endswith("a.c"):
            raise PermissionError(13, "Permission denied")
        raise FileNotFoundError(2, "No such file")

    monkeypatch.setattr(sources, "hash_file", refuse)
    seen = Watch(tmp_path, FakeClock()).look()
    assert (seen.hashes, seen.unreadable) == ({}, ("a.c",))

    def closed(folder: str) -> None:
        raise (FileNotFoundError if str(folder).endswith("x") else PermissionError)(13, "denied")

    monkeypatch.setattr(os, "scandir", closed)
    with pytest.raises(MemoryStorageError, match="cannot list"):
        find_sources(tmp_path)
    with pytest.raises(NotFoundError, match="is not a folder"):
        find_sources(tmp_path / "none")


def test_a_walk_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many files are refused with what to do about it; too large ones are not looked into."""
    monkeypatch.setattr(limits, "SOURCE_FILES_MAX", 1)
    monkeypatch.setattr(limits, "SOURCE_MAX_BYTES", 3)
    project_in(tmp_path, a_dot_c="123")
    assert (find_sources(tmp_path), read_source(tmp_path, "a.c")) == (["a.c"], b"123")
    project_in(tmp_path, b_dot_c="1234")
    assert read_source(tmp_path, "b.c") is None
    with pytest.raises(RefusedError, match="more than 1 source"):
        find_sources(tmp_path)


def test_only_a_plain_file_of_the_project_is_a_source(tmp_path: Path) -> None:
    """A link, a pipe and a folder in a source's place give no content."""
    project_in(tmp_path, a_dot_c="1")
    os.mkfifo(tmp_path / "pipe.c")
    os.mkfifo(tmp_path / ".gitignore")
    (tmp_path / "link.c").symlink_to(tmp_path / "a.c")
    assert find_sources(tmp_path) == ["a.c"]
    assert read_source(tmp_path, "pipe.c") is None
    assert read_source(tmp_path, "gone.c") is None
    with pytest.raises(MemoryStorageError, match="cannot read"):
        read_source(tmp_path, "link.c")
