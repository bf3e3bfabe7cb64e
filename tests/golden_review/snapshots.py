"""Where snapshots come from: a commit, the working tree, or a run of the tests that make them.

Everything a review does outside itself is here. Making anew goes into an empty folder, so what is
there afterwards is exactly what the tests make: what is missing belongs to no test.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.golden_review.kinds import FOLDER_VARIABLE, SUFFIX

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FOLDER: Final = "golden"
CORPORA: Final = "tests/quality"
_USES_SNAPSHOTS: Final = "SnapshotAssertion"
_TESTS_FAILED: Final = 1
_STDERR: Final = 2  # the report alone goes to stdout


class ReviewError(Exception):
    """A review that cannot be made: what, why, and what to do."""


def committed(root: Path, revision: str) -> dict[str, str]:
    """Give the snapshots of a commit by their path below golden/; raises ReviewError."""
    return {name: text for name, text in _tree(root, revision, FOLDER).items() if _is_one(name)}


def committed_cases(root: Path, revision: str) -> frozenset[str]:
    """Give the ids of the labelled cases of a commit; raises ReviewError."""
    return case_ids(_tree(root, revision, CORPORA).items())


def on_disk(folder: Path) -> dict[str, str]:
    """Give the snapshots of a folder by their path below it."""
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob(f"*{SUFFIX}"))
    }


def cases_on_disk(root: Path) -> frozenset[str]:
    """Give the ids of the labelled cases of the working tree."""
    paths = sorted(Path(root, CORPORA).glob("*.jsonl"))
    return case_ids((path.name, path.read_text("utf-8")) for path in paths)


def case_ids(files: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Give the ids of all lines of the JSON Lines files among some files."""
    return frozenset(
        str(json.loads(line)["id"])
        for name, text in files
        if name.endswith(".jsonl")
        for line in text.splitlines()
        if line.strip()
    )


def make_anew(root: Path, folder: Path, jobs: int) -> bool:
    """Run every test that uses a snapshot, making it in a folder; False when a test failed."""
    paths = sorted(
        path.relative_to(root).as_posix()
        for path in Path(root, "tests").rglob("test_*.py")
        if _USES_SNAPSHOTS in path.read_text("utf-8")
    )
    command = [sys.executable, "-m", "pytest", "-q", f"-n{jobs}", "--snapshot-update", *paths]
    inherited = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    done = subprocess.run(
        command,
        cwd=root,
        env=inherited | {FOLDER_VARIABLE: str(folder)},
        stdout=_STDERR,
        check=False,
    )
    if done.returncode not in (0, _TESTS_FAILED):
        raise ReviewError(f"pytest ended with {done.returncode}: see its output above")
    return done.returncode == 0


def write(folder: Path, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    """Bring a folder from one set of snapshots to another."""
    for name in before.keys() - after.keys():
        Path(folder, name).unlink()
    for name, text in after.items():
        if before.get(name) != text:
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")


def _is_one(name: str) -> bool:
    return name.endswith(SUFFIX)


def _tree(root: Path, revision: str, folder: str) -> dict[str, str]:
    """Give the text files below a folder of a commit; a commit without the folder has none."""
    if _git(root, "rev-parse", "--verify", f"{revision}^{{commit}}") is None:
        raise ReviewError(f"{root} has no commit {revision!r} to compare with: commit first")
    packed = _git(root, "archive", "--format=tar", f"{revision}:./{folder}")
    if packed is None:
        return {}
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        files = [(entry.name, archive.extractfile(entry)) for entry in archive if entry.isfile()]
        return {name: content.read().decode("utf-8") for name, content in files if content}


def _git(root: Path, *arguments: str) -> bytes | None:
    """Ask git without line-end conversion; None when it refuses."""
    command = ["git", "-c", "core.autocrlf=false", *arguments]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, check=False)
    except FileNotFoundError:
        raise ReviewError("git is not installed: a review compares with a commit") from None
    return done.stdout if done.returncode == 0 else None
