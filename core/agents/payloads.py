"""What a coding agent's hook is given -> one record, or why there is nothing to do with it.

Claude Code, Codex and Cursor send the same things under names of their own; unknown fields are
passed over and missing ones are lived with. What is strict is whose words a prompt is: what a
sub-agent, a schedule, another session or a program sent is never taken for the user's, and of a
slash command only the arguments are. What else opens an exchange of the session is told all the
same, without words: what is said after it answers nothing that stood before it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.raw import text_fault, text_sha256
from sayso.core.transcripts.origins import refusal
from sayso.core.transcripts.typed import NotTyped, read_typed

if TYPE_CHECKING:
    from collections.abc import Mapping

CLAUDE_CODE: Final = "claude-code"
CODEX: Final = "codex"
CURSOR: Final = "cursor"
HOSTS: Final = (CLAUDE_CODE, CODEX, CURSOR)

SESSION_START: Final = "SessionStart"
PROMPT: Final = "UserPromptSubmit"
STOP: Final = "Stop"
SESSION_END: Final = "SessionEnd"
# Each event under every name it has; Cursor's own names tell the host as well.
_EVENTS: Final[Mapping[str, str]] = {
    SESSION_START: SESSION_START,
    PROMPT: PROMPT,
    STOP: STOP,
    SESSION_END: SESSION_END,
    "sessionStart": SESSION_START,
    "beforeSubmitPrompt": PROMPT,
    "stop": STOP,
    "sessionEnd": SESSION_END,
}
EVENTS: Final = tuple(_EVENTS)

_SESSION_NAMES: Final = ("conversation_id", "session_id", "sessionId", "thread_id", "thread-id")
_PROMPT_NAMES: Final = ("prompt_id", "turn_id", "turn-id", "generation_id")
_ANSWER_NAMES: Final = ("last_assistant_message", "last-assistant-message")
# Marks as logs spell them, for builds that put them into the payload, in either spelling.
_MARKS: Final[Mapping[str, str]] = {
    "is_meta": "isMeta",
    "is_compact_summary": "isCompactSummary",
    "is_visible_in_transcript_only": "isVisibleInTranscriptOnly",
    "scheduled_task_id": "scheduledTaskId",
    "turn_origin": "turnOrigin",
    "prompt_source": "promptSource",
}
_UTF8_MARK: Final = "\ufeff"
_COMMAND_CHARS: Final = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:.-"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived:
    """What a hook is about. `session` names host and session as the store does.

    `text` is what a person typed ('' for a prompt that is nobody's words or none that can be kept),
    or the agent's last words at a stop ('' where the payload has none); `detail` is why a session
    began or ended. `name` is the host's own id of the prompt, and `op_id` names it with its words.
    """

    host: str
    event: str
    session: str
    folder: str
    text: str = ""
    detail: str = ""
    name: str = ""
    op_id: str | None = None
    transcript: str | None = None
    scratch: str | None = None

    @property
    def owner(self) -> str:
        """The owner of the turns of this session."""
        return f"{OWNER_START}{self.session}"


OWNER_START: Final = "hook:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignored:
    """There is nothing to keep; a fault is something that the user should hear of.

    `opened` is the exchange that the agent has with its user or with a program all the same.
    """

    reason: str
    is_fault: bool = False
    host: str = ""
    folder: str = ""
    opened: Arrived | None = None


def host_of(event: str, host: str) -> str:
    """Give the host that an event and an option name: Cursor's own events are Cursor's.

    >>> host_of("beforeSubmitPrompt", "claude-code"), host_of("Stop", "codex")
    ('cursor', 'codex')
    """
    return CURSOR if event in _EVENTS and event[0].islower() else host


def read_payload(event: str, host: str, raw: bytes) -> Arrived | Ignored:
    """Read what a hook got on its standard input, for an event and a host named at the call."""
    fields = _fields(raw)
    if isinstance(fields, Ignored):
        return fields
    named = _text(fields, ("hook_event_name",)) or event
    # Cursor runs the hooks that are set up for Claude Code as well.
    host = CURSOR if "cursor_version" in fields else host_of(named, host)
    known = _EVENTS.get(named)
    folder = _folder(fields)
    if known is None or host not in HOSTS:
        what = f"host {host}" if known is not None else f"event {named}"
        return _fault(f"the {what} is not known", host, folder)
    if _text(fields, ("agent_id",)) or _is_of_agent(_text(fields, ("transcript_path",))):
        return Ignored(reason="a sub-agent", host=host, folder=folder)
    session = _text(fields, _SESSION_NAMES)
    lacking = "no session" if not session else "no folder" if not folder else None
    if lacking is not None:
        return _fault(f"the payload names {lacking}", host, folder)
    common = Arrived(
        host=host,
        event=known,
        session=session_name(host, session),
        folder=folder,
        detail=_text(fields, ("source", "reason")),
        name=_text(fields, _PROMPT_NAMES),
        transcript=_text(fields, ("transcript_path",)) or None,
        scratch=_text(fields, ("scratchpad_dir",)) or None,
    )
    return _complete(common, fields)


def _complete(common: Arrived, fields: Mapping[str, object]) -> Arrived | Ignored:
    """Add what only some events have."""
    if common.event == PROMPT:
        return _read_prompt(common, fields)
    if common.event == STOP:
        answer = _text(fields, _ANSWER_NAMES)
        return replace(common, text=answer if answer.strip() else "")
    return common


def _read_prompt(common: Arrived, fields: Mapping[str, object]) -> Arrived | Ignored:
    marked = {_MARKS.get(name, name): value for name, value in fields.items()}
    refused = refusal(marked)
    if refused is not None:
        return _unkept(refused, common)
    prompt = fields.get("prompt")
    if not isinstance(prompt, str):
        return _unkept("the payload has no prompt", common, is_fault=True)
    typed = read_typed((_without_command(prompt),))
    if isinstance(typed, NotTyped):
        return _unkept(typed.reason, common)
    fault = text_fault(typed.text, "the prompt", may_be_empty=False)
    if fault is not None:
        return _unkept(fault, common, is_fault=True)
    op_id = prompt_op_id(common.session, common.name, text_sha256(typed.text))
    return replace(common, text=typed.text, op_id=op_id if common.name else None)


def _unkept(reason: str, common: Arrived, *, is_fault: bool = False) -> Ignored:
    return Ignored(
        reason=reason, is_fault=is_fault, host=common.host, folder=common.folder, opened=common
    )


def prompt_op_id(session: str, name: str, user_sha256: bytes) -> str:
    """Name a prompt by its session, the host's id of it and the hash of its words."""
    return _digest(session, name, user_sha256.hex())


def _fields(raw: bytes) -> Mapping[str, object] | Ignored:
    if len(raw) > limits.HOOK_INPUT_MAX_BYTES:
        return _fault(f"the payload is longer than {limits.HOOK_INPUT_MAX_BYTES} bytes")
    try:
        fields = json.loads(raw.decode().removeprefix(_UTF8_MARK))
    except UnicodeDecodeError:
        return _fault("the payload is no UTF-8")
    except (ValueError, RecursionError):
        return _fault("the payload is no JSON" if raw.strip() else "there is no payload")
    return fields if isinstance(fields, dict) else _fault("the payload is no JSON object")


def _fault(reason: str, host: str = "", folder: str = "") -> Ignored:
    return Ignored(reason=reason, is_fault=True, host=host, folder=folder)


def _text(fields: Mapping[str, object], names: tuple[str, ...]) -> str:
    """Give the first field of these names that holds a text, '' where none does."""
    for name in names:
        value = fields.get(name)
        if isinstance(value, str) and value:
            return value
    return ""


def _folder(fields: Mapping[str, object]) -> str:
    """Give the folder that an agent works in; Cursor names the roots of its window."""
    roots = fields.get("workspace_roots")
    first = roots[0] if isinstance(roots, list) and roots else None
    folder = _text(fields, ("cwd",)) or (first if isinstance(first, str) else "")
    return "" if "\0" in folder else folder


def _is_of_agent(transcript: str) -> bool:
    """Tell whether a log is that of a sub-agent, by the name that Claude Code gives it."""
    return transcript.replace("\\", "/").rpartition("/")[2].startswith("agent-")


def session_name(host: str, session: str) -> str:
    """Name a session so that the store can keep it, whatever the host calls it."""
    name = f"{host}:{session}"
    if len(name) <= limits.SESSION_MAX_CHARS and session.isprintable():
        return name
    return f"{host}:{_digest(session)}"


def _digest(*parts: str) -> str:
    """Shorten what must be told apart; each part is set off by its length."""
    digest = hashlib.sha256()
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return digest.hexdigest()


def _without_command(prompt: str) -> str:
    r"""Take the name of a slash command off, which stands before its arguments.

    >>> _without_command("/review use tabs"), _without_command("/clear"), _without_command("/a/b c")
    ('use tabs', '', '/a/b c')
    """
    start = prompt.lstrip()
    name = start.split(None, 1)[0] if start else ""
    if len(name) < 2 or name[0] != "/" or not _COMMAND_CHARS.issuperset(name[1:]):
        return prompt
    return start[len(name) :].strip()
