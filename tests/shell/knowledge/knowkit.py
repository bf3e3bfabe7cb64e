"""What tests of knowledge on disk share: a folder with time and ids that obey."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.shell.knowledge.folder import Folder
from sayso.shell.knowledge.system import MemorySystem
from tests.kit import World

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.knowledge.json_values import JsonObject


def folder_in(path: Path) -> tuple[Folder, World]:
    """Give a folder of knowledge, and the world whose clock it has."""
    world = World(None)
    return Folder(root=path, ports=world.ports), world


def system_in(project: Path, config: JsonObject | None = None) -> tuple[MemorySystem, World]:
    """Give the knowledge of a project, and the world whose clock it has."""
    world = World(None)
    return MemorySystem(project, config=config, ports=world.ports), world


def sources_in(folder: Path, **files: str) -> Path:
    """Write files of a project, each under its name with `__` for a slash, and give its folder."""
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    return folder


def told_of(variant: str = "", **flags: bool) -> dict[str, object]:
    """Give the configuration of a host that tells of drift."""
    return {"identity": {"variant_id": variant, "freshness": {"available": True, **flags}}}
