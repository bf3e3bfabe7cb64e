"""What is published and the baseline: two files that change together and only by what happened."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sayso.core.knowledge.freshness import Category, Reason, Withheld, judge
from sayso.core.knowledge.learning import ModuleResult, Outcome
from sayso.shell.errors import KnowledgeDamagedError, MemoryStorageError
from sayso.shell.knowledge.atomic import write_file
from sayso.shell.knowledge.gate import freshness_of, is_usable
from sayso.shell.knowledge.publication import (
    MANIFEST,
    STATE,
    changed_sources,
    publish_learned,
    read_baseline,
    read_published,
    take_baseline,
)
from tests.shell.knowledge.knowkit import sources_in, system_in, told_of

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.knowledge.base import Base

CODE = Category.CODE_KNOWLEDGE


def begun(project: Path) -> Base:
    """Give the knowledge of a project with two sources, whose baseline is taken."""
    base = system_in(sources_in(project, a_dot_c="1", b_dot_c="2"))[0].base
    assert take_baseline(base, base.watch.look(), "init")
    return base


def learned(base: Base, category: Category = CODE) -> ModuleResult:
    """Give the result of a learner that read all sources as they are."""
    made = {category.value: base.watch.look().signature}
    return ModuleResult(category=category, outcome=Outcome.LEARNED, published=made)


def test_only_successes_are_published(tmp_path: Path) -> None:
    """What succeeded is fresh, what failed is marked, what is absent isn't spoken of."""
    base = begun(tmp_path)
    failed = ModuleResult(category=Category.CONDITIONS, outcome=Outcome.FAILED, error="x")
    absent = ModuleResult(category=Category.CODE_GRAPH, outcome=Outcome.ABSENT)
    publish_learned(base, [learned(base), failed, absent], "dream")
    kept = json.loads((base.folder.root / MANIFEST).read_bytes())
    assert {scope: one["status"] for scope, one in kept["categories"].items()} == {
        "code_knowledge": "fresh",
        "conditions": "stale",
    }
    assert (kept["schema_version"], kept["variant_id"]) == (1, "")
    assert kept["categories"]["code_knowledge"]["producer"] == "dream"
    assert is_usable(base, CODE)
    assert not is_usable(base, Category.CONDITIONS)
    assert is_usable(base, Category.CODE_GRAPH)


def test_drift_withholds_until_it_is_learned(tmp_path: Path) -> None:
    """A changed source withholds all; a new success opens its own scope, for these sources."""
    base = begun(tmp_path)
    publish_learned(base, [learned(base)], "dream")
    sources_in(tmp_path, a_dot_c="changed")
    facts = freshness_of(base)
    assert judge(CODE, "", facts) == Withheld(reason=Reason.SOURCES_DIFFER)
    drift = Withheld(reason=Reason.DRIFT, causes=("code",))
    assert judge(Category.CODE_GRAPH, "", facts) == drift
    publish_learned(base, [learned(base)], "dream")
    assert is_usable(base, CODE)
    assert not is_usable(base, Category.CODE_GRAPH)


def test_what_was_made_from_other_sources_stays_withheld(tmp_path: Path) -> None:
    """A source that changes while it is being learned leaves nothing usable behind."""
    base = begun(tmp_path)
    result = learned(base)
    sources_in(tmp_path, a_dot_c="meanwhile")
    publish_learned(base, [result], "dream")
    assert not is_usable(base, CODE)


def test_the_baseline_moves_only_with_its_marks(tmp_path: Path) -> None:
    """What drift concerns and nobody learned is marked, so that moving on opens nothing."""
    base = begun(tmp_path)
    sources_in(tmp_path, a_dot_c="changed")
    seen = base.watch.look()
    before = read_baseline(base.folder, "")
    assert before is not None
    assert changed_sources(before, seen) == ("a.c",)
    publish_learned(base, [learned(base)], "dream")
    assert take_baseline(base, seen, "dream")
    after = read_baseline(base.folder, "")
    assert after is not None
    assert changed_sources(after, seen) == ()
    assert is_usable(base, CODE)
    assert judge(Category.CODE_GRAPH, "", freshness_of(base)) == Withheld(
        reason=Reason.NOT_REFRESHED
    )


def test_a_crash_between_marks_and_baseline_opens_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Marks are written first: without the baseline everything is as withheld as before."""
    base = begun(tmp_path)
    sources_in(tmp_path, a_dot_c="changed")
    write = write_file

    def failing(path: Path, content: bytes) -> None:
        if path.name == STATE:
            raise MemoryStorageError("cannot write: disk full")
        write(path, content)

    monkeypatch.setattr("sayso.shell.knowledge.folder.write_file", failing)
    with pytest.raises(MemoryStorageError):
        take_baseline(base, base.watch.look(), "dream")
    assert (base.folder.root / MANIFEST).is_file()
    assert not any(is_usable(base, one) for one in (CODE, Category.CASE_HISTORY))


def test_drift_of_requirements_alone_does_not_move_the_baseline(tmp_path: Path) -> None:
    """Then what was learned from code is still measured against the code as it was."""
    base = begun(tmp_path)
    told = system_in(tmp_path, told_of(requirements_changed=True))[0].base
    assert not take_baseline(told, told.watch.look(), "dream")
    sources_in(tmp_path, a_dot_c="changed")
    assert take_baseline(told, told.watch.look(), "dream")
    assert read_baseline(base.folder, "") is not None


def test_what_a_host_tells_and_what_is_measured_both_count(tmp_path: Path) -> None:
    """A host that saw no change does not open what was measured, nor the other way round."""
    begun(tmp_path)
    sources_in(tmp_path, a_dot_c="changed")
    calm = system_in(tmp_path, told_of(constants_changed=False))[0].base
    assert judge(CODE, "", freshness_of(calm)) == Withheld(reason=Reason.DRIFT, causes=("code",))
    worried = system_in(tmp_path, told_of(constants_changed=True))[0].base
    assert judge(CODE, "", freshness_of(worried)) == Withheld(
        reason=Reason.DRIFT, causes=("code", "constants")
    )


def test_a_function_goes_by_its_own_sources(tmp_path: Path) -> None:
    """Published for the files that it names, it stays usable while others change."""
    base = begun(tmp_path)
    hashes = {"_meta": {"source_hashes": {"a.c": "x"}}, "state_machine": {"states": ["on"]}}
    system, _ = system_in(tmp_path)
    system.merge_code_knowledge("brake", hashes, "learner")
    own = ModuleResult(
        category=CODE,
        outcome=Outcome.LEARNED,
        published={"code_knowledge:BRAKE": base.watch.look().of(["a.c"])},
    )
    publish_learned(base, [own], "dream")
    sources_in(tmp_path, b_dot_c="changed")
    assert is_usable(base, CODE, "brake")
    assert not is_usable(base, CODE, "horn")
    assert system.read_code_knowledge("brake")["state_machine"] == {"states": ["on"]}
    sources_in(tmp_path, a_dot_c="changed")
    assert system.read_code_knowledge("brake") == {}
    (base.folder.root / "code_knowledge" / "BRAKE.json").write_bytes(b"{")
    assert not is_usable(base, CODE, "brake")


@pytest.mark.parametrize("name", [MANIFEST, STATE])
@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b'{"schema_version": 1, "variant_id": ""}',
        b'{"schema_version": 1, "variant_id": "x", "categories": {}, "causes": {}, "files": {}}',
        b'{"schema_version": 2, "variant_id": "", "categories": {}, "causes": {}, "files": {}}',
    ],
)
def test_what_cannot_be_read_opens_nothing(tmp_path: Path, name: str, content: bytes) -> None:
    """A damaged or foreign file withholds all with a reason, and is never written over."""
    base = begun(tmp_path)
    result = learned(base)
    publish_learned(base, [result], "dream")
    (base.folder.root / name).write_bytes(content)
    assert judge(CODE, "", freshness_of(base)) == Withheld(reason=Reason.SUMMARY_UNREADABLE)
    with pytest.raises(KnowledgeDamagedError, match=name):
        take_baseline(base, base.watch.look(), "dream")
    assert (base.folder.root / name).read_bytes() == content
    with pytest.raises(KnowledgeDamagedError):
        read_published(base.folder, "") if name == MANIFEST else read_baseline(base.folder, "")


def test_sources_that_cannot_be_looked_at_open_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither an unreadable source nor a project that has gone passes for an unchanged one."""
    base = begun(tmp_path / "p")
    seen = base.watch.look()
    unavailable = Withheld(reason=Reason.SUMMARY_UNAVAILABLE)
    monkeypatch.setattr(type(base.watch), "look", lambda _watch: replace(seen, unreadable=("a.c",)))
    assert judge(CODE, "", freshness_of(base)) == unavailable
    monkeypatch.undo()
    (tmp_path / "p").rename(tmp_path / "q")
    moved = system_in(tmp_path / "q")[0].base
    gone = replace(moved, watch=base.watch)
    assert judge(CODE, "", freshness_of(gone)) == unavailable
