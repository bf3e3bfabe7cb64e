"""Payloads of hooks: three hosts under one record, and whose words a prompt is."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.agents.payloads import (
    CLAUDE_CODE,
    CODEX,
    CURSOR,
    PROMPT,
    SESSION_END,
    SESSION_START,
    STOP,
    Arrived,
    Ignored,
    host_of,
    prompt_op_id,
    read_payload,
)
from sayso.core.raw import text_sha256

CLAUDE: dict[str, object] = {
    "session_id": "5d0e",
    "transcript_path": "/w/logs/5d0e.jsonl",
    "cwd": "/w",
    "permission_mode": "default",
    "effort": {"level": "high"},
    "scratchpad_dir": "/tmp/claude-1000/w",
}
CODEX_COMMON: dict[str, object] = {
    "session_id": "0199",
    "turn_id": "turn-7",
    "transcript_path": None,
    "cwd": "/w",
    "model": "gpt",
    "permission_mode": "default",
}
CURSOR_COMMON: dict[str, object] = {
    "conversation_id": "c-1",
    "generation_id": "g-1",
    "model": "auto",
    "cursor_version": "3.20.17",
    "workspace_roots": ["/w", "/other"],
    "user_email": "ann@example.org",
    "transcript_path": None,
}


def read(event: str, fields: object, host: str = CLAUDE_CODE) -> Arrived | Ignored:
    """Read a payload as its host would write it."""
    return read_payload(event, host, json.dumps(fields).encode())


def arrived(event: str, fields: object, host: str = CLAUDE_CODE) -> Arrived:
    """Read a payload that there is something to do with."""
    found = read(event, fields, host)
    assert isinstance(found, Arrived)
    return found


def ignored(event: str, fields: object, host: str = CLAUDE_CODE) -> Ignored:
    """Read a payload that there is nothing to do with."""
    found = read(event, fields, host)
    assert isinstance(found, Ignored)
    return found


def prompt(text: str, **more: object) -> dict[str, object]:
    """Give a payload of Claude Code with a prompt."""
    return CLAUDE | {"hook_event_name": PROMPT, "prompt": text} | more


def test_claude_code_says_what_was_typed() -> None:
    """A prompt comes with its session, folder, log and an id that is its own."""
    found = arrived(PROMPT, prompt("用 pnpm 装依赖", prompt_id="p-1"))
    assert (found.host, found.event, found.session) == (CLAUDE_CODE, PROMPT, "claude-code:5d0e")
    assert (found.folder, found.text, found.owner) == (
        "/w",
        "用 pnpm 装依赖",
        "hook:claude-code:5d0e",
    )
    assert found.transcript == CLAUDE["transcript_path"]
    assert found.scratch == "/tmp/claude-1000/w"


def test_the_same_prompt_has_the_same_id_and_another_has_not() -> None:
    """A repeated event is recognised; an id that another prompt shares is not taken for it."""
    ids = [
        arrived(PROMPT, prompt(text, prompt_id=name)).op_id
        for text, name in (("a", "1"), ("a", "1"), ("b", "1"), ("a", "2"))
    ]
    assert ids[0] == ids[1]
    assert len({*ids}) == 3
    assert len(str(ids[0])) <= limits.OP_ID_MAX_CHARS
    assert arrived(PROMPT, prompt("a")).op_id is None


def test_a_start_and_an_end_say_why() -> None:
    """Source and reason are kept as they came."""
    assert arrived(SESSION_START, CLAUDE | {"source": "compact"}).detail == "compact"
    assert arrived(SESSION_END, CLAUDE | {"reason": "prompt_input_exit"}).detail


def test_a_stop_brings_the_last_words() -> None:
    """The answer is that of the payload, '' where it has none or a blank one."""
    assert arrived(STOP, CLAUDE | {"last_assistant_message": "Done."}).text == "Done."
    assert arrived(STOP, CLAUDE | {"stop_hook_active": False}).text == ""
    assert arrived(STOP, CODEX_COMMON | {"last_assistant_message": None}, CODEX).text == ""
    assert arrived(STOP, CLAUDE | {"last_assistant_message": " \n"}).text == ""


def test_a_stop_names_its_prompt_as_the_host_does() -> None:
    """Also one that another hook made the agent go on after; with its words the name is the id."""
    fields = CODEX_COMMON | {"stop_hook_active": True, "last_assistant_message": "Again."}
    found = arrived(STOP, fields, CODEX)
    assert (found.text, found.name, found.op_id) == ("Again.", "turn-7", None)
    asked = arrived(PROMPT, CODEX_COMMON | {"prompt": "Use tabs."}, CODEX)
    assert prompt_op_id(found.session, found.name, text_sha256("Use tabs.")) == asked.op_id


@pytest.mark.parametrize(
    "fields",
    [
        prompt("/review"),
        prompt("<system-reminder>x</system-reminder>"),
        prompt("<command-name>/review</command-name>\n<command-args></command-args>"),
        prompt("Use tabs.", isMeta=True),
        prompt("ab\ud83d"),
        CLAUDE | {"hook_event_name": PROMPT},
    ],
)
def test_a_prompt_without_words_to_keep_opens_an_exchange(fields: dict[str, object]) -> None:
    """What follows it answers nothing before it; a sub-agent's is no exchange of the session."""
    opened = ignored(PROMPT, fields).opened
    assert opened is not None
    assert (opened.session, opened.folder, opened.event) == ("claude-code:5d0e", "/w", PROMPT)
    assert (opened.text, opened.op_id) == ("", None)
    assert ignored(PROMPT, fields | {"agent_id": "a1"}).opened is None


def test_codex_names_the_turn() -> None:
    """Codex' turn id makes the prompt's id, and the events are the same."""
    fields = CODEX_COMMON | {"hook_event_name": PROMPT, "prompt": "Use tabs."}
    found = arrived(PROMPT, fields, CODEX)
    assert (found.host, found.session, found.transcript) == (CODEX, "codex:0199", None)
    assert found.op_id is not None


@pytest.mark.parametrize(
    ("own", "event"),
    [
        ("sessionStart", SESSION_START),
        ("beforeSubmitPrompt", PROMPT),
        ("stop", STOP),
        ("sessionEnd", SESSION_END),
    ],
)
def test_cursor_has_names_of_its_own(own: str, event: str) -> None:
    """Cursor's events tell the host; its folder is the first root, its session the conversation."""
    found = arrived(own, CURSOR_COMMON | {"prompt": "Use tabs.", "session_id": "other"})
    assert (found.host, found.event) == (CURSOR, event)
    assert (found.session, found.folder) == ("cursor:c-1", "/w")
    assert host_of(own, CLAUDE_CODE) == CURSOR
    assert host_of("Stop", CODEX) == CODEX


def test_cursor_may_run_what_is_set_up_for_claude_code() -> None:
    """Whichever set of hooks it runs, host, session and the prompt's id are the same."""
    fields = CURSOR_COMMON | {"prompt": "Use tabs."}
    own = arrived("beforeSubmitPrompt", fields | {"hook_event_name": "beforeSubmitPrompt"})
    as_claude = arrived(PROMPT, fields | {"hook_event_name": PROMPT})
    assert as_claude == own


def test_the_payload_says_which_event_it_is() -> None:
    """A hook that is set up for the wrong event does nothing wrong."""
    found = ignored(STOP, CLAUDE | {"hook_event_name": "SubagentStop"})
    assert found.is_fault
    assert found.reason == "the event SubagentStop is not known"
    assert arrived("", CLAUDE | {"hook_event_name": SESSION_END}).event == SESSION_END


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "there is no payload"),
        (b"{", "the payload is no JSON"),
        (b"[" * 100_000, "the payload is no JSON"),
        (b'{"a": "\xff"}', "the payload is no UTF-8"),
        (b"[1]", "the payload is no JSON object"),
        (b"{}", "the payload names no session"),
        (b'{"session_id": "a"}', "the payload names no folder"),
        (b'{"session_id": "a", "cwd": "/w\\u0000"}', "the payload names no folder"),
        (b'{"session_id": "a", "workspace_roots": [7]}', "the payload names no folder"),
        (b'{"session_id": "a", "cwd": "/w"}', "the payload has no prompt"),
        (b'{"session_id": "a", "cwd": "/w", "prompt": 7}', "the payload has no prompt"),
    ],
)
def test_what_cannot_be_read_is_a_fault(raw: bytes, reason: str) -> None:
    """A payload that is none is told in one line, and nothing is raised."""
    found = read_payload(PROMPT, CLAUDE_CODE, raw)
    assert isinstance(found, Ignored)
    assert (found.reason, found.is_fault) == (reason, True)


def test_a_byte_order_mark_is_lived_with() -> None:
    """Some shells put one before what they pipe."""
    raw = b"\xef\xbb\xbf" + json.dumps(CLAUDE).encode()
    assert isinstance(read_payload(SESSION_END, CLAUDE_CODE, raw), Arrived)


def test_an_unknown_host_or_event_is_a_fault() -> None:
    """What we don't know is not guessed at."""
    assert ignored("PreToolUse", CLAUDE).reason == "the event PreToolUse is not known"
    assert ignored(STOP, CLAUDE, "emacs").reason == "the host emacs is not known"


def test_a_lone_surrogate_is_refused_with_its_place() -> None:
    """A prompt that no UTF-8 can hold is a fault that says where."""
    found = ignored(PROMPT, prompt("ab\ud83d"))
    assert found.is_fault
    assert "lone surrogate at character 2" in found.reason


def test_eight_mebibytes_are_a_prompt_and_more_is_not() -> None:
    """The longest turn arrives whole, one byte more is told, as is a payload beyond any turn."""
    whole = "好" * (limits.TURN_MAX_BYTES // 3)
    assert arrived(PROMPT, prompt(whole)).text == whole
    assert "shorten it" in ignored(PROMPT, prompt("x" * (limits.TURN_MAX_BYTES + 1))).reason
    raw = b" " * (limits.HOOK_INPUT_MAX_BYTES + 1)
    found = read_payload(PROMPT, CLAUDE_CODE, raw)
    assert isinstance(found, Ignored)
    assert "longer than" in found.reason


@pytest.mark.parametrize("name", ["x" * 300, "a\nb", "\ud800"])
def test_any_session_gets_a_name_that_can_be_stored(name: str) -> None:
    """A name that is too long or holds what no store takes is shortened, the same each time."""
    found = arrived(SESSION_END, CLAUDE | {"session_id": name})
    assert found == arrived(SESSION_END, CLAUDE | {"session_id": name})
    assert len(found.session) <= limits.SESSION_MAX_CHARS
    assert found.session.isprintable()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)
NAMES = (*CLAUDE, *CURSOR_COMMON, "prompt", "hook_event_name", "agent_id", "origin", "source")


@settings(max_examples=40)
@given(st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=6), JSON), st.booleans())
def test_no_payload_raises(fields: dict[str, object], is_bytes: bool) -> None:
    """Whatever stands in a payload, it is read or told."""
    raw = json.dumps(fields).encode()
    read_payload(PROMPT, CURSOR, raw[: len(raw) // 2] if is_bytes else raw)
