"""Claude Code logs give the prompts a person typed, with the last answer to each."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from sayso.core.limits import TURN_MAX_BYTES
from sayso.core.transcripts.records import (
    LoggedTurn,
    SkippedLine,
    SkipReason,
    Transcript,
)
from tests.claude_log import SESSION, read, read_rows, said, turns, user

FIXTURES = Path(__file__).parents[1] / "fixtures" / "transcripts"


def test_an_english_log_with_every_pitfall() -> None:
    """Reminders, commands, tools, side chains, tasks, interruptions, summaries, copies and broken
    lines give no turn; queued prompts and arguments do; answers of split messages are whole.
    """
    transcript = read((FIXTURES / "claude_code_en.jsonl").read_bytes())
    assert [
        (turn.source_id, turn.user_text, turn.assistant_text) for turn in turns(transcript)
    ] == [
        (
            "u-04",
            "Always use pnpm in this repository.\n\n```sh\n  pnpm install\n```",
            "Done: the scripts use pnpm now.\n\nShall I delete package-lock.json as well?",
        ),
        ("u-13", "Yes, delete it.", ""),
        ("u-14", "Also keep the Node version at 22.", "Deleted, and Node stays at 22."),
        ("u-24", "only the parser, skip the tests", "The parser looks fine."),
        ("u-27", "What does the build do here?", "It bundles the gadgets."),
        ("u-29", "Back again: use two spaces in YAML.", ""),
    ]
    assert [(skip.line, skip.reason.value) for skip in transcript.skipped] == [
        (1, "not-conversation"),
        (2, "not-conversation"),
        (3, "meta"),
        (4, "command"),
        (5, "command-output"),
        (7, "tool-use"),
        (9, "tool-use"),
        (10, "tool-result"),
        (11, "sidechain"),
        (12, "sidechain"),
        (15, "not-conversation"),
        (18, "not-human"),
        (19, "not-conversation"),
        (21, "not-human"),
        (22, "interrupted"),
        (23, "compact-summary"),
        (24, "broken-json"),
        (25, "bad-message"),
        (26, "unknown-type"),
        (29, "service-notice"),
        (30, "duplicate"),
    ]


def test_a_chinese_log_keeps_the_words_and_loses_the_memory_block() -> None:
    """Our own memory block and marked pastes are no words of the user."""
    transcript = read((FIXTURES / "claude_code_zh.jsonl").read_bytes())
    assert [
        (turn.source_id, turn.user_text, turn.assistant_text) for turn in turns(transcript)
    ] == [
        ("u-01", "以后提交信息都用中文写。", "好的，以后提交信息用中文。"),
        ("u-03", "看看这段日志", "数据库没有启动。要不要改用 SQLite？"),
        ("u-05", "好，就用 SQLite。", ""),
        ("u-08", "另外别动 README", "改好了，README 没动。"),
    ]


def test_a_change_of_folder_parts_a_session() -> None:
    """A turn is filed under the folder it was typed in; the stretches keep one session id and
    the file's order, so that coming back is a stretch of its own.
    """
    transcript = read((FIXTURES / "claude_code_en.jsonl").read_bytes())
    assert [(session.folder, len(session.turns)) for session in transcript.sessions] == [
        ("/home/dev/widgets", 4),
        ("/home/dev/gadgets", 1),
        ("/home/dev/widgets", 1),
    ]
    assert len({session.session_id for session in transcript.sessions}) == 1


def test_several_sessions_in_one_file_stay_apart() -> None:
    """Answers go to the latest prompt of their own session, also when sessions are mixed."""
    transcript = read_rows(
        user("one", sessionId="s1"),
        user("two", sessionId="s2", cwd="/srv/other"),
        said("to one", sessionId="s1"),
        said("to two", sessionId="s2"),
        user("three", sessionId="s1"),
    )
    assert [
        (session.session_id, session.folder, [turn.assistant_text for turn in session.turns])
        for session in transcript.sessions
    ] == [("s1", "/srv/app", ["to one", ""]), ("s2", "/srv/other", ["to two"])]


def test_a_queued_prompt_is_taken_once() -> None:
    """The event that later repeats a queued prompt under its source uuid is a duplicate, and the
    time of what is attached serves when the event has none.
    """
    queued = {
        "type": "attachment",
        "sessionId": SESSION,
        "attachment": {
            "type": "queued_command",
            "prompt": "also this",
            "source_uuid": "q1",
            "timestamp": "1970-01-01T00:00:01Z",
        },
    }
    transcript = read_rows(queued, user("also this", uuid="q1"))
    assert [(turn.source_id, turn.at_us) for turn in turns(transcript)] == [("q1", 1_000_000)]
    assert transcript.skipped == (SkippedLine(line=2, reason=SkipReason.DUPLICATE),)


def test_a_resumed_copy_adds_nothing() -> None:
    """Prompts and answers that come again with their uuids are counted as duplicates."""
    history = [user("one", uuid="u1"), said("first", uuid="a1")]
    transcript = read_rows(*history, *history, said("more", uuid="a2"))
    assert [(turn.user_text, turn.assistant_text) for turn in turns(transcript)] == [
        ("one", "more")
    ]
    assert [skip.reason for skip in transcript.skipped] == [SkipReason.DUPLICATE] * 2


def test_a_prompt_that_a_hook_blocked_is_what_the_person_typed() -> None:
    """It stands in the log although no model saw it: a turn without an answer; the hook's own words
    are none.
    """
    transcript = read_rows(
        user("We decided: tabs.", uuid="u1"),
        {"type": "system", "subtype": "informational", "content": "blocked by hook: no decisions"},
        user("Stop hook feedback:\n- be brief", uuid="u2"),
        user("next", uuid="u3"),
        said("ok"),
    )
    assert [(turn.user_text, turn.assistant_text) for turn in turns(transcript)] == [
        ("We decided: tabs.", ""),
        ("next", "ok"),
    ]


def test_a_misspelt_key_costs_its_line_only() -> None:
    """Whatever it was meant to be, the next prompt comes after a gap."""
    transcript = read_rows(
        user("a", uuid="u1"),
        {"typ": "user", "sessionId": SESSION, "message": {"content": "lost"}},
        {"type": "user", "sessionId": SESSION, "mesage": {"content": "lost"}},
        user("yes", uuid="u2"),
    )
    assert [(turn.user_text, turn.after_gap) for turn in turns(transcript)] == [
        ("a", False),
        ("yes", True),
    ]
    assert [skip.reason for skip in transcript.skipped] == [
        SkipReason.UNKNOWN_TYPE,
        SkipReason.BAD_MESSAGE,
    ]


def test_prompts_without_a_uuid_get_stable_ids() -> None:
    """Two equal prompts stay two turns, and reading again gives the same ids."""
    rows = [user("ok"), said("done"), user("ok")]
    ids = [turn.source_id for turn in turns(read_rows(*rows))]
    assert len(set(ids)) == 2
    assert ids == [turn.source_id for turn in turns(read_rows(*rows, user("more")))][:2]


def test_a_message_is_whole_whatever_lies_between_its_lines() -> None:
    """Texts of one message id are joined, and a text written twice counts once."""

    def part(text: str) -> dict[str, object]:
        return said(text, message={"id": "m1", "content": [{"type": "text", "text": text}]})

    result = user([{"type": "tool_result"}])
    transcript = read_rows(user("q"), said("before"), part("one"), result, part("one"), part("two"))
    assert turns(transcript)[0].assistant_text == "one\n\ntwo"


def test_an_answer_too_long_to_store_is_left_out_and_the_turn_stays() -> None:
    """The user's words don't hang on the length of the answer."""
    half = "x" * (TURN_MAX_BYTES // 2)
    blocks = [{"type": "text", "text": half + "1"}, {"type": "text", "text": half + "2"}]
    parts = [said("", message={"id": "m", "content": [block]}) for block in blocks]
    transcript = read_rows(user("q"), *parts)
    assert [(turn.user_text, turn.assistant_text) for turn in turns(transcript)] == [("q", "")]
    assert transcript.skipped == (SkippedLine(line=3, reason=SkipReason.TOO_LONG),)


EVENTS = st.sampled_from(
    [
        user("one", uuid="u1"),
        user("two", uuid="u2", cwd="/srv/other"),
        user("ok"),
        user("other session", sessionId="s2"),
        user([{"type": "tool_result"}]),
        said("a1", uuid="a1"),
        said("a2"),
        said("a3", sessionId="s2"),
        {"type": "system"},
        {"type": 7},
    ]
)


@given(st.lists(EVENTS, max_size=12), st.integers(0, 12))
def test_a_log_cut_at_any_line_gives_the_first_of_its_turns(
    rows: list[dict[str, object]], cut: int
) -> None:
    """A log that is still growing can be imported at any time: per session its turns are the
    first of the whole ones, and only the last of them may still lack words of its answer.
    """

    def by_session(transcript: Transcript) -> dict[str, list[tuple[str | None, LoggedTurn]]]:
        found: dict[str, list[tuple[str | None, LoggedTurn]]] = {}
        for session in transcript.sessions:
            known = found.setdefault(session.session_id, [])
            known.extend((session.folder, turn) for turn in session.turns)
        return found

    first = user("first", uuid="u0")
    whole = by_session(read_rows(first, *rows))
    for session_id, part in by_session(read_rows(first, *rows[:cut])).items():
        assert part[:-1] == whole[session_id][: len(part) - 1]
        folder, last = part[-1]
        whole_folder, whole_last = whole[session_id][len(part) - 1]
        assert (folder, last.source_id, last.user_text, last.at_us) == (
            whole_folder,
            whole_last.source_id,
            whole_last.user_text,
            whole_last.at_us,
        )
