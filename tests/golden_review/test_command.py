"""`python -m tests.golden_review` on a small project: it makes, compares and tells."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import tests.golden_review.__main__ as command
from tests.golden_review.__main__ import main
from tests.golden_review.snapshots import ReviewError, case_ids, committed, write

TESTS = Path(__file__).resolve().parents[1]
PASSES = """
def test_rules(snapshot: "SnapshotAssertion") -> None:
    assert "先给结论\\n" == snapshot


def test_without() -> None:
    assert {outcome}
"""
CASE = '{"id": "own-1"}\n'

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="a review compares by git")


def git(root: Path, *arguments: str) -> None:
    """Run git without what the machine's own settings would add."""
    named = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *named, *arguments], cwd=root, check=True, capture_output=True)


def commit(root: Path) -> None:
    """Commit everything there is."""
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Give a project with one snapshot test, its snapshot committed."""
    root = tmp_path / "project"
    folder = root / "tests"
    (folder / "core").mkdir(parents=True)
    (folder / "quality").mkdir()
    (folder / "quality" / "corpus.jsonl").write_text(CASE, "utf-8")
    for shared in ("conftest.py", "own_home.py"):
        shutil.copy(TESTS / shared, folder)
    shutil.copytree(
        TESTS / "golden_review", folder / "golden_review", ignore=lambda *_: ["__pycache__"]
    )
    for path in (folder / "golden_review").glob("test_*.py"):
        path.unlink()
    settings = (
        '[tool.pytest.ini_options]\npythonpath = ["."]\naddopts = ["--import-mode=importlib"]\n'
    )
    (root / "pyproject.toml").write_text(settings, "utf-8")
    write_test(root)
    snapshot(root).parent.mkdir(parents=True)
    snapshot(root).write_text("先给结论\n", "utf-8")
    git(root, "init", "-q")
    commit(root)
    return root


def write_test(root: Path, *, says: str = "先给结论", outcome: bool = True) -> None:
    """Write the project's test file."""
    text = PASSES.format(outcome=outcome).replace("先给结论", says)
    (root / "tests" / "core" / "test_asking.py").write_text(text, "utf-8")


def snapshot(root: Path, name: str = "core/test_asking/test_rules.txt") -> Path:
    """Give the path of a snapshot."""
    return root / "golden" / name


def review(root: Path, *arguments: str) -> int:
    """Run a review of a project in one test process."""
    return main(["--jobs", "0", *arguments], root)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Let the tests make these snapshots, without running them."""
    snapshots = {"core/test_asking/test_rules.txt": "先给结论\n"}

    def make(_root: Path, folder: Path, _jobs: int) -> bool:
        write(folder, {}, snapshots)
        return True

    monkeypatch.setattr(command, "make_anew", make)
    return snapshots


def test_a_fresh_clone_has_nothing_to_tell(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is committed is what the tests make: nothing changed, and a check passes."""
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(project), str(clone))
    assert review(clone, "--check") == 0
    assert "Nothing changed: all 1 snapshots are the same.\n" in capsys.readouterr().out


def test_a_changed_rule_is_made_and_told(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The snapshot is rewritten, the change told, and the exit code 0; no other test is run."""
    write_test(project, says="先给理由", outcome=False)
    assert review(project) == 0
    assert "~ 先给[-结论-]{+理由+}" in capsys.readouterr().out
    assert snapshot(project).read_text("utf-8") == "先给理由\n"


def test_a_failing_test_deletes_no_snapshot(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A test that fails on its way leaves its snapshot as it was, and the review says so."""
    path = project / "tests" / "core" / "test_asking.py"
    failing = path.read_text("utf-8").replace("    assert", "    assert not 1\n    assert", 1)
    path.write_text(failing, "utf-8")
    assert review(project) == 1
    assert "A test failed." in capsys.readouterr().out
    assert snapshot(project).exists()


def test_a_broken_run_is_no_review(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """When pytest itself can't run, nothing is compared, and nothing is deleted."""
    (project / "tests" / "conftest.py").write_text("broken(", "utf-8")
    assert review(project) == 2
    assert "pytest ended with 4" in capsys.readouterr().err
    assert snapshot(project).exists()


def test_another_commit_can_be_the_base(
    project: Path, made: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A whole branch is reviewed against the commit it left."""
    made["core/test_asking/test_rules.txt"] = "先给理由\n"
    assert review(project) == 0
    commit(project)
    capsys.readouterr()
    assert review(project) == 0
    assert "Nothing changed" in capsys.readouterr().out
    assert review(project, "--base", "HEAD~1") == 0
    told = capsys.readouterr().out
    assert "what the tests make now against HEAD~1" in told
    assert "~ 先给[-结论-]{+理由+}" in told


def test_a_check_writes_nothing_and_fails(
    project: Path, made: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """In a build that nobody watches, the same report ends in exit code 1 and its reasons."""
    made["core/test_asking/test_rules.txt"] = "先给理由\n"
    assert review(project, "--check") == 1
    told = capsys.readouterr().out
    assert "~ 先给[-结论-]{+理由+}" in told
    not_committed = "Not committed (1): core/test_asking/test_rules\n"
    assert told.endswith(
        "Not what golden/ holds, so run 'make golden' (1): core/test_asking/test_rules\n"
        + not_committed
    )
    assert snapshot(project).read_text("utf-8") == "先给结论\n"
    assert review(project) == 0
    capsys.readouterr()
    assert review(project, "--check") == 1
    assert capsys.readouterr().out.endswith(f"\n{not_committed}")


def test_an_unused_snapshot_is_found_wherever_it_lies(
    project: Path, made: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A test, a case or a whole module that is gone leaves nothing behind unseen."""
    asking = "core/test_asking/test_"
    unused = (f"{asking}gone.txt", f"{asking}rules[x].txt", "a/b/c.txt")
    write(project / "golden", {}, dict.fromkeys(unused, "old\n"))
    commit(project)
    assert review(project, "--check") == 1
    told = capsys.readouterr().out
    names = f"a/b/c, {asking}gone, {asking}rules[x]"
    assert f"Unused in golden/, so run 'make golden' (3): {names}\n" in told
    assert told.count("deleted, no test makes it: ") == len(unused)
    assert all(snapshot(project, name).exists() for name in unused)
    assert review(project) == 0
    assert not any(snapshot(project, name).exists() for name in unused)
    assert snapshot(project).exists()


def test_a_case_that_is_new_is_told_from_one_that_flipped(
    project: Path, made: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The corpora of both versions say which cases there were."""
    name = "quality/test_corpus/test_the_figures_are_pinned.txt"
    cases: list[dict[str, object]] = [
        {"id": one, "label": "none", "lang": "en", "case": "x", "why": "false", "text": "x",
         "expected": [], "kept": []}
        for one in ("own-1", "own-2")
    ]  # fmt: skip
    write(project / "golden", {}, {name: '{"failures": []}'})
    commit(project)
    (project / "tests" / "quality" / "corpus.jsonl").write_text(
        f'{CASE}{{"id": "own-2"}}\n', "utf-8"
    )
    made[name] = json.dumps({"failures": cases})
    assert review(project) == 0
    told = capsys.readouterr().out
    assert "now false: own-1 (en, none, x)\n" in told
    assert "a new case, false: own-2 (en, none, x)\n" in told


def test_without_a_commit_there_is_nothing_to_compare_with(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unknown revision, and a folder that git does not know, are one line and exit code 2."""
    assert review(project, "--base", "nowhere") == 2
    assert "has no commit 'nowhere' to compare with" in capsys.readouterr().err
    shutil.rmtree(project / ".git")
    assert review(project) == 2


def test_a_commit_without_snapshots_has_none(project: Path) -> None:
    """Before the first snapshot everything is new."""
    shutil.rmtree(project / "golden")
    commit(project)
    assert committed(project, "HEAD") == {}


def test_two_eval_reports_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The figures of two runs of `sayso eval --json` are told without any test run."""
    old, new, none = (tmp_path / name for name in ("old.json", "new.json", "none.json"))
    old.write_text('{"recall": 0.5, "failures": []}', "utf-8")
    new.write_text('{"status": "ok", "data": {"recall": 0.75, "failures": []}}', "utf-8")
    none.write_text("no report", "utf-8")
    assert main(["--figures", str(old), str(new)]) == 0
    assert "recall   0.5000 →   0.7500  +0.2500\n" in capsys.readouterr().out
    assert main(["--figures", str(old), str(none)]) == 2
    assert "no answer of 'sayso eval --json'" in capsys.readouterr().err


def test_git_may_be_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without git there is no review, and the message says what is missing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ReviewError, match="git is not installed"):
        committed(tmp_path, "HEAD")


def test_the_ids_of_cases_are_read_from_json_lines_alone() -> None:
    """Other files beside the corpora, and empty lines in them, are no cases."""
    files = (("corpus.jsonl", f"{CASE}\n"), ("test_corpus.py", "import json\n"))
    assert case_ids(files) == {"own-1"}
