"""The folder of knowledge that the command line keeps for a project, or for a variant of its code.

It lies beside the store in `.sayso/`, which is private and left alone by git; files are all there
is, so nothing of it needs the store.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.naming import variant_folder
from sayso.core.outcome import is_failure
from sayso.shell.errors import MemoryStorageError, RequestError
from sayso.shell.knowledge.atomic import FILE_MODE, make_folder
from sayso.shell.knowledge.layer_files import MADE_AT_ONCE

if TYPE_CHECKING:
    from pathlib import Path

HOME: Final = ".sayso"
CASES: Final = "cases"
_IGNORE: Final = ".gitignore"


def knowledge_root(project: Path, variant: str = "") -> Path:
    """Give the folder of a project's knowledge, or of a variant of it. Nothing is made.

    Raises RequestError for a variant that can't be the name of a folder.
    """
    if not variant:
        return project / HOME / "knowledge"
    named = variant_folder(variant)
    if is_failure(named):
        raise RequestError(f"no such variant: {named.failure()}", "give a plain name")
    return project / HOME / "workspaces" / named.unwrap() / "memory"


def make_knowledge(project: Path, root: Path) -> bool:
    """Make a folder of knowledge with what it holds from the start; False where it was there."""
    was_there = root.is_dir()
    try:
        make_folder(root)
        for name in MADE_AT_ONCE:
            make_folder(root / name)
        _ignore(project / HOME / _IGNORE)
    except OSError as error:
        raise MemoryStorageError(
            f"cannot make {root}: {error.strerror or error}", "check path, rights and disk"
        ) from error
    return not was_there


def case_folder(project: Path, case: str) -> Path:
    """Give the folder of a case: below `cases/` for a bare name, else the path that is given."""
    is_bare = "/" not in case and case not in (".", "..")
    return project / CASES / case if is_bare else project / case


def _ignore(path: Path) -> None:
    """Let git leave everything beside this file alone, unless somebody has said what it does."""
    with suppress(FileExistsError):
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE)
        with os.fdopen(file, "w", encoding="utf-8") as written:
            written.write("*\n")
