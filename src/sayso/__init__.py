"""Long-term memory for LLM agents that remembers only on the user's say-so.

The code lives in core/, shell/ and sql/ at the repository root; src/sayso/ links to them. What a
host program needs stands here by name and is imported on first use, so that `import sayso` stays
cheap. docs/library.md tells how to use it.
"""

import os.path as _p

TYPE_CHECKING = False  # what a type checker takes for true; importing typing would cost 10 ms
if TYPE_CHECKING:
    from sayso.core.items import Item as Item
    from sayso.core.items import Kind as Kind
    from sayso.core.items import Source as Source
    from sayso.core.metering import DailyLimits as DailyLimits
    from sayso.core.metering import OverLimit as OverLimit
    from sayso.core.project.context import HistoryMessage as HistoryMessage
    from sayso.core.project.explaining import Explanation as Explanation
    from sayso.core.project.noting import Note as Note
    from sayso.core.project.reading import ItemReading as ItemReading
    from sayso.core.project.tools import Tool as Tool
    from sayso.core.project.tools import openai_tools as openai_tools
    from sayso.core.project.tools import tool_schema as tool_schema
    from sayso.core.reasons import Explained as Explained
    from sayso.core.recall.asking import Line as Line
    from sayso.core.recall.asking import Part as Part
    from sayso.core.recall.asking import Points as Points
    from sayso.core.recall.asking import Reasons as Reasons
    from sayso.core.recall.asking import Recalled as Recalled
    from sayso.core.recall.asking import RecallHit as RecallHit
    from sayso.core.recall.asking import Within as Within
    from sayso.core.recall.asking import Word as Word
    from sayso.core.search import Hit as Hit
    from sayso.core.states import Role as Role
    from sayso.shell.admitting import RecordedTurn as RecordedTurn
    from sayso.shell.background import Background as Background
    from sayso.shell.backing_up import Backup as Backup
    from sayso.shell.chat.host import Host as Host
    from sayso.shell.chat.talking import Chat as Chat
    from sayso.shell.chat.talking import Said as Said
    from sayso.shell.chat.talking import Unanswered as Unanswered
    from sayso.shell.context import Context as Context
    from sayso.shell.errors import DamagedTextError as DamagedTextError
    from sayso.shell.errors import ForeignStoreError as ForeignStoreError
    from sayso.shell.errors import KnowledgeDamagedError as KnowledgeDamagedError
    from sayso.shell.errors import MemoryLeaseError as MemoryLeaseError
    from sayso.shell.errors import MemorySchemaError as MemorySchemaError
    from sayso.shell.errors import MemoryStorageError as MemoryStorageError
    from sayso.shell.errors import NotFoundError as NotFoundError
    from sayso.shell.errors import RefusedError as RefusedError
    from sayso.shell.errors import RequestError as RequestError
    from sayso.shell.errors import SaysoError as SaysoError
    from sayso.shell.errors import StalePlanError as StalePlanError
    from sayso.shell.errors import UnknownCommitError as UnknownCommitError
    from sayso.shell.finding import Listed as Listed
    from sayso.shell.finding import Shown as Shown
    from sayso.shell.knowledge.dreaming import AutoDream as AutoDream
    from sayso.shell.knowledge.system import MemorySystem as MemorySystem
    from sayso.shell.memory import Memory as Memory
    from sayso.shell.reporting import StatusReport as StatusReport
    from sayso.shell.restoring import Restored as Restored
    from sayso.shell.restoring import restore as restore
    from sayso.shell.settings import choose_model as choose_model
    from sayso.shell.settings import load_settings as load_settings
    from sayso.shell.settings import remote_model as remote_model
    from sayso.shell.turn import MemoryTurn as MemoryTurn
    from sayso.shell.worker import Step as Step
    from sayso.shell.worker import Worker as Worker
    from sayso.shell.worker import WorkReport as WorkReport

# Where each public name is defined; the imports above say the same to a type checker.
_HOMES = {
    "sayso.core.items": ("Item", "Kind", "Source"),
    "sayso.core.metering": ("DailyLimits", "OverLimit"),
    "sayso.core.project.context": ("HistoryMessage",),
    "sayso.core.project.explaining": ("Explanation",),
    "sayso.core.project.noting": ("Note",),
    "sayso.core.project.reading": ("ItemReading",),
    "sayso.core.project.tools": ("Tool", "openai_tools", "tool_schema"),
    "sayso.core.reasons": ("Explained",),
    "sayso.core.recall.asking": (
        "Line",
        "Part",
        "Points",
        "Reasons",
        "RecallHit",
        "Recalled",
        "Within",
        "Word",
    ),
    "sayso.core.search": ("Hit",),
    "sayso.core.states": ("Role",),
    "sayso.shell.admitting": ("RecordedTurn",),
    "sayso.shell.background": ("Background",),
    "sayso.shell.backing_up": ("Backup",),
    "sayso.shell.chat.host": ("Host",),
    "sayso.shell.chat.talking": ("Chat", "Said", "Unanswered"),
    "sayso.shell.context": ("Context",),
    "sayso.shell.errors": (
        "DamagedTextError",
        "ForeignStoreError",
        "KnowledgeDamagedError",
        "MemoryLeaseError",
        "MemorySchemaError",
        "MemoryStorageError",
        "NotFoundError",
        "RefusedError",
        "RequestError",
        "SaysoError",
        "StalePlanError",
        "UnknownCommitError",
    ),
    "sayso.shell.finding": ("Listed", "Shown"),
    "sayso.shell.knowledge.dreaming": ("AutoDream",),
    "sayso.shell.knowledge.system": ("MemorySystem",),
    "sayso.shell.memory": ("Memory",),
    "sayso.shell.reporting": ("StatusReport",),
    "sayso.shell.restoring": ("Restored", "restore"),
    "sayso.shell.settings": ("choose_model", "load_settings", "remote_model"),
    "sayso.shell.turn": ("MemoryTurn",),
    "sayso.shell.worker": ("Step", "WorkReport", "Worker"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__version__ = "0.1.0"
__all__ = [*sorted(_HOME_OF), "__version__"]  # noqa: PLE0604 - names, whatever a linter can see

_here = _p.dirname(_p.abspath(__file__))
if not _p.isdir(_p.join(_here, "core")):  # a checkout without symbolic links (Windows)
    __path__.append(_p.dirname(_p.dirname(_here)))


def __getattr__(name: str) -> object:
    """Import a public name only when somebody asks for it (PEP 562): apsw and core cost 60 ms."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'sayso' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - the prompt hook does without it

    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    """Offer the public names to whoever looks around."""
    return __all__
