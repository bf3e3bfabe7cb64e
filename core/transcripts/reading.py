"""One file of another tool -> its turns, or one sentence on why it has none to read.

Input is the file's name and bytes. The format shows in the content; the name only settles what
Markdown may hold and names a session that names itself nowhere. One broken line never costs the
file: it is counted in the transcript. Time is linear in the size of the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.outcome import Failure, Result, Success, is_failure
from sayso.core.transcripts.aider import read_aider_log
from sayso.core.transcripts.aider_blocks import begins_like_aider
from sayso.core.transcripts.chatgpt import read_chatgpt_log
from sayso.core.transcripts.claude_code import read_claude_log
from sayso.core.transcripts.codex import read_codex_log
from sayso.core.transcripts.codex_items import is_codex
from sayso.core.transcripts.copilot import is_copilot, read_copilot_log
from sayso.core.transcripts.elements import opens_array
from sayso.core.transcripts.exchanges import Exchange, group_sessions
from sayso.core.transcripts.lines import UTF8_MARK, ObjectLine, read_objects
from sayso.core.transcripts.noted import (
    GRAPH,
    MEM0,
    Noted,
    is_graph,
    is_mem0,
    read_graph_notes,
    read_mem0_notes,
)
from sayso.core.transcripts.plain import read_plain_log
from sayso.core.transcripts.records import SkippedLine, SkipReason, Transcript
from sayso.core.transcripts.sayso_export import is_export, read_sayso_export
from sayso.core.transcripts.specstory import read_specstory_log
from sayso.core.transcripts.specstory_outline import looks_like_heading
from sayso.core.transcripts.wording import file_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

CLAUDE_CODE: Final = "claude-code"
CODEX: Final = "codex"
CHATGPT: Final = "chatgpt"
AIDER: Final = "aider"
COPILOT: Final = "copilot"
SPECSTORY: Final = "specstory"
PLAIN: Final = "plain"
SAYSO: Final = "sayso"
_NOTES: Final[Mapping[str, Callable[[Iterable[bytes]], Iterator[Noted | SkippedLine]]]] = {
    MEM0: read_mem0_notes,
    GRAPH: read_graph_notes,
}
FORMATS: Final = (CLAUDE_CODE, CODEX, CHATGPT, AIDER, COPILOT, SPECSTORY, PLAIN, SAYSO, *_NOTES)

_HINTS: Final[Mapping[str, str]] = {
    "empty-file": "The file holds nothing.",
    "binary-file": "The file is no text; give a log in Markdown or JSON Lines.",
    "not-utf8": "The file is not UTF-8; save it as UTF-8 and try again.",
    "own-export": "Its turns are in this memory already; it is for a memory that lost them.",
    "unknown-format": (
        "Known are logs of Claude Code, Codex, Copilot agent, SpecStory and aider, ChatGPT "
        'exports, JSONL with a "user" in each line, and notes of mem0 and MCP memory servers.'
    ),
    "codex-history": "It repeats prompts of all folders without saying which; import sessions/.",
}
_MARKDOWN: Final = (".md", ".markdown")
_WIDE_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_PLAIN_KEYS: Final = ("user", "assistant")
_CLAUDE_KEYS: Final = ("sessionId", "uuid", "parentUuid", "leafUuid", "messageId", "message")
_PLAIN_STARTS: Final = (b'{"user"', b'{"assistant"')
# What shows the format in a line that is broken or cut off.
_WORDS: Final[tuple[tuple[str, tuple[bytes, ...]], ...]] = (
    (CODEX, (b'"session_meta"', b'"event_msg"', b'"response_item"')),
    (COPILOT, (b'"session.start"', b'"user.message"', b'"assistant.message"')),
    (CLAUDE_CODE, (b'"sessionId"', b'"parentUuid"')),
)
# Codex's list of all prompts, which its sessions hold as well.
_HISTORY: Final = "codex-history"
_HISTORY_KEYS: Final = frozenset({"session_id", "ts", "text"})
_TREE: Final = b'"mapping"'
_CONTROLS: Final = frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x1b")


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptFault:
    """Why a whole file cannot be read. `reason` is a slug, `hint` one line for the user."""

    reason: str
    hint: str


def detect_format(name: str, head: bytes) -> Result[str, str]:
    """Tell the format from the start of a file, or from all of it.

    Success is one of `FORMATS`. Failure is 'empty-file', 'binary-file', 'not-utf8',
    'codex-history' or 'unknown-format'. The head may end in the middle of a line.
    """
    body = head.removeprefix(UTF8_MARK)
    if not body.strip():
        return Failure("empty-file")
    if head.startswith(_WIDE_MARKS):
        return Failure("not-utf8")
    if is_export(body):
        return Success(SAYSO)
    if begins_like_aider(body):
        return Success(AIDER)
    if _is_specstory(body):
        return Success(SPECSTORY)
    if not file_name(name).lower().endswith(_MARKDOWN):
        known = _json_format(body)
        if known is not None:
            return Failure(known) if known == _HISTORY else Success(known)
    return Failure(_strangeness(body))


def read_entries(
    form: str, name: str, chunks: Iterable[bytes]
) -> Iterator[Exchange | Noted | SkippedLine]:
    """Read a file of a known format piece by piece: turns, notes, and what is neither.

    `chunks` may be walked more than once and must give the same each time. The turns of one
    session come in the file's order.
    """
    notes = _NOTES.get(form)
    return _read_turns(form, name, chunks) if notes is None else notes(chunks)


def _read_turns(
    form: str, name: str, chunks: Iterable[bytes]
) -> Iterator[Exchange | Noted | SkippedLine]:
    """Read a log; an export of our own holds notes as well."""
    match form:
        case "claude-code":
            return read_claude_log(name, chunks)
        case "codex":
            return read_codex_log(name, chunks)
        case "chatgpt":
            return read_chatgpt_log(chunks)
        case "aider":
            return read_aider_log(chunks)
        case "specstory":
            return read_specstory_log(name, chunks)
        case "copilot":
            return read_copilot_log(name, chunks)
        case "sayso":
            return read_sayso_export(chunks)
        case _:
            return read_plain_log(chunks)


def read_transcript(name: str, content: bytes) -> Result[Transcript, TranscriptFault]:
    """Read a whole file; a file without a turn is a transcript without sessions."""
    detected = detect_format(name, content)
    if is_failure(detected):
        return Failure(fault_of(detected.failure()))
    known = detected.unwrap()
    entries = tuple(read_entries(known, name, (content,)))
    exchanges = [entry for entry in entries if isinstance(entry, Exchange)]
    skipped = [entry for entry in entries if isinstance(entry, SkippedLine)]
    if not exchanges and any(line.reason is SkipReason.NOT_UTF8 for line in skipped):
        return Failure(fault_of("not-utf8"))
    return Success(
        Transcript(
            format=known,
            sessions=group_sessions(exchanges),
            skipped=tuple(sorted(skipped, key=lambda line: line.line)),
        )
    )


def fault_of(reason: str) -> TranscriptFault:
    """Put a fault into words."""
    return TranscriptFault(reason=reason, hint=_HINTS[reason])


def _is_specstory(body: bytes) -> bool:
    """Look for what only SpecStory writes: its header, or a heading of a turn."""
    for raw in body.split(b"\n"):
        line = raw.strip()
        if line.startswith(b"<!-- Generated by SpecStory") or line == b"## SpecStory":
            return True
        if raw.startswith(b"_**") and looks_like_heading(raw.decode(errors="replace")):
            return True
    return False


def _json_format(body: bytes) -> str | None:
    """Find what shows the format: an array's start, or the first line that shows its own.

    A broken line counts only when no other does.
    """
    if opens_array(body):
        form = CHATGPT if _TREE in body else None
        return form or (MEM0 if is_mem0(body) else None)
    known = (_format_of(line.fields) for line in _objects(body))
    form = next((form for form in known if form is not None), None)
    return form or (MEM0 if is_mem0(body) else _guess_format(body))


def _objects(body: bytes) -> Iterator[ObjectLine]:
    """Give the lines that hold an object."""
    return (line for line in read_objects((body,)) if isinstance(line, ObjectLine))


def _format_of(fields: Mapping[str, object]) -> str | None:
    """Tell the format of one line by its keys."""
    if any(key in fields for key in _PLAIN_KEYS):
        return PLAIN
    if fields.keys() >= _HISTORY_KEYS:
        return _HISTORY
    if is_codex(fields):
        return CODEX
    if is_copilot(fields):
        return COPILOT
    if is_graph(fields):
        return GRAPH
    if isinstance(fields.get("type"), str) and any(key in fields for key in _CLAUDE_KEYS):
        return CLAUDE_CODE
    return None


def _guess_format(body: bytes) -> str | None:
    """Tell the format of a file whose lines are all broken or cut off."""
    lines = [line.lstrip() for line in body.split(b"\n")]
    if any(line.startswith(_PLAIN_STARTS) for line in lines):
        return PLAIN
    broken = [line for line in lines if line.startswith(b"{")]
    shown = (
        form for form, words in _WORDS if any(word in line for line in broken for word in words)
    )
    return next(shown, None)


def _strangeness(body: bytes) -> str:
    """Say what a file is whose format is none of ours."""
    if b"\0" in body:
        return "binary-file"
    try:
        body.decode()
    except UnicodeDecodeError as error:
        # A head may end inside a character, which takes four bytes at most.
        if error.start < len(body) - 3:
            return "binary-file" if any(byte in _CONTROLS for byte in body) else "not-utf8"
    return "unknown-format"
