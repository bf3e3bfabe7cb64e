"""Phases 0 and 1: learners run one by one, and only what succeeded is published."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from sayso.core.knowledge.freshness import Category
from sayso.core.knowledge.learning import ModuleResult, Outcome, result_fields
from sayso.shell.knowledge.dreaming import AutoDream, Means
from sayso.shell.knowledge.gate import is_usable
from sayso.shell.knowledge.publication import read_baseline, read_published, take_baseline
from sayso.shell.knowledge.routers import RulesRouter
from sayso.shell.knowledge.sources import Watch
from tests.records import build
from tests.shell.knowledge.dreamkit import LATE, FakeMachine, Land, ScriptedRouter, reply

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sayso.shell.knowledge.dream_learning import Learner
    from sayso.shell.knowledge.sources import Snapshot

KEYS = ("_code_learning", "_variable_chains", "_conditions", "_codegraph")


@pytest.fixture
def land(tmp_path: Path) -> Land:
    """Give a project with one source, of which a baseline was taken."""
    made = Land(tmp_path)
    (tmp_path / "brake.py").write_text("def brake(): return 1\n")
    take_baseline(made.memory.base, made.memory.base.watch.look(), "test")
    return made


def drift(land: Land) -> None:
    """Change the source."""
    (land.project / "brake.py").write_text("def brake(): return 22\n")


def learner(land: Land, category: Category, **changes: object) -> Callable[[], ModuleResult]:
    """Give a learner that succeeds at a whole category for the sources as they are."""

    def learn() -> ModuleResult:
        plain: dict[str, object] = {
            "category": category,
            "outcome": Outcome.LEARNED,
            "published": {category.value: land.memory.base.watch.look().signature},
            "learned": 2,
            "skipped": 1,
        }
        return build(ModuleResult, plain | changes)

    return learn


def fail() -> ModuleResult:
    """Learn nothing, and raise."""
    raise ValueError("no\nparser")


def usable(land: Land, *categories: Category) -> list[bool]:
    """Tell of categories whether they may be used."""
    return [is_usable(land.memory.base, one) for one in categories]


def test_each_learner_has_a_result_of_its_own(land: Land) -> None:
    """Four keys always, whoever is there; the log notes what the code learner did (B45-B48)."""
    result = land.forced(ScriptedRouter())
    for key in KEYS:
        told = result[key]
        assert isinstance(told, dict)
        assert told["status"] == "absent"
    learners = {
        Category.CODE_KNOWLEDGE: learner(land, Category.CODE_KNOWLEDGE),
        Category.SOURCE_DOCS: learner(land, Category.SOURCE_DOCS),
        Category.VARIABLE_CHAINS: lambda: result_fields(learner(land, Category.VARIABLE_CHAINS)()),
    }
    result = land.forced(ScriptedRouter(), learners=learners)
    statuses = [str(result[key]).partition("'status': '")[2][:7] for key in (*KEYS, "_source_docs")]
    assert statuses == ["learned", "learned", "absent'", "absent'", "learned"]
    first, last = land.folder.read_list("dream_log.json")
    assert isinstance(first, dict)
    assert isinstance(last, dict)
    assert "code_pairs_learned" not in first
    assert (last["code_pairs_learned"], last["code_pairs_skipped"]) == (2, 1)


def test_learners_run_before_any_model_is_asked(land: Land) -> None:
    """Code and overviews in phase 0, variable chains in phase 1; then the model, which is shown
    what was learned (B162-B165).
    """
    order: list[str] = []

    def noted(category: Category) -> Learner:
        def learn() -> ModuleResult:
            order.append(f"{category} in {land.told[-1][:7]}")
            return learner(land, category)()

        return learn

    chosen = (Category.VARIABLE_CHAINS, Category.SOURCE_DOCS, Category.CODE_KNOWLEDGE)

    def asked(_question: dict[str, object]) -> str:
        order.append("asked")
        return reply()

    router = ScriptedRouter([asked])
    land.forced(router, learners={one: noted(one) for one in chosen})
    assert order[:2] == ["code_knowledge in Phase 0", "source_docs in Phase 0"]
    assert order[2:] == ["variable_chains in Phase 1", "asked"]
    changes = str(router.asked[0]["code_changes"])
    assert all(one.value in changes for one in chosen)


def test_only_what_succeeded_is_published(land: Land) -> None:
    """After drift a success is usable, a failure stays stale, and neither touches the other; the
    baseline moves only with all of it published or marked (B49-B51).
    """
    drift(land)
    learners = {
        Category.CODE_KNOWLEDGE: learner(land, Category.CODE_KNOWLEDGE),
        Category.CONDITIONS: fail,
    }
    result = land.forced(ScriptedRouter(), learners=learners)
    assert "'error': 'ValueError: no parser'" in str(result["_conditions"])
    categories = (Category.CODE_KNOWLEDGE, Category.CONDITIONS, Category.CODE_GRAPH)
    assert usable(land, *categories) == [True, False, False]
    baseline = read_baseline(land.folder, "")
    assert baseline is not None
    assert dict(baseline.files) == dict(land.memory.base.watch.look().hashes)


@pytest.mark.parametrize(
    "given",
    [
        None,
        {"status": "learned"},
        ModuleResult(category=Category.CODE_GRAPH, outcome=Outcome.LEARNED),
    ],
)
def test_a_learner_that_breaks_its_contract_has_failed(land: Land, given: object) -> None:
    """What is not the declared result publishes nothing (B194)."""
    drift(land)
    result = land.forced(ScriptedRouter(), learners={Category.CODE_KNOWLEDGE: lambda: given})
    assert "what is not its contract" in str(result["_code_learning"])
    assert usable(land, Category.CODE_KNOWLEDGE) == [False]


def test_what_was_learned_stays_though_the_dream_fails(land: Land) -> None:
    """A model that answers rubbish ends phases 3 and 4 alone."""
    drift(land)
    learners = {Category.CODE_KNOWLEDGE: learner(land, Category.CODE_KNOWLEDGE)}
    result = land.forced(ScriptedRouter(["no", "no"]), learners=learners)
    assert "error" in result
    assert "learned" in str(result["_code_learning"])
    assert usable(land, Category.CODE_KNOWLEDGE, Category.CASE_HISTORY) == [True, False]
    assert land.folder.read_list("dream_log.json") == []


def test_a_model_makes_the_history_fresh_again(land: Land) -> None:
    """It was shown all patterns and judged them by the code as it is; the next drift withholds
    them again.
    """
    land.memory.add_pattern(LATE)
    drift(land)
    assert usable(land, Category.CASE_HISTORY) == [False]
    land.forced(ScriptedRouter())
    assert usable(land, Category.CASE_HISTORY) == [True]
    (land.project / "brake.py").write_text("def brake(): return 333\n")
    assert usable(land, Category.CASE_HISTORY) == [False]


def test_rules_keep_the_history_of_functions_that_did_not_change(land: Land) -> None:
    """A function whose own source is as it was stays usable when another one changes; no rule
    makes fresh what has drifted.
    """
    seen = land.memory.base.watch.look()
    for name, path in (("BRAKE", "brake.py"), ("HORN", "horn.py")):
        (land.project / path).write_text(f"def {name.lower()}(): return 1\n")
        land.memory.add_pattern({**LATE, "function": name})
    seen = land.memory.base.watch.look()
    for name, path in (("BRAKE", "brake.py"), ("HORN", "horn.py")):
        hashes = {path: seen.hashes[path]}
        land.memory.write_code_knowledge(name, {"_meta": {"source_hashes": hashes}})
    take_baseline(land.memory.base, seen, "test")
    land.forced(ScriptedRouter())
    drift(land)
    land.forced(RulesRouter())
    base = land.memory.base
    assert [is_usable(base, Category.CASE_HISTORY, name) for name in ("BRAKE", "HORN")] == [
        False,
        True,
    ]


def test_a_source_that_changes_while_it_is_looked_at_is_not_fresh(
    land: Land, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Freshness is judged after the look that is published for, so that no change slips by."""
    land.memory.add_pattern(LATE)
    seen = land.memory.base.watch.look()
    hashes = {"brake.py": seen.hashes["brake.py"]}
    land.memory.write_code_knowledge("BRAKE", {"_meta": {"source_hashes": hashes}})
    look, looks = Watch.look, count(1)

    def late(watch: Watch) -> Snapshot:
        if next(looks) == 3:
            drift(land)
        return look(watch)

    monkeypatch.setattr(Watch, "look", late)
    land.forced(RulesRouter())
    monkeypatch.undo()
    assert next(looks) > 4
    assert not is_usable(land.memory.base, Category.CASE_HISTORY, "BRAKE")


def test_nothing_is_published_that_nobody_watches(tmp_path: Path) -> None:
    """Without a baseline and without any word of drift, a dream begins no watch by itself."""
    land = Land(tmp_path)
    land.memory.add_pattern(LATE)
    land.forced(ScriptedRouter())
    assert not read_published(land.folder, "").entries


def test_learners_are_by_their_own_policy(land: Land) -> None:
    """A forced dream and a told drift change nothing about what a learner does (B187, B188)."""
    calls: list[tuple[object, ...]] = []

    def learn(*given: object) -> ModuleResult:
        calls.append(given)
        return learner(land, Category.CODE_KNOWLEDGE)()

    config: dict[str, object] = {"identity": {"freshness": {"code_changed": True}}}
    means = Means(
        learners=lambda _base, _seen: {Category.CODE_KNOWLEDGE: learn}, machine=FakeMachine()
    )
    dream = AutoDream(land.memory, ScriptedRouter(), land.project, config, means=means)
    assert dream.try_dream(force=True, reason="drift") is not None
    assert calls == [()]


def test_by_default_code_is_learned_offline(land: Land) -> None:
    """Graph, knowledge and overviews of the sources, made without any model, are usable after
    drift, and the model is shown them.
    """
    (land.project / "brake.py").write_text("def brake(speed):\n    return speed > 3\n")
    router = ScriptedRouter()
    dream = AutoDream(land.memory, router, land.project)
    result = dream.try_dream(force=True)
    assert result is not None
    assert "error" not in result
    categories = (Category.CODE_GRAPH, Category.CODE_KNOWLEDGE, Category.SOURCE_DOCS)
    assert usable(land, *categories) == [True, True, True]
    assert "speed > 3" in str(land.memory.read_code_knowledge("brake"))
    assert "BRAKE" in str(router.asked[0]["code"])
    assert router.asked[0]["overviews"]


def test_where_there_is_no_project_the_dream_says_so(land: Land) -> None:
    """A folder that has gone can't be learned from; nothing is marked or published."""
    gone = AutoDream(land.memory, ScriptedRouter(), land.project / "gone")
    result = gone.try_dream(force=True)
    assert result is not None
    assert "gone is not a folder" in str(result["error"])
    assert not read_published(land.folder, "").entries
