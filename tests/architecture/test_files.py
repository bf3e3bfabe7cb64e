"""Rules for all files of the repository, whatever language they are written in."""

import re
import sys
import unicodedata
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, files, listed

COLUMNS_MAX = 100
LINED = frozenset({".py", ".sql"})
WIDE = frozenset({"F", "W"})
MAKEFILE_MAX_LINES = 60

# A path of the machine somebody happened to build on. Home folders occur in examples of other
# tools' logs and are fine as long as nobody lives there.
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|root|tmp/work)/")
HOME = re.compile(r"(?<![\w.~-])/(?:home|Users)/(?P<name>[A-Za-z][\w.-]*)")
NOBODY = frozenset(
    {"ada", "alex", "alice", "bob", "dev", "eve", "mei", "me", "name", "someone", "user", "you"}
)

LINKS = ("core", "shell", "sql")


def columns(line: str) -> int:
    """Count the columns a line takes in a terminal: a Chinese character takes two."""
    if line.isascii():
        return len(line)
    return sum(2 if unicodedata.east_asian_width(char) in WIDE else 1 for char in line)


def texts() -> list[tuple[str, str]]:
    """Give every UTF-8 text file of the repository with its path; other files are left out."""
    found = []
    for path in files():
        try:
            found.append((path.relative_to(ROOT).as_posix(), path.read_text("utf-8")))
        except UnicodeDecodeError:
            continue  # a binary file, such as a damaged store kept for a test
    return found


def test_lines_fit() -> None:
    """Code and statements keep to 100 columns as a terminal counts them."""
    faults = [
        f"{path}:{number}: {columns(line)} columns"
        for path, text in texts()
        if Path(path).suffix in LINED
        for number, line in enumerate(text.splitlines(), start=1)
        if columns(line) > COLUMNS_MAX
    ]
    assert not faults, listed(faults)


def test_no_path_of_a_machine() -> None:
    """No file names a folder that exists on its author's machine alone."""
    faults = []
    for path, text in texts():
        for number, line in enumerate(text.splitlines(), start=1):
            people = {found["name"].lower() for found in HOME.finditer(line)}
            if MACHINE_PATH.search(line) or not people <= NOBODY:
                faults.append(f"{path}:{number}: {line.strip()[:80]}")
    assert not faults, listed(faults)


@pytest.mark.skipif(sys.platform == "win32", reason="a checkout there may have no links at all")
def test_links_are_intact() -> None:
    """src/sayso reaches core, shell and sql through relative links."""
    for name in LINKS:
        link = ROOT / "src" / "sayso" / name
        assert link.is_symlink(), f"{link} is no link: clone with -c core.symlinks=true"
        assert link.readlink().as_posix() == f"../../{name}"
        assert (link / "__init__.py").is_file()


def test_the_task_list_stays_short() -> None:
    """The Makefile is read whole by a newcomer: at most 60 lines."""
    lines = (ROOT / "Makefile").read_text("utf-8").splitlines()
    assert len(lines) <= MAKEFILE_MAX_LINES
