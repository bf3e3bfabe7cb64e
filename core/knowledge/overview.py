"""Overviews of the sources: for each top folder what is in it, as Markdown (B43, B163)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.languages import language_of
from sayso.core.text import clip

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.knowledge.graph import CodeGraph, FileNode

# The first line of each: a file without it is somebody's own and is left alone.
MARK: Final = "<!-- made from the sources by sayso; changes here are lost -->"
WITHOUT_FOLDER: Final = "project"


def overviews(graph: CodeGraph) -> dict[str, str]:
    """Give the text on each top folder by its name; files outside of all stand under `project`."""
    folders: dict[str, dict[str, FileNode]] = {}
    for path, node in sorted(graph.files.items()):
        top, slash, _ = path.partition("/")
        folders.setdefault(top if slash else WITHOUT_FOLDER, {})[path] = node
    return {name: _overview(name, files) for name, files in folders.items()}


def _overview(name: str, files: Mapping[str, FileNode]) -> str:
    languages = Counter(map(language_of, files))
    counted = ", ".join(f"{count} {language}" for language, count in sorted(languages.items()))
    functions = sum(len(node.functions) for node in files.values())
    lines = [MARK, f"# {name}", "", f"Files: {counted}. Functions: {functions}.", ""]
    shown = list(files.items())[: limits.OVERVIEW_FILES_MAX]
    lines += [_line(path, node) for path, node in shown]
    if len(files) > len(shown):
        lines.append(f"- and {len(files) - len(shown)} more files")
    return "\n".join(lines) + "\n"


def _line(path: str, node: FileNode) -> str:
    names = ", ".join(one.name for one in node.functions)
    return clip(f"- {path}: {names}" if names else f"- {path}", limits.OVERVIEW_LINE_MAX_CHARS)
