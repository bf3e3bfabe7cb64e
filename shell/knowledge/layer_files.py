"""The layers of knowledge as files: what is read from each, and how each is changed (B67-B109).

Names of functions and sessions become names of files by core.knowledge.naming alone, so none leads
out of its folder. Values come in and go out as plain JSON; nobody's own value is changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.code_merge import Telling, merge_code, renew_code, source_of
from sayso.core.knowledge.moments import moment_text
from sayso.core.knowledge.naming import file_stem, is_function_stem, plain_stem, session_id
from sayso.core.knowledge.notes import append_note
from sayso.core.knowledge.patterns import add_pattern, find_similar, remove_patterns
from sayso.core.knowledge.sessions import (
    Opening,
    add_finding,
    add_step,
    begin_session,
    complete_session,
)
from sayso.core.outcome import is_failure
from sayso.shell.errors import NotFoundError, RequestError
from sayso.shell.knowledge.folder import Folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from sayso.core.knowledge.code_merge import Source
    from sayso.core.knowledge.json_values import JsonObject

PROJECT: Final = "project.md"
PATTERNS: Final = "patterns.json"
FUNCTIONS: Final = "functions"
SESSIONS: Final = "sessions"
CODE: Final = "code_knowledge"
LEARNING_STATE: Final = f"{CODE}/learning_state.json"
CONSTANTS: Final = f"{CODE}/constants.json"
CASE: Final = "memory.json"
UPDATED: Final = "_updated"
MADE_AT_ONCE: Final = (FUNCTIONS, SESSIONS, CODE)


def append_project_note(folder: Folder, entry: str) -> str:
    """Append a dated entry to the notes of the project (B70), and give them whole."""
    now_us = folder.ports.clock.now_us()
    return folder.change_text(PROJECT, lambda before: append_note(before, entry, now_us))


def function_file(function: str) -> str:
    """Name the file of a function (B77)."""
    return f"{FUNCTIONS}/{_named(function)}.json"


def write_function(folder: Folder, function: str, knowledge: JsonObject) -> dict[str, object]:
    """Replace what is known of a function (B73)."""
    return folder.change_object(function_file(function), lambda _: _updated(folder, knowledge))


def change_function(
    folder: Folder, function: str, change: Callable[[dict[str, object]], JsonObject]
) -> dict[str, object]:
    """Change what is known of a function; what `change` leaves as it is stays unwritten."""

    def changed(before: dict[str, object] | None) -> JsonObject:
        known = before or {}
        after = change(dict(known))
        return known if after == known else _updated(folder, after)

    return folder.change_object(function_file(function), changed)


def add_to_patterns(folder: Folder, pattern: JsonObject) -> str:
    """Add a pattern unless it is there, and give its id (B80, B81)."""
    now = moment_text(folder.ports.clock.now_us())

    def added(before: list[object]) -> tuple[str, list[object]]:
        made = add_pattern(before, pattern, now)
        return made.id, list(made.patterns)

    return folder.change_list(PATTERNS, added)


def remove_from_patterns(folder: Folder, ids: Iterable[str]) -> tuple[JsonObject, ...]:
    """Take patterns out, and give those that were there."""
    wanted = tuple(ids)

    def left(before: list[object]) -> tuple[tuple[JsonObject, ...], list[object]]:
        made = remove_patterns(before, wanted)
        return made.removed, list(made.patterns)

    return folder.change_list(PATTERNS, left)


def similar_patterns(
    folder: Folder, function: str, asked: Iterable[str]
) -> list[dict[str, object]]:
    """Give the patterns of a function that share words with what is asked (B82-B84)."""
    return list(find_similar(folder.read_list(PATTERNS), function, asked))


def start_session(folder: Folder, case_id: str, problem: str, expected: str) -> str:
    """Make the file of a session under a name that nobody has, and give that (B86, B87)."""
    if not case_id.strip():
        raise RequestError("the case of a session has no name", "give one")
    now_us = folder.ports.clock.now_us()
    with folder.locked(SESSIONS):
        name = session_id(plain_stem(case_id), now_us, folder.stems(SESSIONS))
        opening = Opening(session_id=name, case_id=case_id, problem=problem, expected=expected)
        folder.write(session_file(name), begin_session(opening, now_us))
    return name


def session_file(name: str) -> str:
    """Name the file of a session."""
    return f"{SESSIONS}/{plain_stem(name)}.json"


def log_step(folder: Folder, name: str, step: str, detail: object) -> None:
    """Append a step to a session (B88)."""
    now_us = folder.ports.clock.now_us()
    _change_session(folder, name, lambda before: add_step(before, step, detail, now_us))


def log_finding(folder: Folder, name: str, finding: JsonObject) -> None:
    """Append a finding to a session (B89)."""
    now_us = folder.ports.clock.now_us()
    _change_session(folder, name, lambda before: add_finding(before, finding, now_us))


def finish_session(folder: Folder, name: str, summary: object) -> None:
    """Close a session with its summary (B90-B92)."""
    now_us = folder.ports.clock.now_us()
    _change_session(folder, name, lambda before: complete_session(before, summary, now_us))


def read_sessions(folder: Folder) -> list[dict[str, object]]:
    """Give every session, in the order of their names."""
    found = (folder.read_object(f"{SESSIONS}/{stem}.json") for stem in folder.stems(SESSIONS))
    return [one for one in found if one is not None]


def read_case(folder: Folder, case_dir: Path) -> dict[str, object]:
    """Give what is kept of a case (B94, B95)."""
    return _of_case(folder, case_dir).read_object(CASE) or {}


def write_case(folder: Folder, case_dir: Path, memory: JsonObject) -> dict[str, object]:
    """Replace what is kept of a case (B96), and give it as it is kept."""
    return _of_case(folder, case_dir).change_object(CASE, lambda _: _updated(folder, memory))


def code_file(function: str) -> str:
    """Name the file of what is known of a function's code."""
    return f"{CODE}/{_named(function)}.json"


def merge_into_code(
    folder: Folder, function: str, updates: JsonObject, source: Source | None = None
) -> dict[str, object]:
    """Merge what a source tells of a function's code into what is known (B103-B106)."""
    telling = Telling(
        function=function.upper(),
        updates=updates,
        source=source or source_of(updates),
        at=moment_text(folder.ports.clock.now_us()),
    )
    return _told(folder, telling, is_anew=False)


def renew_in_code(
    folder: Folder, function: str, updates: JsonObject, source: Source
) -> dict[str, object]:
    """Put what a source tells now in the place of all it told of a function before."""
    telling = Telling(
        function=function.upper(),
        updates=updates,
        source=source,
        at=moment_text(folder.ports.clock.now_us()),
    )
    return _told(folder, telling, is_anew=True)


def write_code(folder: Folder, function: str, knowledge: JsonObject) -> dict[str, object]:
    """Replace all that is known of a function's code, as a rebuild does (B107)."""
    return folder.change_object(code_file(function), lambda _: knowledge)


def functions_of_code(folder: Folder) -> list[str]:
    """Give the functions of which code is known: those whose stems are in capitals (B108)."""
    return [stem for stem in folder.stems(CODE) if is_function_stem(stem)]


def _told(folder: Folder, telling: Telling, *, is_anew: bool) -> dict[str, object]:
    def merged(before: dict[str, object] | None) -> JsonObject:
        made = (renew_code if is_anew else merge_code)(before or {}, telling)
        if is_failure(made):
            raise RequestError(
                f"the knowledge of {telling.function} can't be merged: {made.failure()}",
                "give each focus an object, and each of its keys what it was before",
            )
        return made.unwrap()

    return folder.change_object(code_file(telling.function), merged)


def _named(function: str) -> str:
    if not function.strip():
        raise RequestError("the function has no name", "give one")
    return file_stem(function)


def _updated(folder: Folder, value: JsonObject) -> dict[str, object]:
    return {**value, UPDATED: moment_text(folder.ports.clock.now_us())}


def _change_session(folder: Folder, name: str, change: Callable[[JsonObject], JsonObject]) -> None:
    def changed(before: dict[str, object] | None) -> JsonObject:
        if before is None:
            raise NotFoundError(f"no session {name}", "'sayso knowledge session list' names them")
        return change(before)

    folder.change_object(session_file(name), changed)


def _of_case(folder: Folder, case_dir: Path) -> Folder:
    return Folder(root=case_dir, ports=folder.ports)
