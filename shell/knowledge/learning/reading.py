"""Sources read for learners: a file becomes outlines, and all of them the code graph.

A file whose hash and parser are what they were is not read again. One that can't be read just now
keeps what was known of it and is named; one that its parser does not understand keeps it, too, and
bears the reason, since a half-written file has not lost its functions. Whatever has no parser is
known by its hash alone.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.graph import CodeGraph, FileNode, node_of, read_graph
from sayso.core.knowledge.languages import language_of
from sayso.core.knowledge.learning import LearningState, Pair, plan_learning
from sayso.core.knowledge.outline import outlines
from sayso.core.knowledge.publishing import signature
from sayso.core.outcome import Success, is_failure
from sayso.shell.errors import KnowledgeDamagedError, RefusedError, SaysoError
from sayso.shell.knowledge.folder import DAMAGED
from sayso.shell.knowledge.learning.python_parts import PythonParser
from sayso.shell.knowledge.learning.tree_parts import GRAMMARS, tree_parser
from sayso.shell.knowledge.sources import hash_of, read_source

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sayso.core.knowledge.outline import Outline
    from sayso.core.outcome import Result
    from sayso.shell.knowledge.folder import Folder
    from sayso.shell.knowledge.learning.ports import Parser
    from sayso.shell.knowledge.sources import Snapshot

GRAPH: Final = "codegraph.json"
_JOINTS: Final = {"cpp": "::", "rust": "::"}
_BY_ENDING: Final = {"h": "cpp", "tsx": "tsx"}
_EXTRA: Final = "sayso[code]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grown:
    """A graph after a run: how many files were read, how many wait, which could not be read."""

    graph: CodeGraph
    read: int
    waiting: int
    unread: Mapping[str, str]

    @property
    def is_whole(self) -> bool:
        """Whether it tells of all files as they are."""
        return not self.waiting and not self.unread


@dataclass(slots=True)
class Reader:
    """Reads the sources as they were seen; each parser is made once.

    What one learner has read is there for the next: each file's part of the graph, some outlines.
    """

    root: Path
    seen: Snapshot
    _nodes: dict[str, FileNode] = field(default_factory=dict)
    _parsers: dict[str, Parser | None] = field(default_factory=dict)
    _kept: dict[str, tuple[Outline, ...]] = field(default_factory=dict)

    def parser_of(self, path: str) -> Parser | None:
        """Give the parser of a file's language, None where there is none."""
        language = _grammar_of(path)
        if language not in self._parsers:
            made = PythonParser() if language == "python" else tree_parser(language)
            self._parsers[language] = made
        return self._parsers[language]

    def outlines(self, path: str) -> Result[tuple[Outline, ...], str]:
        """Give the functions of a file as its parser finds them.

        Raises SaysoError for a file that can't be read as it was seen.
        """
        if path in self._kept:
            return Success(self._kept[path])
        parser = self.parser_of(path)
        content = self._content(path)
        if parser is None or content is None:
            return Success(())
        parts = parser.parts(content)
        if is_failure(parts):
            return parts
        found = outlines(path, parts.unwrap(), _JOINTS.get(_grammar_of(path), "."))
        if len(self._kept) < limits.CODE_FILES_KEPT:
            self._kept[path] = found
        return Success(found)

    def node(self, path: str, before: FileNode | None) -> FileNode:
        """Give a file's part of the graph as the file is now.

        Raises SaysoError as above.
        """
        if path not in self._nodes:
            self._nodes[path] = self._read(path)
        node = self._nodes[path]
        return replace(node, functions=before.functions) if node.fault and before else node

    def _read(self, path: str) -> FileNode:
        parser = self.parser_of(path)
        name, digest = parser.name if parser else "", self.seen.hashes[path]
        found = self.outlines(path)
        if is_failure(found):
            return FileNode(hash=digest, parser=name, fault=found.failure())
        return node_of(found.unwrap(), digest, name)

    def _content(self, path: str) -> bytes | None:
        """Give a file's content, None for one that is too large to be looked into."""
        content = read_source(self.root, path)
        if content is None and (self.root / path).is_file():
            return None
        if content is None or hash_of(content) != self.seen.hashes[path]:
            raise RefusedError(f"{path} changed while it was learned from", "learn again")
        return content


def read_known_graph(folder: Folder) -> CodeGraph:
    """Give the graph that is kept. Raises KnowledgeDamagedError for what can't be read as one."""
    fields = folder.read_object(GRAPH)
    if fields is None:
        return CodeGraph()
    read = read_graph(fields)
    if is_failure(read):
        raise KnowledgeDamagedError(f"{folder.root / GRAPH}: {read.failure()}", DAMAGED)
    return read.unwrap()


def known_or_none(folder: Folder) -> CodeGraph:
    """Give the graph that is kept, which spares reading; a damaged one spares nothing.

    The graph's own learner reports it.
    """
    try:
        return read_known_graph(folder)
    except KnowledgeDamagedError:
        return CodeGraph()


def grow(reader: Reader, known: CodeGraph, budget: int | None) -> Grown:
    """Bring a graph up to the sources as they are: files that changed, as many as allowed."""
    seen = reader.seen
    pairs = [
        Pair(name=path, hash=_read_as(reader, path, seen.hashes[path])) for path in seen.hashes
    ]
    hashes = {path: _signed(node.hash, node.parser) for path, node in known.files.items()}
    state = LearningState(cursor=known.cursor, pair_hashes=hashes)
    plan = plan_learning(state, pairs, len(pairs) if budget is None else budget)
    kept = seen.hashes.keys() | set(seen.unreadable)
    nodes = {path: node for path, node in known.files.items() if path in kept}
    unread = dict.fromkeys(seen.unreadable, "can't be read")
    for pair in plan.now:
        try:
            nodes[pair.name] = reader.node(pair.name, nodes.get(pair.name))
        except SaysoError as error:
            unread[pair.name] = error.message
    graph = CodeGraph(files=nodes, cursor=plan.now[-1].name if plan.now else known.cursor)
    read = len(plan.now) - len(unread.keys() - set(seen.unreadable))
    return Grown(graph=graph, read=read, waiting=plan.waiting, unread=unread)


def notes_on(graph: CodeGraph) -> tuple[str, ...]:
    """Say which files are known by their hashes alone, and which were not understood."""
    blind = Counter(language_of(path) for path, node in graph.files.items() if not node.parser)
    notes = []
    for language, count in sorted(blind.items()):
        how = f" ({_EXTRA} reads them)" if language in GRAMMARS else ""
        notes.append(f"files of {language} that are known by their hashes alone: {count}{how}")
    faults = [f"{path} {node.fault}" for path, node in sorted(graph.files.items()) if node.fault]
    return (*notes, *faults[: limits.LEARN_NOTES_MAX])


def _grammar_of(path: str) -> str:
    """Name the language that a file is read in; headers are read as C++, which C mostly is."""
    ending = path.rpartition(".")[2].lower()
    return _BY_ENDING.get(ending) or language_of(path)


def _read_as(reader: Reader, path: str, digest: str) -> str:
    parser = reader.parser_of(path)
    return _signed(digest, parser.name if parser else "")


def _signed(digest: str, parser: str) -> str:
    return signature({"hash": digest, "parser": parser})
