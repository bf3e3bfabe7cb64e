"""Claude Code session logs (JSON Lines, one event a line) -> exchanges.

A turn is a prompt that a person typed and the last words of the assistant before the next such
prompt. One message of the assistant lies on several lines with the same message id; its texts
belong together. Each copy of an event that a resumed session repeats has the uuid of the first
one and is a duplicate.

A session or folder that an event does not name is that of the event before it; until there was
one, the file's name names the session.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.transcripts.claude_events import Event, read_event
from sayso.core.transcripts.lines import read_objects
from sayso.core.transcripts.pairing import pair_entries
from sayso.core.transcripts.records import SkippedLine, SkipReason
from sayso.core.transcripts.wording import file_name, short_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.transcripts.exchanges import Exchange
    from sayso.core.transcripts.pairing import Entry


def read_claude_log(name: str, chunks: Iterable[bytes]) -> Iterator[Exchange | SkippedLine]:
    """Read a session log; the turns of each session are in the file's order."""
    return pair_entries(_read_entries(name, chunks))


def _read_entries(name: str, chunks: Iterable[bytes]) -> Iterator[Entry]:
    """Read every event, with what it takes over from the events before it."""
    file = file_name(name)
    session_id = file.removesuffix(".jsonl")
    sidechain = file.startswith("agent-")
    folders: dict[str, str] = {}
    for line in read_objects(chunks):
        if isinstance(line, SkippedLine):
            yield line
            continue
        if sidechain or line.fields.get("isSidechain"):
            yield SkippedLine(line=line.line, reason=SkipReason.SIDECHAIN)
            continue
        session_id = short_text(line.fields, "sessionId") or session_id
        folder = line.fields.get("cwd")
        if isinstance(folder, str) and folder:
            folders[session_id] = folder
        yield read_event(
            Event(
                line=line.line,
                session_id=session_id,
                folder=folders.get(session_id),
                fields=line.fields,
            )
        )
