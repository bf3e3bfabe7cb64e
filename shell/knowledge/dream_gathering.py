"""What a dream reads of a folder of knowledge, for one question to its model (phases 1 and 2).

Reading takes no lock: whoever writes replaces files whole. A function, session, case or overview
that can't be read is left out and named; the notes and the patterns have to be readable, since
what is not seen can't be put in order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar
from urllib.parse import unquote

from sayso.core import limits
from sayso.core.knowledge.dream_question import Material
from sayso.core.knowledge.dream_settling import Layers
from sayso.core.knowledge.freshness import Category, Usable, judge
from sayso.core.knowledge.json_values import is_object
from sayso.core.knowledge.naming import is_function_stem
from sayso.core.knowledge.spelling import read_spelled
from sayso.core.outcome import is_failure
from sayso.shell.errors import KnowledgeDamagedError
from sayso.shell.knowledge import layer_files as files
from sayso.shell.knowledge.atomic import read_file
from sayso.shell.knowledge.folder import DAMAGED, Folder
from sayso.shell.knowledge.own_folder import CASES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from sayso.core.knowledge.freshness import Freshness
    from sayso.core.knowledge.json_values import JsonObject
    from sayso.shell.knowledge.base import Base

T = TypeVar("T")

OVERVIEWS: Final = "source_docs"
SIGNALS: Final = "signal_mapping.json"
_HASHED: Final = "%-"


def name_of(stem: str) -> str:
    """Give the name of a function by the stem of its file; one that is hashed goes by the stem.

    >>> name_of("FOO%3A%3ABAR"), name_of("A%-0123456789ABCDEF")
    ('FOO::BAR', 'A%-0123456789ABCDEF')
    """
    if _HASHED in stem:
        return stem
    try:
        return unquote(stem, errors="strict")
    except UnicodeDecodeError:
        return stem


def function_path(name: str) -> str:
    """Give the file of a function by its name as `name_of` gives it, or as anybody writes it."""
    return f"{files.FUNCTIONS}/{name}.json" if _HASHED in name else files.function_file(name)


@dataclass(slots=True)
class Gathering:
    """Reads the layers of a base for one question; `damaged` names what could not be read."""

    base: Base
    damaged: list[str] = field(default_factory=list)

    def layers(self) -> Layers:
        """Read what a dream may change."""
        folder = self.base.folder
        return Layers(
            notes=folder.read_text(files.PROJECT),
            functions=self._objects(
                {
                    name_of(stem): f"{files.FUNCTIONS}/{stem}.json"
                    for stem in folder.stems(files.FUNCTIONS)
                    if is_function_stem(stem)
                }
            ),
            patterns=folder.read_list(files.PATTERNS),
        )

    def material(self, layers: Layers, facts: Freshness, delta: Sequence[JsonObject]) -> Material:
        """Read what is shown beside them; what the rule of freshness withholds is not."""
        return Material(
            notes=layers.notes,
            functions=layers.functions,
            patterns=layers.patterns,
            sessions=self.sessions(limits.DREAM_SESSIONS_MAX),
            cases=self._cases(),
            code=self._code(facts),
            overviews=self._overviews(facts),
            signals=self._signals(),
            delta=delta,
        )

    def sessions(self, at_most: int) -> list[JsonObject]:
        """Read the sessions whose files changed last, newest first (B173)."""
        folder = self.base.folder
        stems = folder.stems(files.SESSIONS)
        paths = [folder.root / files.SESSIONS / f"{stem}.json" for stem in stems]
        return self._first(newest_of(paths), at_most, lambda path: _object(folder, path))

    def _cases(self) -> list[JsonObject]:
        """Read the cases of the project that were written last (B171)."""
        found = (self.base.root / CASES).glob(f"*/{files.CASE}")
        ports = self.base.folder.ports

        def read(path: Path) -> JsonObject | None:
            known = Folder(root=path.parent, ports=ports).read_object(path.name)
            return None if known is None else {"case": path.parent.name, **known}

        return self._first(newest_of(found), limits.DREAM_CASES_MAX, read)

    def _code(self, facts: Freshness) -> dict[str, JsonObject]:
        """Read what is known of the code of functions, where it may be used (B172)."""
        names = {name_of(stem): stem for stem in files.functions_of_code(self.base.folder)}
        return self._objects(
            {
                name: f"{files.CODE}/{stem}.json"
                for name, stem in names.items()
                if is_usable(Category.CODE_KNOWLEDGE, facts, name)
            }
        )

    def _overviews(self, facts: Freshness) -> dict[str, str]:
        """Read the overviews of the sources, where they may be used (B169)."""
        if not is_usable(Category.SOURCE_DOCS, facts):
            return {}
        folder = self.base.folder
        found = sorted((folder.root / OVERVIEWS).glob("[!.]*.md"))
        read = {path.stem: self._sound(lambda path: _text(folder, path), path) for path in found}
        return {name: text for name, text in read.items() if text}

    def _signals(self) -> list[object]:
        """Read the signals, a list or an object whose entries are shown one by one (B170)."""
        path = self.base.folder.root / SIGNALS
        value = self._sound(_value, path)
        if is_object(value):
            return [{key: one} for key, one in value.items()]
        return value if isinstance(value, list) else []

    def _objects(self, paths: Mapping[str, str]) -> dict[str, JsonObject]:
        """Read objects, each by its name."""
        folder = self.base.folder
        read = {
            name: self._sound(lambda path: _object(folder, path), folder.root / path)
            for name, path in paths.items()
        }
        return {name: value for name, value in read.items() if value is not None}

    def _first(
        self, paths: Iterable[Path], at_most: int, read: Callable[[Path], JsonObject | None]
    ) -> list[JsonObject]:
        """Read the first objects that are sound."""
        found: list[JsonObject] = []
        for path in paths:
            if len(found) == at_most:
                break
            value = self._sound(read, path)
            if value is not None:
                found.append(value)
        return found

    def _sound(self, read: Callable[[Path], T | None], path: Path) -> T | None:
        """Read one file; a damaged one is named and left alone."""
        try:
            return read(path)
        except KnowledgeDamagedError:
            self.damaged.append(str(path))
            return None


def is_usable(category: Category, facts: Freshness, function: str = "") -> bool:
    """Tell whether a dream may show what a category holds, by the one rule."""
    return isinstance(judge(category, function, facts), Usable)


def newest_of(paths: Iterable[Path]) -> list[Path]:
    """Order files by when they changed, newest first; of equal ones the later name."""
    times: list[tuple[int, str, Path]] = []
    for path in paths:
        try:
            times.append((path.stat().st_mtime_ns, path.name, path))
        except FileNotFoundError:
            continue
    return [path for _, _, path in sorted(times, reverse=True)]


def _object(folder: Folder, path: Path) -> JsonObject | None:
    return folder.read_object(str(path.relative_to(folder.root)))


def _text(folder: Folder, path: Path) -> str:
    return folder.read_text(str(path.relative_to(folder.root)))


def _value(path: Path) -> object:
    raw = read_file(path)
    if raw is None:
        return None
    read = read_spelled(raw)
    if is_failure(read):
        raise KnowledgeDamagedError(f"{path} {read.failure()}", DAMAGED)
    return read.unwrap()
