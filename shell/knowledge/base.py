"""An open base of knowledge: where it lies, what it is configured by, and what it looks with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core.knowledge.settings import read_identity

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.knowledge.json_values import JsonObject
    from sayso.core.knowledge.settings import Identity
    from sayso.shell.knowledge.folder import Folder
    from sayso.shell.knowledge.likeness import Likeness
    from sayso.shell.knowledge.sources import Watch


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """The knowledge of one project, or of one variant of it.

    `root` is the project's folder, `folder` the one with the layers; `config` is the host's own.
    """

    root: Path
    folder: Folder
    config: JsonObject
    watch: Watch
    likeness: Likeness

    @property
    def identity(self) -> Identity:
        """What the host says of the variant and of drift, as it says it now."""
        return read_identity(self.config)
