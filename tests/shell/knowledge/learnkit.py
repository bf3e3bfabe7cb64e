"""What tests of learners share: a folder of sources that is written to and learned from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core.outcome import Failure, Success
from sayso.shell.knowledge.layer_files import code_file
from sayso.shell.knowledge.learning.ports import Task
from sayso.shell.knowledge.learning.reading import Reader
from sayso.shell.knowledge.sources import Snapshot, hash_of
from tests.shell.knowledge.knowkit import folder_in

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from sayso.core.knowledge.outline import Outline
    from sayso.core.outcome import Result
    from sayso.shell.knowledge.folder import Folder
    from tests.kit import World


@dataclass(frozen=True, slots=True)
class Tree:
    """Sources, and the knowledge that is learned from them."""

    root: Path
    folder: Folder
    world: World

    def write(self, **texts: str) -> None:
        """Write Python files by their names; '' takes one away."""
        for name, text in texts.items():
            path = self.root / f"{name}.py"
            if text:
                path.write_text(text, "utf-8")
            else:
                path.unlink()

    def see(self, paths: Collection[str] = ()) -> Snapshot:
        """Look at these sources, or at all."""
        every = paths or sorted(path.name for path in self.root.iterdir())
        return Snapshot(hashes={path: hash_of((self.root / path).read_bytes()) for path in every})

    def task(self, budget: int | None = None, seen: Snapshot | None = None) -> Task:
        """Give the task to learn from the sources as they are, or as they were seen."""
        reader = Reader(root=self.root, seen=seen or self.see())
        return Task(folder=self.folder, reader=reader, budget=budget)

    def known(self, function: str) -> dict[str, object]:
        """Give what is known of a function's code, {} for nothing."""
        return self.folder.read_object(code_file(function)) or {}


def tree_in(path: Path) -> Tree:
    """Give an empty tree."""
    folder, world = folder_in(path / "memory")
    (path / "src").mkdir()
    return Tree(path / "src", folder, world)


class Counting:
    """A teller that notes whom it told of, and fails where it is said to."""

    name = "counting"

    def __init__(self, *failing: str, is_costly: bool = False) -> None:
        """Fail at these functions."""
        self.failing = failing
        self.told: list[str] = []
        self.is_costly = is_costly

    def tell(
        self, found: Sequence[Outline], hashes: Mapping[str, str]
    ) -> Result[dict[str, object], str]:
        self.told.append(found[0].name)
        if found[0].name in self.failing:
            return Failure("no answer")
        item = {"id": "1", "text": found[0].source}
        return Success({"_meta": {"source_hashes": dict(hashes)}, "outline": {"items": [item]}})
