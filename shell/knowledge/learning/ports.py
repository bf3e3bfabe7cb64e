"""The ports of learners, and the records that they give: any of the four may be anybody's.

Each is optional. One that is missing is reported as absent and publishes nothing, so that what it
would have refreshed stays withheld. For code knowledge and the code graph there are defaults that
need no model; conditions and variable chains are what a host knows how to find in its own code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sayso.core.knowledge.learning import ModuleResult
    from sayso.core.knowledge.outline import Outline, Part
    from sayso.core.outcome import Result
    from sayso.shell.knowledge.folder import Folder
    from sayso.shell.knowledge.learning.reading import Reader
    from sayso.shell.knowledge.sources import Snapshot

# Asks a model in plain words and gives its answer as it came.
Ask: TypeAlias = Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What to learn from and where to keep it: a project's sources as they were seen.

    `budget` is how many functions (of the graph: files) one run may learn, None for all. Learners
    that share a task share what was read.
    """

    folder: Folder
    reader: Reader
    budget: int | None = None

    @property
    def root(self) -> Path:
        """The project's folder."""
        return self.reader.root

    @property
    def seen(self) -> Snapshot:
        """The sources as they were seen."""
        return self.reader.seen


class Learner(Protocol):
    """Learns one category: writes its files and says what may be published."""

    def __call__(self, task: Task) -> ModuleResult:
        """Learn within the budget, from where the last run ended."""


class Parser(Protocol):
    """Reads the sources of one language; `name` tells its version, too."""

    @property
    def name(self) -> str:
        """Give the name: what another parser read is read again."""

    def parts(self, source: bytes) -> Result[tuple[Part, ...], str]:
        """Give what is in a file; fails with the reason where it can't be understood."""


class Teller(Protocol):
    """Says what a function does, as blocks of code knowledge by focus."""

    @property
    def name(self) -> str:
        """Give the name: what another one told is told again."""

    @property
    def is_costly(self) -> bool:
        """Whether telling takes long, so that each function is worth keeping at once."""

    def tell(
        self, found: Sequence[Outline], hashes: Mapping[str, str]
    ) -> Result[dict[str, object], str]:
        """Tell of one function by its definitions and their hashes by file; or why it can't."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Under which condition a function does something; the id is the learner's own."""

    id: str
    when: str
    then: str
    path: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainStep:
    """One place where a variable is made from others."""

    function: str
    sets: str
    made_from: tuple[str, ...] = ()
    path: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class VariableChain:
    """How a variable, or a signal, comes about, from the first step to the last."""

    variable: str
    steps: tuple[ChainStep, ...] = ()
    signal: str = ""


class ConditionsFinder(Protocol):
    """Finds the conditions of one function."""

    def __call__(self, task: Task, function: str) -> Result[Sequence[Condition], str]:
        """Give all there are now; fails with the reason."""


class ChainsFinder(Protocol):
    """Finds the variable chains of a project."""

    def __call__(self, task: Task) -> Result[Sequence[VariableChain], str]:
        """Give all there are now; fails with the reason."""
