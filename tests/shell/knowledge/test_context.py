"""The context of a diagnosis, built from files: what is in it, what is withheld, what is cached."""

from __future__ import annotations

import itertools
import logging
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.knowledge.diagnosis import render_diagnosis
from sayso.core.knowledge.freshness import Category
from sayso.core.knowledge.learning import ModuleResult, Outcome
from sayso.core.knowledge.meaning import Record
from sayso.shell.knowledge import context
from sayso.shell.knowledge.publication import publish_learned, take_baseline
from tests.kit import World, remember, whole_turn
from tests.shell.knowledge.knowkit import sources_in, system_in, told_of

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.knowledge.diagnosis import Diagnosis, DiagnosisWords
    from sayso.shell.knowledge.system import MemorySystem

LEARNED = ("halve-the-debounce", "rule-of-code", "found-by-meaning")
NOTED = ("note-of-project", "known-of-function", "step-of-session", "case-at-hand")
MARK = "代码已漂移，学习产物暂不注入"


def filled(project: Path, config: dict[str, object] | None = None) -> MemorySystem:
    """Give a system each of whose layers holds one word that tells it from the others."""
    system, _ = system_in(sources_in(project, a_dot_c="1"), config)
    system.write_project_memory("note-of-project")
    system.write_function_knowledge("brake", {"description": "known-of-function"})
    system.add_pattern(
        {
            "function": "brake",
            "symptom": "late",
            "keywords": ["late"],
            "fix_hint": "halve-the-debounce",
        }
    )
    system.log_step(system.create_session("brake-1", "late again", ""), "step-of-session", "looked")
    system.merge_code_knowledge("brake", {"alarm_logic": {"rules": [{"id": "rule-of-code"}]}})
    system.write_case_memory("other", {"problem": "brake late", "conclusion": "found-by-meaning"})
    system.write_case_memory("mine", {"problem": "case-at-hand"})
    return system


def words_in(text: str) -> set[str]:
    """Give which of the words of layers a text shows."""
    return {word for word in (*LEARNED, *NOTED) if word in text}


def asked(system: MemorySystem) -> str:
    """Build the context of the problem at hand."""
    return system.build_context_for_diagnosis("brake", "the brake is late", "mine")


def test_every_layer_is_in_the_context(tmp_path: Path) -> None:
    """Notes, function, code, patterns, sessions, hits by meaning and the case, as one text."""
    text = asked(filled(tmp_path))
    assert words_in(text) == {*LEARNED, *NOTED}
    assert "not deterministic" in text
    assert "cases/other/memory.json" in text
    assert MARK not in text
    assert len(text) <= limits.DIAGNOSIS_MAX_CHARS


@pytest.mark.parametrize("cause", ["code_changed", "constants_changed", "identity_changed"])
def test_drift_that_a_host_tells_takes_out_what_was_learned(tmp_path: Path, cause: str) -> None:
    """Patterns, hits and code go, the mark stands in their place; what people noted stays."""
    system = filled(tmp_path, {"identity": {"freshness": {cause: True}}})
    text = asked(system)
    assert words_in(text) == set(NOTED)
    assert MARK in text
    assert system.read_code_knowledge("brake") == {}
    assert system.read_code_knowledge_raw("brake") != {}
    assert system.render_code_knowledge_for_context("brake") == ""
    assert system._code_learning_stale()  # noqa: SLF001 - B133 gives it this name


def test_a_host_may_tell_of_drift_later(tmp_path: Path) -> None:
    """What stands in the configuration when something is asked is what counts."""
    told = told_of(code_changed=False)
    system = filled(tmp_path, told)
    assert words_in(asked(system)) == {*LEARNED, *NOTED}
    told.update(told_of(code_changed=True))
    assert words_in(asked(system)) == set(NOTED)


def test_a_merge_while_stale_keeps_what_is_there(tmp_path: Path) -> None:
    """Merging goes by what the file holds, not by what may be read: no source loses anything."""
    filled(tmp_path)
    stale, _ = system_in(tmp_path, told_of(code_changed=True))
    merged = stale.merge_code_knowledge("brake", {"alarm_logic": {"rules": [{"id": "diag-2"}]}})
    assert merged["alarm_logic"] == {"rules": [{"id": "rule-of-code"}, {"id": "diag-2"}]}
    assert stale.read_code_knowledge("brake") == {}
    assert stale.read_code_knowledge_raw("brake") == merged


def test_drift_that_is_measured_takes_out_the_same(tmp_path: Path) -> None:
    """A changed source is seen at once, though a context was built a moment before."""
    system = filled(tmp_path)
    take_baseline(system.base, system.base.watch.look(), "init")
    assert words_in(asked(system)) == {*LEARNED, *NOTED}
    sources_in(tmp_path, a_dot_c="2")
    assert words_in(asked(system)) == set(NOTED)
    sources_in(tmp_path, a_dot_c="1")
    assert words_in(asked(system)) == {*LEARNED, *NOTED}


def test_each_hit_is_judged_by_the_sources_of_its_own_function(tmp_path: Path) -> None:
    """Of two cases alike, one stays when the other's code changes; patterns go by the function."""
    system, _ = system_in(sources_in(tmp_path, brake_dot_c="1", horn_dot_c="1"))
    for name in ("brake", "horn"):
        told = {"_meta": {"source_hashes": {f"{name}.c": "x"}}, "x": {"list": [{"id": "1"}]}}
        system.merge_code_knowledge(name, told, "learner")
        case = {"function": name, "problem": f"late {name}", "conclusion": f"of-{name}"}
        system.write_case_memory(name, case)
    seen = system.base.watch.look()
    take_baseline(system.base, seen, "init")
    published = {f"case_history:{one.upper()}": seen.of([f"{one}.c"]) for one in ("brake", "horn")}
    history = ModuleResult(
        category=Category.CASE_HISTORY, outcome=Outcome.LEARNED, published=published
    )
    publish_learned(system.base, [history], "dream")

    def shown() -> list[bool]:
        text = system.build_context_for_diagnosis("brake", "late")
        return ["of-brake" in text, "of-horn" in text]

    assert shown() == [True, True]
    sources_in(tmp_path, horn_dot_c="2")
    assert shown() == [True, False]
    sources_in(tmp_path, horn_dot_c="1", brake_dot_c="2")
    assert shown() == [False, True]


def test_no_context_ever_holds_a_withheld_layer(tmp_path: Path) -> None:
    """Under every combination of what a host may tell, only one of two contexts is built."""
    filled(tmp_path)
    flags = ("available", "strange_changed")
    for given in itertools.product((None, False, True, "yes"), repeat=len(flags)):
        told = {flag: value for flag, value in zip(flags, given, strict=True) if value is not None}
        for variant in ("", "v"):
            identity = {"variant_id": variant, "freshness": told or None}
            system, _ = system_in(tmp_path, {"identity": identity})
            text = asked(system)
            is_open = not system._code_learning_stale()  # noqa: SLF001 - B133 gives it this name
            assert words_in(text) == {*NOTED, *(LEARNED if is_open else ())}
            assert (MARK in text) is not is_open
            may_be_open = "yes" not in given and given[1] is not True
            assert may_be_open or not is_open


def test_a_variant_reads_nothing_but_its_own(tmp_path: Path) -> None:
    """A variant without code knowledge has none, whatever the project's folder holds."""
    filled(tmp_path)
    told = told_of("v", code_changed=False)
    variant = type(filled(tmp_path))(tmp_path, tmp_path / "of-variant", told)
    assert variant.read_code_knowledge("brake") == variant.read_constants() == {}
    assert "rule-of-code" not in asked(variant)
    untold, _ = system_in(tmp_path, {"identity": {"variant_id": "v"}})
    assert untold.read_code_knowledge("brake") == {}


def test_stale_constants_read_as_empty(tmp_path: Path) -> None:
    """Constants go by the same gate as code."""
    system, _ = system_in(tmp_path)
    (system.memory_dir / "code_knowledge" / "constants.json").write_text('{"DEBOUNCE_MS": 12}')
    assert system.read_constants() == {"DEBOUNCE_MS": 12}
    drifted, _ = system_in(tmp_path, told_of(constants_changed=True))
    assert drifted.read_constants() == {}


def test_a_context_is_cached_by_function_problem_and_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same question is not rendered twice; another problem with the same start is."""
    system = filled(tmp_path)
    rendered: list[str] = []

    def counted(given: Diagnosis, words: DiagnosisWords) -> str:
        rendered.append(given.problem)
        return render_diagnosis(given, words)

    monkeypatch.setattr(context, "render_diagnosis", counted)
    long = "late " * 60
    first = system.build_context_for_diagnosis("brake", long, "mine")
    assert system.build_context_for_diagnosis("BRAKE", long, "mine") == first
    assert len(rendered) == 1
    assert list(system._ctx_cache) == [("BRAKE", long[:240], "mine")]  # noqa: SLF001 - B58
    system.build_context_for_diagnosis("brake", f"{long}!", "mine")
    assert rendered == [long, f"{long}!"]
    system.invalidate_context_cache()
    assert not system._ctx_cache  # noqa: SLF001 - as above
    system.build_context_for_diagnosis("brake", long, "mine")
    assert len(rendered) == 3


@pytest.mark.parametrize(
    "change",
    [
        lambda system: system.append_project_memory("new-word"),
        lambda system: system.write_function_knowledge("brake", {"x": "new-word"}),
        lambda system: system.add_pattern(
            {"function": "brake", "symptom": "new-word", "keywords": ["late"]}
        ),
        lambda system: system.create_session("brake-2", "late new-word", ""),
        lambda system: system.merge_code_knowledge("brake", {"x": {"y": "new-word"}}),
        lambda system: system.write_case_memory("mine", {"problem": "new-word"}),
        lambda system: system.write_case_memory("third", {"problem": "brake late new-word"}),
        lambda system: (system.root / "cases" / "mine" / "memory.json").write_text(
            '{"problem": "new-word"}'
        ),
        lambda system: system.base.likeness.keep(Record(symptom="brake late new-word"), {}),
    ],
)
def test_no_write_shows_stale_text(tmp_path: Path, change: object) -> None:
    """What is written to any layer, by whomever, is in the next context."""
    system = filled(tmp_path)
    assert "new-word" not in asked(system)
    assert callable(change)
    change(system)
    assert "new-word" in asked(system)


def test_the_cache_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest goes first."""
    monkeypatch.setattr(context, "CACHED_MAX", 2)
    system, _ = system_in(tmp_path)
    for problem in ("one", "two", "three"):
        system.build_context_for_diagnosis("brake", problem)
    kept = [problem for _, problem, _ in system._ctx_cache]  # noqa: SLF001 - B58 names it
    assert kept == ["two", "three"]


def test_the_users_notes_are_cited_with_their_numbers(tmp_path: Path) -> None:
    """Decisions and preferences of project memory stand under a heading of their own."""
    system, _ = system_in(tmp_path)
    assert "on their say-so" not in system.build_context_for_diagnosis("brake", "late")
    world = World(tmp_path, remember("never touch the debounce"))
    with world.open() as memory:
        memory.record(whole_turn("We decided: never touch the debounce."))
        memory.work()
        (item,) = memory.list()
    store = tmp_path / ".sayso" / "memory.db"
    before = store.read_bytes()
    text = system.build_context_for_diagnosis("brake", "late")
    assert f"- m{item.item_id} (decision) never touch the debounce" in text
    assert "## The user's notes, on their say-so" in text
    assert store.read_bytes() == before
    with world.open() as memory:
        memory.forget(item.item_id)
    assert "debounce" not in system.build_context_for_diagnosis("brake", "late")


def test_a_damaged_memory_is_told_and_stops_no_diagnosis(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The rest of the context is built, and the log says why the user's notes are not in it."""
    system, _ = system_in(tmp_path)
    system.write_project_memory("note-of-project")
    store = tmp_path / ".sayso" / "memory.db"
    store.parent.mkdir()
    store.write_bytes(b"no database at all, but something")
    with caplog.at_level(logging.WARNING):
        text = system.build_context_for_diagnosis("brake", "late")
    assert "note-of-project" in text
    assert "the user's notes are left out" in caplog.text
