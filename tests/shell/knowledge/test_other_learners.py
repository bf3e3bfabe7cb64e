"""Code graph, overviews, conditions and chains: each is learned by itself, published when whole."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from sayso.core.knowledge.freshness import Category
from sayso.core.knowledge.graph import CodeGraph, callers
from sayso.core.knowledge.learning import Outcome
from sayso.core.knowledge.overview import MARK
from sayso.core.outcome import Failure, Success
from sayso.shell.errors import KnowledgeDamagedError, MemoryStorageError, RequestError
from sayso.shell.knowledge.learning.chains import CHAINS, ChainsLearner
from sayso.shell.knowledge.learning.choosing import Choice, learners_of
from sayso.shell.knowledge.learning.code import CodeLearner
from sayso.shell.knowledge.learning.conditions import (
    ConditionsLearner,
    conditions_file,
    write_conditions,
)
from sayso.shell.knowledge.learning.graph import learn_graph
from sayso.shell.knowledge.learning.overview import learn_overviews
from sayso.shell.knowledge.learning.ports import ChainStep, Condition, VariableChain
from sayso.shell.knowledge.learning.reading import GRAPH, read_known_graph
from sayso.shell.knowledge.learning.tree_parts import GRAMMARS
from sayso.shell.knowledge.sources import Snapshot
from sayso.shell.knowledge.system import MemorySystem
from tests.shell.knowledge.learnkit import Counting, Tree, tree_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sayso.core.outcome import Result
    from sayso.shell.knowledge.learning.ports import Task


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """Give a tree with two files that call each other."""
    made = tree_in(tmp_path)
    made.write(car="def stop():\n    horn()\n", horn="def horn():\n    beep()\n")
    return made


def graph(tree: Tree) -> CodeGraph:
    """Give the graph that is kept."""
    return read_known_graph(tree.folder)


def forget_grammars(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make it so as if the extra were not installed."""
    for module, _ in GRAMMARS.values():
        monkeypatch.setitem(sys.modules, module, None)


def test_a_graph_grows_by_what_changed(tree: Tree) -> None:
    """The first run reads all; the next reads the file that changed, and drops the one that went
    (B41).
    """
    first = learn_graph(tree.task())
    assert (first.learned, set(first.published)) == (2, {"codegraph"})
    assert [one.function.name for one in callers(graph(tree), "horn")] == ["stop"]
    before = graph(tree).files["horn.py"]
    tree.write(car="def go():\n    horn()\n")
    assert learn_graph(tree.task()).learned == 1
    assert graph(tree).files["horn.py"] == before
    assert [one.function.name for one in callers(graph(tree), "horn")] == ["go"]
    tree.write(car="")
    gone = learn_graph(tree.task())
    assert (gone.learned, gone.outcome, set(gone.published)) == (
        0,
        Outcome.UNCHANGED,
        {"codegraph"},
    )
    assert graph(tree).files.keys() == {"horn.py"}


def test_a_graph_grows_within_a_budget(tree: Tree) -> None:
    """It is published once all files are in it; one that is not understood is there, with why."""
    first = learn_graph(tree.task(1))
    assert (first.learned, first.skipped, first.published) == (1, 1, {})
    assert first.failed == ("codegraph",)
    whole = learn_graph(tree.task(1))
    assert (whole.learned, whole.skipped, set(whole.published)) == (1, 0, {"codegraph"})
    assert whole.warmup_done
    tree.write(car="def stop(:\n")
    broken = learn_graph(tree.task(1))
    assert broken.notes[0].startswith("car.py is no Python")
    assert [one.name for one in graph(tree).files["car.py"].functions] == ["stop"]
    assert learn_graph(tree.task(1)).learned == 0


def test_a_file_that_can_not_be_read_keeps_no_other_waiting(tree: Tree) -> None:
    """It is tried again after the others had their turn, and named each time."""
    seen = tree.see()
    gone = Snapshot(hashes={"a.py": "0" * 64, **seen.hashes})
    runs = [learn_graph(tree.task(1, gone)) for _ in range(4)]
    assert [run.learned for run in runs] == [0, 1, 1, 0]
    assert [bool(run.error) for run in runs] == [True, False, False, True]
    assert all(run.failed == ("codegraph",) for run in runs)


def test_a_damaged_graph_is_told_and_stays(tree: Tree) -> None:
    """It is not written over; neither is one of another version."""
    path = tree.folder.root / GRAPH
    path.parent.mkdir(parents=True)
    for content in (b"{", b'{"schema_version": 9}'):
        path.write_bytes(content)
        with pytest.raises(KnowledgeDamagedError, match=r"codegraph\.json"):
            learn_graph(tree.task())
        assert path.read_bytes() == content


def test_without_the_extra_files_are_known_by_their_hashes(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report says which, and what would read them; a language without a grammar is named."""
    (tree.root / "a.c").write_text("int f(void) { return 1; }\n")
    (tree.root / "b.lua").write_text("x = 1\n")
    forget_grammars(monkeypatch)
    result = learn_graph(tree.task())
    assert result.notes == (
        "files of c that are known by their hashes alone: 1 (sayso[code] reads them)",
        "files of lua that are known by their hashes alone: 1",
    )
    assert result.published.keys() == {"codegraph"}
    assert graph(tree).files["a.c"].functions == ()
    assert CodeLearner()(tree.task()).learned == 2


def test_with_the_extra_they_are_read_though_they_did_not_change(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that another parser read, or none, is read again."""
    pytest.importorskip("tree_sitter_c", reason="needs the extra: pip install 'sayso[code]'")
    (tree.root / "a.c").write_text("int f(void) { return 1; }\n")
    with monkeypatch.context() as without:
        forget_grammars(without)
        learn_graph(tree.task())
    assert learn_graph(tree.task()).learned == 1
    assert [one.name for one in graph(tree).files["a.c"].functions] == ["f"]


def test_overviews_follow_the_sources(tree: Tree) -> None:
    """Each top folder has one; a file that somebody wrote stays, one of a folder that went goes."""
    docs = tree.folder.root / "source_docs"
    docs.mkdir(parents=True)
    (docs / "own.md").write_text("by hand\n")
    (docs / "old.md").write_text(f"{MARK}\n")
    result = learn_overviews(tree.task())
    assert (result.category, result.learned) == (Category.SOURCE_DOCS, 2)
    assert result.published.keys() == {"source_docs"}
    assert sorted(path.name for path in docs.iterdir()) == ["own.md", "project.md"]
    assert "- car.py: stop\n" in (docs / "project.md").read_text("utf-8")
    assert learn_overviews(tree.task()).outcome is Outcome.UNCHANGED
    (docs / "project.md").write_text("mine now\n")
    assert learn_overviews(tree.task()).learned == 0
    assert (docs / "project.md").read_text("utf-8") == "mine now\n"


def test_conditions_are_refreshed_where_there_are_some(tree: Tree) -> None:
    """Each file there is is made anew (B40); without any nobody is asked (B44)."""
    asked: list[str] = []

    def find(task: Task, function: str) -> Result[Sequence[Condition], str]:
        asked.append(function)
        return Success([Condition(id="1", when=f"{function} is late", then="alarm", line=3)])

    learner = ConditionsLearner(find)
    assert learner(tree.task()).outcome is Outcome.ABSENT
    assert asked == []
    write_conditions(tree.folder, "Car::stop", [])
    result = learner(tree.task())
    assert (asked, result.learned, set(result.published)) == (["CAR::STOP"], 1, {"conditions"})
    assert tree.folder.read_object(conditions_file("car::stop")) == {
        "function": "CAR::STOP",
        "conditions": [
            {"id": "1", "when": "CAR::STOP is late", "then": "alarm", "path": "", "line": 3}
        ],
    }


def test_conditions_of_one_function_fail_alone(tree: Tree) -> None:
    """A finder may say no or raise; what was known stays, and the others are published."""

    def find(task: Task, function: str) -> Result[Sequence[Condition], str]:
        if function == "A":
            return Failure("no source")
        if function == "B":
            raise ZeroDivisionError
        if function in ("C", "X::Y"):
            raise RequestError("no", "ask otherwise")
        return Success([])

    for name in ("a", "b", "c", "d", "x::y"):
        write_conditions(tree.folder, name, [Condition(id="0", when="x", then="y")])
    result = ConditionsLearner(find)(tree.task())
    assert result.failed == tuple(f"conditions:{name}" for name in ("A", "B", "C", "X::Y"))
    assert result.error == "A: no source; B: ZeroDivisionError; C: no; X::Y: no"
    assert (result.outcome, set(result.published)) == (Outcome.LEARNED, {"conditions"})
    known = tree.folder.read_object(conditions_file("a"))
    assert known is not None
    assert known["conditions"] != []
    (tree.folder.root / conditions_file("d")).unlink()
    assert ConditionsLearner(find)(tree.task()).outcome is Outcome.FAILED

    def broken(task: Task, function: str) -> Result[Sequence[Condition], str]:
        raise MemoryStorageError("no room", "free some")

    with pytest.raises(MemoryStorageError):
        ConditionsLearner(broken)(tree.task())


def test_chains_are_refreshed_as_a_whole(tree: Tree) -> None:
    """A host's finder gives them all (B42, B165); one that fails leaves those there were."""
    step = ChainStep(function="stop", sets="late", made_from=("speed",), path="car.py", line=2)
    found = [VariableChain(variable="z"), VariableChain(variable="late", steps=(step,), signal="S")]
    result = ChainsLearner(lambda task: Success(found))(tree.task())
    assert (result.learned, set(result.published)) == (2, {"variable_chains"})
    kept = tree.folder.read_object(CHAINS)
    assert kept is not None
    chains = kept["chains"]
    assert isinstance(chains, list)
    assert [one["variable"] for one in chains] == ["late", "z"]
    assert chains[0]["steps"][0]["made_from"] == ["speed"]
    failed = ChainsLearner(lambda task: Failure("no tool"))(tree.task())
    assert (failed.outcome, failed.error, failed.published) == (Outcome.FAILED, "no tool", {})
    assert tree.folder.read_object(CHAINS) == kept


def test_a_project_has_three_learners_of_its_own(tree: Tree) -> None:
    """Graph, code knowledge and overviews need nobody; what a host gives comes beside them."""
    memory = MemorySystem(tree.root)
    learners = learners_of(memory.base, tree.see(["car.py", "horn.py"]))
    assert learners.keys() == {
        Category.CODE_GRAPH,
        Category.CODE_KNOWLEDGE,
        Category.SOURCE_DOCS,
    }
    made = {category: learn() for category, learn in learners.items()}
    assert all(one.category is category for category, one in made.items())
    assert {one.outcome for one in made.values()} == {Outcome.LEARNED}
    assert memory.read_code_knowledge("stop")["outline"]
    told = Counting(is_costly=True)
    choice = Choice(
        teller=told,
        find_conditions=lambda task, function: Success([]),
        find_chains=lambda task: Success([]),
        budget=1,
    )
    learners = learners_of(memory.base, tree.see(["car.py", "horn.py"]), choice)
    assert learners[Category.CODE_KNOWLEDGE]().learned == 1
    assert learners[Category.CONDITIONS]().outcome is Outcome.ABSENT
    assert learners[Category.VARIABLE_CHAINS]().outcome is Outcome.LEARNED
