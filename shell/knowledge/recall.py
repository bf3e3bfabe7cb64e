"""memory-recall.v1: what a project knows, layer by layer, as a tool call asks for it.

Nothing is written, made or locked by it (B8, B11, B12). What a request names lies within the
project that it names, whoever wrote the request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.json_values import is_object, object_of
from sayso.core.knowledge.layers import Layer
from sayso.core.knowledge.meaning import function_of
from sayso.core.knowledge.recalling import RecallRequest, Sources, answer_recall, read_recall
from sayso.core.knowledge.spelling import read_object
from sayso.core.outcome import is_failure
from sayso.shell.errors import NotFoundError, RequestError
from sayso.shell.given import path_of
from sayso.shell.knowledge import layer_files as layers
from sayso.shell.knowledge.atomic import read_file
from sayso.shell.knowledge.cases import case_path, read_case, search_cases
from sayso.shell.knowledge.gate import freshness_of
from sayso.shell.knowledge.likeness import FOLDER
from sayso.shell.knowledge.opening import default_folder, open_base
from sayso.shell.knowledge.own_folder import knowledge_root
from sayso.shell.ports import Ports, system_ports

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sayso.core.knowledge.json_values import JsonObject
    from sayso.shell.knowledge.base import Base

_IDENTITY: Final = "identity"


def recall_knowledge(request: JsonObject, ports: Ports | None = None) -> dict[str, object]:
    """Answer a request; docs/knowledge.md has its arguments and the answer's fields.

    Raises RequestError for what can't be asked, NotFoundError for a project that is not there,
    KnowledgeDamagedError for a damaged file of a layer that is asked for.
    """
    root = path_of(request.get("project_root"), "project_root").absolute()
    if not root.is_dir():
        raise NotFoundError(f"{root} is not a folder", "give the folder of a project")
    root = root.resolve()
    told = {**request, "context": _context(root, request)}
    read = read_recall(told)
    if is_failure(read):
        raise RequestError(read.failure(), "see docs/knowledge.md")
    asked = read.unwrap()
    base = open_base(root, _folder_for(root, asked), _config(told, asked), ports or system_ports())
    return answer_recall(asked, _sources(base, asked))


def _context(root: Path, request: JsonObject) -> JsonObject:
    """Give the context that a request brings or names; a file is read strictly."""
    given, path = request.get("context"), request.get("context_path")
    if given is None and path is not None:
        file = _within(root, path, "context_path")
        raw = read_file(file)
        if raw is None:
            raise NotFoundError(f"there is no {file}", "give the path of a JSON file")
        read = read_object(raw)
        if is_failure(read):
            raise RequestError(f"{file} {read.failure()}", "give the path of a JSON object")
        return read.unwrap()
    if given is not None and not is_object(given):
        raise RequestError("context is no object", "give an object")
    return given or {}


def _config(told: JsonObject, asked: RecallRequest) -> JsonObject:
    """Give the configuration that a request makes: its context, of the variant that it names."""
    context = object_of(told, "context")
    identity = {**object_of(context, _IDENTITY), "variant_id": asked.variant_id}
    return {**context, _IDENTITY: identity}


def _folder_for(root: Path, asked: RecallRequest) -> Path:
    """Give the folder that is meant; of those nobody named, the one that is there."""
    if asked.memory_dir:
        return _within(root, asked.memory_dir, "memory_dir")
    own = knowledge_root(root, asked.variant_id)
    return own if asked.variant_id or own.is_dir() else default_folder(root)


def _sources(base: Base, asked: RecallRequest) -> Sources:
    """Read the layers that are asked for; one that names a function or a case needs it named."""
    case_dir = _case(base, asked)
    folder, function = base.folder, asked.function
    readers: Mapping[Layer, tuple[Path, Callable[[], object]]] = {
        Layer.PROJECT: _file(base, layers.PROJECT, folder.read_text),
        Layer.PATTERNS: _file(base, layers.PATTERNS, folder.read_list),
        Layer.SESSIONS: (folder.root / layers.SESSIONS, lambda: layers.read_sessions(folder)),
        Layer.CONSTANTS: _file(base, layers.CONSTANTS, folder.read_object),
        Layer.SEMANTIC: (
            folder.root / FOLDER,
            lambda: search_cases(base, function, asked.query, case_dir, asked.max_items),
        ),
    }
    if function:
        readers = {
            **readers,
            Layer.FUNCTION: _file(base, layers.function_file(function), folder.read_object),
            Layer.CODE_KNOWLEDGE: _file(base, layers.code_file(function), folder.read_object),
        }
    if case_dir is not None:
        readers = {
            **readers,
            Layer.CASE: (case_dir / layers.CASE, lambda: read_case(base, case_dir)),
        }
    wanted = {layer: readers[layer] for layer in asked.layers if layer in readers}
    values = {layer: reader() for layer, (_, reader) in wanted.items()}
    hits = values.get(Layer.SEMANTIC)
    found = [one for one in hits if is_object(one)] if isinstance(hits, list) else []
    return Sources(
        memory_dir=_shown(base, folder.root),
        values=values,
        paths={layer: _shown(base, path) for layer, (path, _) in wanted.items()},
        freshness=freshness_of(base, (function, *map(function_of, found))),
    )


def _file(
    base: Base, name: str, read: Callable[[str], object]
) -> tuple[Path, Callable[[], object]]:
    return base.folder.root / name, lambda: read(name)


def _case(base: Base, asked: RecallRequest) -> Path | None:
    if not asked.case_dir:
        return None
    return _within(base.root, case_path(base, asked.case_dir), "case_dir")


def _within(root: Path, path: object, what: str) -> Path:
    """Give a path of the project; raises RequestError for one that leads out of it."""
    found = (root / path_of(path, what)).resolve()
    if not found.is_relative_to(root):
        raise RequestError(f"{what} leads out of the project", "give a path within it")
    return found


def _shown(base: Base, path: Path) -> str:
    return path.relative_to(base.root).as_posix()
