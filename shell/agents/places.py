"""Where the coding agents of this machine keep their files, and how they are to call Sayso."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sayso.core.agents.connections.hosts import Roots, Scope
from sayso.shell.errors import NotFoundError

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES: Final = ("sayso", "sayso.exe")


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """How a file is to call Sayso. `is_shared`: by its name, which means the same elsewhere."""

    command: str
    is_shared: bool


def roots_of(project: Path, environment: Mapping[str, str] = os.environ) -> Roots:
    """Give the places of a project and of the user, moved as the agents' variables move them."""

    def moved(variable: str) -> Path | None:
        told = environment.get(variable, "").strip()
        return project / told if told else None  # a relative one is from the project

    home = Path.home()
    claude = moved("CLAUDE_CONFIG_DIR")
    return Roots(
        project=project.as_posix(),
        claude=(claude or home / ".claude").as_posix(),
        claude_file=((claude or home) / ".claude.json").as_posix(),
        codex=(moved("CODEX_HOME") or home / ".codex").as_posix(),
        cursor=(home / ".cursor").as_posix(),
    )


def scopes_in(project: Path) -> tuple[Scope, ...]:
    """Give the scopes there are in a folder: the home folder's own files are the user's."""
    return (Scope.USER,) if project in (Path.home(), Path(project.anchor)) else tuple(Scope)


def program_for(scope: Scope, environment: Mapping[str, str] = os.environ) -> Program:
    """Give how a file of a scope is to call Sayso: one that others get, by its name if it can.

    A name counts only if it leads to this very installation, and not through a virtual environment
    that is active in this shell alone. Raises NotFoundError where no command is installed.
    """
    installed = installed_command()
    if scope is Scope.PROJECT:
        found = shutil.which("sayso", path=_lasting_path(environment))
        if found is not None and Path(found).resolve() == installed.resolve():
            return Program(command="sayso", is_shared=True)
    return Program(command=installed.as_posix(), is_shared=False)


def installed_command() -> Path:
    """Give the command `sayso` that runs this process, or that lies beside its Python."""
    called = Path(sys.argv[0])
    beside = Path(sys.executable).parent
    for path in (*((called,) if called.name in NAMES else ()), *(beside / name for name in NAMES)):
        if path.is_file():
            return Path(os.path.abspath(path))  # noqa: PTH100 - links stay: their ends move
    raise NotFoundError(
        "the command sayso is not installed beside this Python",
        "install Sayso with pip, pipx or uv, so that an agent can call it",
    )


def _lasting_path(environment: Mapping[str, str]) -> str:
    """Give PATH without what an activated virtual environment put there."""
    active = environment.get("VIRTUAL_ENV", "")
    passing = {str(Path(active, name)) for name in ("bin", "Scripts")} if active else set()
    parts = environment.get("PATH", "").split(os.pathsep)
    return os.pathsep.join(one for one in parts if one.rstrip("/") not in passing)
