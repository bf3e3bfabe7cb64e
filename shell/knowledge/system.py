"""MemorySystem: the layers of knowledge about a project, as a host uses them.

    knowledge = MemorySystem(project_folder)
    session = knowledge.create_session("C7", "the brake comes late", "at once")
    knowledge.log_step(session, "read the log", {"lines": 120})
    print(knowledge.build_context_for_diagnosis("BRAKE_CHECK", "the brake comes late"))

Values in and out are plain JSON; what is given is never changed. What was learned from code is
withheld once the code has drifted from it. docs/knowledge.md tells more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.knowledge.code_merge import Source
from sayso.core.knowledge.code_render import render_code
from sayso.core.knowledge.freshness import Category
from sayso.core.knowledge.json_values import is_object
from sayso.shell.errors import RequestError
from sayso.shell.given import one_of, path_of
from sayso.shell.knowledge import cases, context, gate
from sayso.shell.knowledge import layer_files as layers
from sayso.shell.knowledge.opening import default_folder, make_folders, open_base
from sayso.shell.ports import Ports, system_ports

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sayso.core.knowledge.json_values import JsonObject
    from sayso.shell.knowledge.context import Cache


class MemorySystem:
    """The layers of knowledge about one project; `memory/` in it unless a folder is given.

    Names of functions are read in capitals. Any method raises KnowledgeDamagedError for a file
    that is not what was written, which is never written over, MemoryStorageError when the disk
    fails, and MemoryLeaseError when somebody else writes the same file for 15 seconds.
    """

    def __init__(
        self,
        project_root: str | Path,
        memory_dir: str | Path | None = None,
        config: JsonObject | None = None,
        *,
        ports: Ports | None = None,
    ) -> None:
        """Open the knowledge of a project, and make the folders that it lies in (B55-B61)."""
        root = path_of(project_root, "the project folder").absolute()
        told = default_folder(root) if memory_dir is None else path_of(memory_dir, "the folder")
        given = {} if config is None else config
        if not is_object(given):
            raise RequestError("the configuration is no object", "give a dictionary")
        around = system_ports() if ports is None else one_of(ports, Ports, "what surrounds it")
        self.base = open_base(root, told.absolute(), given, around)
        self._ctx_cache: Cache = {}
        make_folders(self.base)

    @property
    def root(self) -> Path:
        """The project's folder (B56)."""
        return self.base.root

    @property
    def memory_dir(self) -> Path:
        """The folder with the layers (B57)."""
        return self.base.folder.root

    def read_project_memory(self) -> str:
        """Give the notes of the project, '' where there are none."""
        return self.base.folder.read_text(layers.PROJECT)

    def write_project_memory(self, text: str) -> None:
        """Replace the notes of the project."""
        self.base.folder.change_text(layers.PROJECT, lambda _: text)

    def append_project_memory(self, entry: str) -> None:
        """Append an entry to the notes under the time in UTC."""
        layers.append_project_note(self.base.folder, entry)

    def read_function_knowledge(self, function: str) -> dict[str, object]:
        """Give what is known of a function, {} where nothing is."""
        return self.base.folder.read_object(layers.function_file(function)) or {}

    def write_function_knowledge(self, function: str, knowledge: JsonObject) -> None:
        """Replace what is known of a function; the file gets the time as `_updated`."""
        layers.write_function(self.base.folder, function, knowledge)

    def get_all_function_names(self) -> list[str]:
        """Give the functions of which something is known, as their files are named, in order."""
        return self.base.folder.stems(layers.FUNCTIONS)

    def has_function_knowledge(self, function: str) -> bool:
        """Tell whether there is a file of a function."""
        return (self.memory_dir / layers.function_file(function)).is_file()

    def read_patterns(self) -> list[object]:
        """Give all patterns, [] where there are none."""
        return self.base.folder.read_list(layers.PATTERNS)

    def add_pattern(self, pattern: JsonObject) -> str:
        """Add a pattern unless one of the same content is there, and give its id."""
        return layers.add_to_patterns(self.base.folder, pattern)

    def remove_patterns(self, ids: Iterable[str]) -> int:
        """Take out the patterns with these ids, and tell how many were there."""
        return len(layers.remove_from_patterns(self.base.folder, ids))

    def find_similar_patterns(
        self, function: str, keywords: str | Iterable[str]
    ) -> list[dict[str, object]]:
        """Give the patterns of a function that share keywords, best first, with `_match_score`."""
        asked = (keywords,) if isinstance(keywords, str) else keywords
        return layers.similar_patterns(self.base.folder, function, asked)

    def create_session(self, case_id: str, problem: str, expected: str) -> str:
        """Begin a session and give its id, which is the case and the time."""
        return layers.start_session(self.base.folder, case_id, problem, expected)

    def log_step(self, session_id: str, step: str, detail: object) -> None:
        """Append a step to a session. Raises NotFoundError for an unknown one."""
        layers.log_step(self.base.folder, session_id, step, detail)

    def log_finding(self, session_id: str, finding: JsonObject) -> None:
        """Append a finding to a session. Raises NotFoundError for an unknown one."""
        layers.log_finding(self.base.folder, session_id, finding)

    def complete_session(self, session_id: str, summary: object) -> None:
        """Close a session with its summary. Raises NotFoundError for an unknown one."""
        layers.finish_session(self.base.folder, session_id, summary)

    def read_case_memory(self, case_dir: str | Path) -> dict[str, object]:
        """Give what is kept of a case, {} where nothing is; a bare name is one below `cases/`."""
        return cases.read_case(self.base, case_dir)

    def write_case_memory(self, case_dir: str | Path, memory: JsonObject) -> None:
        """Replace what is kept of a case, add its pattern, and have it found by meaning."""
        cases.write_case(self.base, case_dir, memory)

    def read_code_knowledge(self, function: str) -> dict[str, object]:
        """Give what is known of a function's code, {} where it is withheld or nothing is known."""
        return gate.read_code(self.base, function)

    def read_code_knowledge_raw(self, function: str) -> dict[str, object]:
        """Give the same whether it is withheld or not; for merging and audit alone."""
        return self.base.folder.read_object(layers.code_file(function)) or {}

    def merge_code_knowledge(
        self, function: str, updates: JsonObject, source: str | None = None
    ) -> dict[str, object]:
        """Merge what 'learner' or 'diagnosis' tells of a function's code; gives the whole."""
        told = None if source is None else one_of_sources(source)
        return layers.merge_into_code(self.base.folder, function, updates, told)

    def write_code_knowledge(self, function: str, knowledge: JsonObject) -> dict[str, object]:
        """Replace all that is known of a function's code, as a whole rebuild does."""
        return layers.write_code(self.base.folder, function, knowledge)

    def list_code_knowledge_funcs(self) -> list[str]:
        """Give the functions of whose code something is known."""
        return layers.functions_of_code(self.base.folder)

    def read_code_learning_state(self) -> dict[str, object]:
        """Give where learning stands, {} before it began."""
        return self.base.folder.read_object(layers.LEARNING_STATE) or {}

    def render_code_knowledge_for_context(
        self, function: str, max_chars: int = limits.CODE_RENDER_MAX_CHARS
    ) -> str:
        """Render what is known of a function's code by focus, '' where it is withheld."""
        return render_code(self.read_code_knowledge(function), max_chars)

    def read_constants(self) -> dict[str, object]:
        """Give what is known of constants, {} where it is withheld or nothing is known."""
        return gate.read_constants(self.base)

    def build_context_for_diagnosis(
        self, function: str, problem: str, case_dir: str | Path | None = None
    ) -> str:
        """Give what earlier work knows of a problem, as one bounded text fenced as data."""
        return context.context_for(self.base, self._ctx_cache, function, problem, case_dir)

    def invalidate_context_cache(self) -> None:
        """Forget every context that was built."""
        self._ctx_cache.clear()

    def search_semantic_cases(
        self,
        function: str,
        problem: str,
        case_dir: str | Path | None = None,
        max_results: int = limits.SEMANTIC_HITS_DEFAULT,
    ) -> list[dict[str, object]]:
        """Give other cases that are like a problem by meaning, those of the function first."""
        return cases.search_cases(self.base, function, problem, case_dir, max_results)

    def _code_learning_stale(self) -> bool:
        """Tell whether what was learned from code as a whole is withheld (B133)."""
        return not gate.is_usable(self.base, Category.CODE_KNOWLEDGE)


def one_of_sources(source: str) -> Source:
    """Read who tells something; raises RequestError for anybody else."""
    if source not in tuple(Source):
        raise RequestError(f"{source!r} is no source", f"give one of {', '.join(Source)}")
    return Source(source)
