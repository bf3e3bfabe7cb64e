"""What tests of knowledge on disk share: a folder with time and ids that obey."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.shell.knowledge.folder import Folder
from tests.kit import World

if TYPE_CHECKING:
    from pathlib import Path


def folder_in(path: Path) -> tuple[Folder, World]:
    """Give a folder of knowledge, and the world whose clock it has."""
    world = World(None)
    return Folder(root=path, ports=world.ports), world
