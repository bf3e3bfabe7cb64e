"""Exports of Sayso as a log: turns with their hashes, without what was forgotten."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.raw import text_sha256
from sayso.core.transcripts.exchanges import Exchange
from sayso.core.transcripts.reading import detect_format, read_entries, read_transcript
from sayso.core.transcripts.records import LoggedTurn, SkippedLine, SkipReason, Transcript
from sayso.core.transcripts.sayso_export import exported_from

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TABLES = (
    "memory_meta",
    "turns",
    "candidate_sources",
    "memory_items",
    "memory_item_candidates",
    "tombstones",
)
META: dict[str, object] = {"id": 1, "store_id": "abc", "face": "project", "generation": 4}
NOON_US = 1_700_000_000_000_000
Row = dict[str, object]


def turn(number: int, user: str = "Hello.", **changes: object) -> Row:
    """Give the row of a turn that is whole."""
    row: Row = {
        "id": number,
        "thread_id": 1,
        "session": "",
        "sequence": number,
        "intent": "general_chat",
        "user_text": user,
        "assistant_text": "Fine.",
        "state": "completed",
        "said_at": NOON_US + number,
        "created_at": NOON_US,
    }
    row |= changes
    for side in ("user", "assistant"):
        text = row[f"{side}_text"]
        hashed = text_sha256(text).hex().upper() if isinstance(text, str) else None
        row.setdefault(f"{side}_sha256", hashed)
    return row


def export(**tables: Sequence[Mapping[str, object] | str]) -> bytes:
    """Write an export as Sayso does; a row that is a text is written as it is."""
    parts = ['{"schema_version":2,"exported_at":5']
    for name in TABLES:
        rows = tables.get(name, [META] if name == "memory_meta" else [])
        written = ",".join(
            "\n"
            + (
                row
                if isinstance(row, str)
                else json.dumps(row, ensure_ascii=False, separators=(",", ":"))
            )
            for row in rows
        )
        parts.append(f'"{name}":[{written}]')
    parts.append('"findings":[]}\n')
    return ",\n".join(parts).encode()


def read(content: bytes) -> Transcript:
    """Read an export that can be read."""
    transcript = read_transcript("memory.json", content).unwrap()
    assert transcript.format == "sayso"
    return transcript


def reasons(content: bytes) -> list[SkipReason]:
    """Give why rows stay out."""
    return [line.reason for line in read(content).skipped]


def turns_of(content: bytes) -> list[LoggedTurn]:
    """Give the turns of all sessions."""
    return [one for session in read(content).sessions for one in session.turns]


def test_turns_are_read_with_their_places() -> None:
    """Words, answer, time and intent come as they are, under the turn's own number."""
    content = export(turns=[turn(1, "  Hello,\n你好 "), turn(2, session="s")])
    assert detect_format("x", content[:300]).unwrap() == "sayso"
    first, second = read(content).sessions
    assert (first.session_id, second.session_id) == ("abc/4/t1", "abc/4/t1/s")
    assert first.turns == (
        LoggedTurn(
            source_id="1",
            user_text="  Hello,\n你好 ",
            assistant_text="Fine.",
            at_us=NOON_US + 1,
            intent="general_chat",
        ),
    )
    assert reasons(content) == []


def test_a_text_without_its_hash_stays_out() -> None:
    """Either side that is not what was stored costs the turn, and leaves a gap."""
    content = export(
        turns=[
            turn(1),
            turn(2, user_sha256="00"),
            turn(3),
            turn(4, assistant_sha256=None),
            turn(5),
        ]
    )
    assert reasons(content) == [SkipReason.DAMAGED] * 2
    assert [(one.source_id, one.after_gap) for one in turns_of(content)] == [
        ("1", False),
        ("3", True),
        ("5", True),
    ]


def test_a_hole_in_a_thread_is_a_gap_in_its_sessions() -> None:
    """A missing number may have been of any session of its thread, of another thread it was not;
    a turn that bears the mark is parted from what comes next in its own session alone.
    """
    content = export(
        turns=[
            turn(1),
            turn(2, session="s"),
            turn(4, session="s"),
            turn(5),
            turn(6, session="s"),
            turn(7, thread_id=2, sequence=1),
            turn(8, thread_id=2, sequence=2, source_key="gap:8"),
            turn(9, thread_id=2, sequence=3, session="s"),
            turn(10, thread_id=2, sequence=4),
        ]
    )
    gaps = {one.source_id: one.after_gap for one in turns_of(content)}
    assert gaps == dict.fromkeys("126789", False) | dict.fromkeys(("4", "5", "10"), True)


def test_forgotten_words_stay_out() -> None:
    """Turns that a tombstone names, or that only a forgotten memory rests on, are left out."""
    content = export(
        turns=[turn(number) for number in range(1, 7)],
        candidate_sources=[
            {"candidate_id": 1, "turn_id": 2},
            {"candidate_id": 2, "turn_id": 3},
            {"candidate_id": 3, "turn_id": 4},
        ],
        memory_items=[
            {"id": 1, "status": "forgotten"},
            {"id": 2, "status": "active", "salvage": {"forgotten": True}},
            {"id": 3, "status": "active", "salvage": {"state": "intact"}},
        ],
        memory_item_candidates=[
            {"item_row_id": 1, "candidate_id": 1},
            {"item_row_id": 2, "candidate_id": 2},
            {"item_row_id": 3, "candidate_id": 3},
        ],
        tombstones=[{"turn_id": 5}, {"turn_id": None}, "{broken"],
    )
    assert [one.source_id for one in turns_of(content)] == ["1", "4", "6"]
    assert reasons(content) == [SkipReason.FORGOTTEN] * 3


def test_rows_that_are_no_turns_are_counted() -> None:
    """A row of another shape, a broken one, a second one and a blank one each have their reason."""
    content = export(
        turns=[turn(1), turn(2, id="2"), "{broken", turn(1, sequence=2), turn(3, "  "), turn(4)]
    )
    assert reasons(content) == [
        SkipReason.BAD_FIELD,
        SkipReason.BROKEN_JSON,
        SkipReason.DUPLICATE,
        SkipReason.EMPTY_USER,
    ]
    assert [(one.source_id, one.after_gap) for one in turns_of(content)] == [
        ("1", False),
        ("4", True),
    ]


def test_a_lone_surrogate_is_no_text() -> None:
    """What no store could take is not taken."""
    row = json.dumps(turn(1)).replace("Hello.", "\\ud800")
    assert reasons(export(turns=[row])) == [SkipReason.LONE_SURROGATE]


def test_only_an_answer_that_was_finished_counts() -> None:
    """What a failed or interrupted request left is no answer."""
    content = export(turns=[turn(1, state="failed"), turn(2, intent="")])
    assert [(one.assistant_text, one.intent) for one in turns_of(content)] == [
        ("", "general_chat"),
        ("Fine.", None),
    ]


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ({"said_at": None}, NOON_US),
        ({"said_at": 10**30}, NOON_US),
        ({"said_at": "x", "created_at": None}, None),
    ],
)
def test_when_it_was_said(times: Row, expected: int | None) -> None:
    """Without a time of saying the time of storing counts; a time that cannot be is none."""
    assert [one.at_us for one in turns_of(export(turns=[turn(1) | times]))] == [expected]


def test_an_export_without_its_meta_row_is_named_by_its_first_turn() -> None:
    """Two salvages that lost it are not taken for one store; one that has nothing has no turns."""
    broken: Row = {"id": 1, "store_id": None}
    names = {
        read(export(memory_meta=[broken], turns=[turn(1, said)])).sessions[0].session_id
        for said in ("a", "b")
    }
    assert len(names) == 2
    assert all(name.endswith("/t1") for name in names)
    assert read(export(memory_meta=[])).sessions == ()
    unread = read(export(memory_meta=[], turns=["{broken", turn(1)]))
    assert len(unread.sessions) == 1


def test_a_long_session_name_is_shortened() -> None:
    """A name stays within its bound, and two long ones stay two."""
    content = export(turns=[turn(1, session="s" * 200), turn(2, session="s" * 199 + "t")])
    first, second = (session.session_id for session in read(content).sessions)
    assert first != second
    assert max(len(first), len(second)) <= 200


def test_a_line_that_is_too_long_is_passed_over() -> None:
    """A row beyond the limit of a line is counted, and the next one is read."""
    content = export(turns=[turn(1), "x" * (34 * 1024 * 1024), turn(2)])
    entries = list(read_entries("sayso", "x", (content,)))
    skipped = [one.reason for one in entries if isinstance(one, SkippedLine)]
    assert skipped == [SkipReason.TOO_LONG]
    assert len(entries) == 3
    assert reasons(export(tombstones=["x" * (34 * 1024 * 1024)], turns=[turn(1)])) == []


def test_whose_export_it_is_shows_at_its_start() -> None:
    """Store and generation are told, unless the meta row is lost."""
    assert exported_from(export()[:300]) == ("abc", 4)
    assert exported_from(export(memory_meta=[])) is None
    assert exported_from(b"{}") is None


def test_an_export_that_is_cut_gives_what_it_has() -> None:
    """The last row is broken, those before it are read."""
    content = export(turns=[turn(1), turn(2), turn(3)])
    cut = content[: content.rindex(b'"Hello."')]
    assert [one.source_id for one in turns_of(cut)] == ["1", "2"]
    assert reasons(cut) == [SkipReason.BROKEN_JSON]


def test_names_that_no_store_could_hold_are_no_names() -> None:
    """A lone surrogate in a session costs the turn, in the store's name only that name."""
    row = json.dumps(turn(1, session="X")).replace('"X"', '"\\ud800"')
    assert reasons(export(turns=[row, turn(2)])) == [SkipReason.BAD_FIELD]
    meta = json.dumps(META).replace("abc", "\\ud800")
    (session,) = read(export(memory_meta=[meta], turns=[turn(1)])).sessions
    session.session_id.encode()


EDITS = st.lists(
    st.tuples(
        st.integers(0, 2_000),
        st.sampled_from(['"', "[", "]", "{", "}", ",", ":", "\n", "1", "null", "\\ud800", "x"]),
    ),
    max_size=6,
)


@given(edits=EDITS, cut=st.integers(0, 3_000))
def test_any_change_of_an_export_is_read(edits: list[tuple[int, str]], cut: int) -> None:
    """Nothing raises; each turn that is given could be stored, and has the words of a real one."""
    rows = [turn(1), turn(2, session="s"), turn(3)]
    content = export(turns=rows, tombstones=[{"turn_id": 2}]).decode()
    for at, text in edits:
        content = content[:at] + text + content[at + 1 :]
    for entry in read_entries("sayso", "x", (content[: max(cut, 60)].encode(),)):
        if isinstance(entry, Exchange):
            assert entry.user_text.encode() == b"Hello."
            assert len(entry.session_id.encode()) <= 800
