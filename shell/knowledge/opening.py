"""How a base of knowledge is opened, and where a host's own lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.knowledge.settings import read_semantic
from sayso.shell.errors import MemoryStorageError
from sayso.shell.knowledge.atomic import make_folder
from sayso.shell.knowledge.base import Base
from sayso.shell.knowledge.folder import Folder
from sayso.shell.knowledge.layer_files import MADE_AT_ONCE
from sayso.shell.knowledge.likeness import FOLDER, Likeness
from sayso.shell.knowledge.semantic import SemanticMemory
from sayso.shell.knowledge.sources import Watch

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.knowledge.json_values import JsonObject
    from sayso.shell.ports import Ports


def default_folder(root: Path) -> Path:
    """Give where a host's knowledge of a project lies (B57)."""
    return root / "memory"


def open_base(root: Path, memory_dir: Path, config: JsonObject, ports: Ports) -> Base:
    """Open the knowledge in a folder; nothing is read and nothing is made."""
    return Base(
        root=root,
        folder=Folder(root=memory_dir, ports=ports),
        config=config,
        watch=Watch(root, ports.clock),
        likeness=Likeness(
            store_dir=memory_dir / FOLDER,
            settings=read_semantic(config),
            opener=lambda folder: SemanticMemory(folder, clock=ports.clock),
        ),
    )


def make_folders(base: Base) -> None:
    """Make the folders that a base has from its beginning (B57, B59-B61), and no file."""
    try:
        for name in MADE_AT_ONCE:
            make_folder(base.folder.root / name)
    except OSError as error:
        raise MemoryStorageError(
            f"cannot make {base.folder.root}: {error.strerror or error}", "check rights and disk"
        ) from error
