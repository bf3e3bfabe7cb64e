"""Code knowledge is learned function by function: what changed, within a budget, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from sayso.core import limits
from sayso.core.knowledge.code_merge import Source
from sayso.core.knowledge.freshness import Category
from sayso.core.knowledge.learning import Outcome, read_result, result_fields
from sayso.shell.errors import MemoryStorageError
from sayso.shell.knowledge.folder import Folder
from sayso.shell.knowledge.layer_files import (
    LEARNING_STATE,
    code_file,
    functions_of_code,
    merge_into_code,
)
from sayso.shell.knowledge.learning.code import CodeLearner
from sayso.shell.knowledge.learning.graph import learn_graph
from sayso.shell.knowledge.learning.reading import Reader
from sayso.shell.knowledge.sources import Snapshot
from tests.shell.knowledge.learnkit import Counting, Tree, tree_in

OWN = Path(__file__).resolve().parents[3] / "core" / "knowledge"
TWO = "def stop(v):\n    return v > 5\n\ndef go():\n    stop(1)\n"


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """Give a tree with two functions in one file."""
    made = tree_in(tmp_path)
    made.write(car=TWO)
    return made


def test_this_projects_own_sources_are_learned(tree: Tree) -> None:
    """Real files give real knowledge, offline; a budget bounds a run, and the next goes on."""
    own = Tree(OWN, tree.folder, tree.world)
    seen = own.see(["ids.py", "naming.py", "learning.py"])
    learn_graph(own.task(seen=seen))
    first = CodeLearner()(own.task(9, seen))
    assert (first.learned, first.outcome, first.failed) == (9, Outcome.LEARNED, ("code_knowledge",))
    assert first.skipped > 9
    assert len(first.published) == 9
    assert "code_knowledge" not in first.published
    rest = CodeLearner()(own.task(None, seen))
    assert (rest.learned, rest.skipped, rest.failed) == (first.skipped, 0, ())
    assert (rest.published, rest.warmup_done) == ({"code_knowledge": seen.signature}, True)
    known = own.known("plan_learning")
    assert known.keys() == {"_meta", "outline", "calculation_chain", "output_chain"}
    meta, outline = known["_meta"], known["outline"]
    assert isinstance(meta, dict)
    assert isinstance(outline, dict)
    assert meta["source_hashes"].keys() == {"learning.py"}
    assert {"id": "LearnPlan"} in outline["calls"]
    state = tree.folder.read_object(LEARNING_STATE)
    assert state is not None
    assert state["learned_pairs"] == functions_of_code(tree.folder)
    assert state["total_learned_pairs"] == first.learned + rest.learned
    again = CodeLearner()(own.task(None, seen))
    assert (again.outcome, again.learned, again.published) == (
        Outcome.UNCHANGED,
        0,
        rest.published,
    )
    assert read_result(result_fields(rest)) == rest


def test_only_a_function_whose_text_changed_is_told_again(tree: Tree) -> None:
    """One that moved in its file is left alone; another teller tells all of them again."""
    told = Counting()
    CodeLearner(told)(tree.task())
    assert told.told == ["go", "stop"]
    tree.write(car="# moved\n\n" + TWO.replace("5", "6"))
    result = CodeLearner(told)(tree.task())
    assert (told.told[2:], result.learned) == (["stop"], 1)
    assert CodeLearner()(tree.task()).learned == 2


def test_what_is_learned_with_or_without_a_graph_is_the_same(tree: Tree) -> None:
    """The graph spares reading and decides nothing; a damaged one spares nothing."""
    CodeLearner()(tree.task())
    alone = tree.known("stop")
    learn_graph(tree.task())
    assert CodeLearner()(tree.task()).outcome is Outcome.UNCHANGED
    (tree.folder.root / "codegraph.json").write_bytes(b"{")
    assert CodeLearner()(tree.task()).outcome is Outcome.UNCHANGED
    assert tree.known("stop") == alone


def test_of_a_function_that_is_gone_the_learned_part_goes(tree: Tree) -> None:
    """What a diagnosis found out about it stays, and so does what others are (B116, B117)."""
    CodeLearner()(tree.task())
    found = {"alarm_logic": {"rules": [{"id": "diag-1", "when": "late"}]}}
    merge_into_code(tree.folder, "stop", found, Source.DIAGNOSIS)
    tree.write(car="def go():\n    stop(1)\n")
    before = tree.known("go")
    result = CodeLearner()(tree.task())
    left = tree.known("stop")
    assert {key: block for key, block in left.items() if key != "_meta"} == found
    assert tree.known("go") == before
    assert result.notes == ("functions that are gone, with what was learned of them: 1",)
    assert (result.outcome, set(result.published)) == (Outcome.LEARNED, {"code_knowledge"})
    assert CodeLearner()(tree.task()).outcome is Outcome.UNCHANGED


def test_a_diagnosis_survives_each_renewal(tree: Tree) -> None:
    """Learning a changed function replaces the learner's own part alone."""
    found = {"output_chain": {"outputs": [{"id": "diag-7", "returns": "too late"}]}}
    CodeLearner()(tree.task())
    merge_into_code(tree.folder, "stop", found, Source.DIAGNOSIS)
    tree.write(car=TWO.replace("5", "7"))
    CodeLearner()(tree.task())
    block = tree.known("stop")["output_chain"]
    assert isinstance(block, dict)
    assert [one["returns"] for one in block["outputs"]] == ["v > 7", "too late"]


def test_a_half_written_file_has_not_lost_its_functions(tree: Tree) -> None:
    """They keep what was known of them and are named as stale, while all others are published."""
    tree.write(horn="def horn():\n    return 1\n")
    CodeLearner()(tree.task())
    learn_graph(tree.task())
    before = tree.known("stop")
    tree.write(car="def stop(v:\n", horn="def horn():\n    return 2\n")
    result = CodeLearner()(tree.task())
    assert tree.known("stop") == before
    assert (result.learned, set(result.published)) == (1, {"code_knowledge"})
    assert result.failed == ("code_knowledge:GO", "code_knowledge:STOP")
    assert result.notes == ("car.py is no Python: '(' was never closed in line 1",)
    tree.write(car=TWO)
    whole = CodeLearner()(tree.task())
    assert (whole.learned, whole.failed, whole.notes) == (0, (), ())


def test_a_function_is_told_of_whole_or_not_at_all(tree: Tree) -> None:
    """While one of its files can't be understood, a change in another one waits for that."""
    tree.write(bus="def stop():\n    return 0\n")
    learn_graph(tree.task())
    told = Counting()
    CodeLearner(told)(tree.task())
    tree.write(bus="def stop(:\n", car=TWO.replace("5", "6"))
    learn_graph(tree.task())
    result = CodeLearner(told)(tree.task())
    assert (told.told, result.failed) == (["go", "stop"], ("code_knowledge:STOP",))
    tree.write(bus="def stop():\n    return 0\n")
    assert CodeLearner(told)(tree.task()).learned == 1


def test_a_file_that_changes_meanwhile_is_not_learned_from(tree: Tree) -> None:
    """What was seen is not what is there: nothing is published as a whole, and nothing is gone."""
    CodeLearner()(tree.task())
    seen = tree.see()
    tree.write(car=TWO.replace("5", "6"), horn="def horn(): pass\n")
    late = Snapshot(hashes={**seen.hashes, "horn.py": "0" * 64, "gone.py": "1" * 64},
                    unreadable=("closed.py",))  # fmt: skip
    result = CodeLearner()(tree.task(seen=late))
    assert result.failed[0] == "code_knowledge"
    assert result.published == {}
    assert "closed.py: can't be read" in result.error
    assert "horn.py: horn.py changed while it was learned from" in result.error
    assert "gone.py: gone.py changed while" in result.error
    assert tree.known("stop").keys() > {"_meta"}
    assert tree.known("horn") == {}


def test_one_function_that_fails_fails_alone(tree: Tree) -> None:
    """A damaged file is named and left as it is; the others are learned and published (B51)."""
    path = tree.folder.root / code_file("stop")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"{")
    result = CodeLearner()(tree.task())
    assert (result.learned, result.failed) == (1, ("code_knowledge:STOP",))
    assert result.published.keys() == {"code_knowledge"}
    assert "STOP.json is no JSON" in result.error
    assert path.read_bytes() == b"{"
    path.unlink()
    assert CodeLearner()(tree.task()).failed == ()
    path.write_bytes(b"{")
    tree.write(car="def go(): pass\n")
    assert CodeLearner()(tree.task()).failed == ("code_knowledge:STOP",)
    path.unlink()
    assert CodeLearner()(tree.task()).failed == ()


def test_a_run_that_only_fails_ends_where_asking_is_costly(tree: Tree) -> None:
    """After three failures in a row the rest waits; where telling is cheap all are tried."""
    names = [f"f{at}" for at in range(6)]
    tree.write(car="".join(f"def {name}(): pass\n" for name in names))
    cheap = Counting(*names)
    result = CodeLearner(cheap)(tree.task())
    assert (len(cheap.told), result.outcome, result.skipped) == (6, Outcome.FAILED, 0)
    costly = Counting(*names, is_costly=True)
    result = CodeLearner(costly)(tree.task())
    assert len(costly.told) == limits.LEARN_FAILURES_MAX
    assert (result.skipped, result.published) == (3, {})
    assert result.failed[0] == "code_knowledge"


def test_costly_knowledge_is_noted_at_once(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that is cut off has kept each function it learned, so that none is asked for twice."""
    told = Counting(is_costly=True)
    tell = told.tell

    def cut(*given: object) -> object:
        if told.told:
            raise KeyboardInterrupt
        return tell(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(told, "tell", cut)
    with pytest.raises(KeyboardInterrupt):
        CodeLearner(told)(tree.task())
    monkeypatch.undo()
    assert CodeLearner(told)(tree.task()).learned == 1
    assert told.told == ["go", "stop"]


def test_a_disk_that_fails_fails_the_run(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is noted as learned that could not be kept."""

    def full(folder: Folder, name: str, value: object) -> None:
        raise MemoryStorageError("no room", "free some")

    monkeypatch.setattr(Folder, "write", full)
    with pytest.raises(MemoryStorageError):
        CodeLearner()(tree.task())
    monkeypatch.undo()
    assert CodeLearner()(tree.task()).learned == 2


def test_definitions_of_one_name_are_known_together(tree: Tree) -> None:
    """Two files with a function of one name have one file of knowledge that names both."""
    tree.write(bus="def stop():\n    return 0\n")
    CodeLearner()(tree.task())
    meta = tree.known("STOP")["_meta"]
    assert isinstance(meta, dict)
    assert meta["source_hashes"].keys() == {"bus.py", "car.py"}
    tree.write(bus="")
    CodeLearner()(tree.task())
    meta = tree.known("STOP")["_meta"]
    assert isinstance(meta, dict)
    assert meta["source_hashes"].keys() == {"car.py"}


def test_a_large_file_is_known_by_its_hash(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too large to be looked into has no functions, and fails nothing."""
    monkeypatch.setattr(limits, "SOURCE_MAX_BYTES", 60)
    tree.write(huge="def huge(): pass\n" + "#" * 60)
    result = CodeLearner()(tree.task())
    assert (result.learned, result.failed) == (2, ())


def test_learners_share_what_they_read(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one task each file is read once, whoever needs it."""
    read: list[str] = []
    plain = Reader._content  # noqa: SLF001 - that is what is counted

    def counted(reader: Reader, path: str) -> bytes | None:
        read.append(path)
        return plain(reader, path)

    monkeypatch.setattr(Reader, "_content", counted)
    task = tree.task()
    learn_graph(task)
    CodeLearner()(task)
    assert read == ["car.py"]
    assert learn_graph(tree.task()).category is Category.CODE_GRAPH
    assert read == ["car.py"]
