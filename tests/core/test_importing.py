"""Importing decides which turns of a log are new, where they go, and what may be neighbours."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sayso.core.limits import SESSION_MAX_CHARS
from sayso.core.project.importing import (
    Imported,
    ImportState,
    Portion,
    ThreadEnd,
    plan_import,
)
from sayso.core.project.keying import ImportSkip, KeyedTurn, head_of, key_turn
from sayso.core.recall.postings import post
from sayso.core.transcripts.records import LoggedSession, LoggedTurn
from tests.records import NOON_US, SECOND_US, build

if TYPE_CHECKING:
    from sayso.core.plans import Plan


def logged(user: str, **changes: object) -> LoggedTurn:
    """Give a logged turn whose id is its words."""
    plain: dict[str, object] = {
        "source_id": user,
        "user_text": user,
        "assistant_text": "Fine.",
        "at_us": None,
        "intent": None,
    }
    return build(LoggedTurn, plain | changes)


def session(*turns: LoggedTurn, session_id: str = "s1", folder: str | None = None) -> LoggedSession:
    """Give a logged session."""
    return LoggedSession(session_id=session_id, folder=folder, turns=turns)


def prepare_session(
    source: LoggedSession, form: str, file: str
) -> tuple[Portion, tuple[ImportSkip, ...]]:
    """Key a session's turns one after another, as they are read."""
    head = head_of(form, file, source.session_id, source.turns[0])
    keyed: list[KeyedTurn] = []
    skipped: list[ImportSkip] = []
    after_key: str | None = None
    for turn in source.turns:
        one = key_turn(head, turn, after_key)
        if isinstance(one, ImportSkip):
            skipped.append(one)
            after_key = None
        else:
            keyed.append(one)
            after_key = one.key
    portion = Portion(thread_key=head.thread_key, session=head.session, turns=tuple(keyed))
    return portion, tuple(skipped)


def portion_of(*turns: LoggedTurn, form: str = "plain", file: str = "a.jsonl") -> Portion:
    """Prepare one session in which every turn can be stored."""
    portion, skipped = prepare_session(session(*turns), form, file)
    assert skipped == ()
    return portion


def state(
    thread: ThreadEnd | None = None,
    known: frozenset[str] = frozenset(),
    next_turn_id: int = 11,
    heard: frozenset[str] = frozenset(),
) -> ImportState:
    """Give what an almost empty store knows."""
    return ImportState(
        scope_id=1,
        threads={} if thread is None else {"plain:s1": thread},
        known=known,
        unanswered={},
        heard=heard,
        next_thread_id=7,
        next_turn_id=next_turn_id,
    )


def plan_one(portion: Portion, at: ImportState) -> tuple[Plan, Imported]:
    """Plan one portion alone."""
    plan, imported = plan_import([portion], at, NOON_US)
    return plan, imported[0]


def stored(portion: Portion, at: ImportState) -> list[tuple[object, ...]]:
    """Give (thread, session, sequence, words) of every turn a plan inserts."""
    plan, _ = plan_one(portion, at)
    names = ("thread_id", "session", "sequence", "user_text")
    return [
        tuple(write.params[name] for name in names)
        for write in plan
        if write.statement == "turns/insert"
    ]


def test_a_new_session_becomes_an_archived_thread() -> None:
    """The first import plans one archived thread, then each turn with its extraction job."""
    portion = portion_of(logged("One.", at_us=NOON_US - SECOND_US), logged("Two."))
    plan, imported = plan_one(portion, state())
    told = [write.statement for write in plan[:-3]]
    assert told == ["turns/insert_thread", *["turns/insert", "jobs/insert"] * 2]
    assert plan[-3:] == post(1, [(22, "One."), (23, "Fine."), (24, "Two."), (25, "Fine.")])
    thread, turn, job = (write.params for write in plan[:3])
    assert (thread["id"], thread["status"], thread["source_key"]) == (7, "archived", "plain:s1")
    assert thread["archived_at"] == NOON_US
    assert (turn["id"], turn["origin"], turn["state"]) == (11, "import", "completed")
    assert (turn["said_at"], turn["now"]) == (NOON_US - SECOND_US, NOON_US)
    assert turn["lease_owner"] is None
    assert (job["turn_id"], job["thread_id"], job["sequence"], job["session"]) == (11, 7, 1, "s1")
    assert imported == Imported(turns=2, known=0, thread_id=7)


def test_known_turns_add_nothing() -> None:
    """A session whose turns are all known plans nothing, with its own thread or without."""
    portion = portion_of(logged("One."), logged("Two."))
    known = frozenset(turn.key for turn in portion.turns)
    assert plan_one(portion, state(known=known)) == (
        (),
        Imported(turns=0, known=2, thread_id=None),
    )
    end = ThreadEnd(thread_id=3, sequence=2, session="s1", key=portion.turns[1].key)
    assert plan_one(portion, state(end, known)) == (
        (),
        Imported(turns=0, known=2, thread_id=3),
    )


def test_an_answer_that_came_later_is_added_to_its_turn() -> None:
    """Only a known turn without an answer takes one; it stays known and is not stored again."""
    portion = portion_of(logged("One."), logged("Two."), logged("Three.", assistant_text=""))
    one, _, three = (turn.key for turn in portion.turns)
    known = state(known=frozenset(turn.key for turn in portion.turns))
    plan, imported = plan_one(portion, replace(known, unanswered={one: 1, three: 3}))
    answer, *posted = plan
    assert tuple(posted) == post(1, [(3, "Fine.")])
    assert (answer.statement, answer.expect_rows) == ("turns/answer", 1)
    assert answer.params == {
        "source_key": one,
        "assistant_text": "Fine.",
        "assistant_sha256": hashlib.sha256(b"Fine.").digest(),
        "now": NOON_US,
    }
    assert imported == Imported(turns=0, known=3, thread_id=None)


def test_a_key_that_comes_twice_in_one_piece_is_stored_once() -> None:
    """Even a reader that repeats itself adds a turn once."""
    portion = portion_of(logged("One."), logged("One."))
    _, imported = plan_one(portion, state())
    assert (imported.turns, imported.known) == (1, 1)


def test_a_log_that_has_grown_goes_on_where_it_ended() -> None:
    """New turns at the end continue sequence and session of the thread."""
    portion = portion_of(logged("One."), logged("Two."), logged("Three."))
    end = ThreadEnd(thread_id=3, sequence=2, session="s1", key=portion.turns[1].key)
    known = frozenset(turn.key for turn in portion.turns[:2])
    assert stored(portion, state(end, known)) == [(3, "s1", 3, "Three.")]


def test_a_turn_that_came_later_is_no_neighbour_of_the_end() -> None:
    """A turn found only now, before known ones, begins a stored session of its own."""
    portion = portion_of(logged("New."), logged("One."), logged("Two."))
    end = ThreadEnd(thread_id=3, sequence=2, session="s1", key=portion.turns[2].key)
    known = frozenset(turn.key for turn in portion.turns[1:])
    assert stored(portion, state(end, known)) == [(3, "s1#3", 3, "New.")]


def test_what_follows_a_left_out_turn_is_no_neighbour_of_what_came_before() -> None:
    """A "yes" after a repair request never answers the question before that request."""
    source = session(
        logged("Shall we?"),
        logged("Fix it.", intent="code_audit"),
        logged("Yes."),
        logged("And go on."),
    )
    portion, skipped = prepare_session(source, "plain", "a.jsonl")
    assert skipped == (ImportSkip.REPAIR_INTENT,)
    assert stored(portion, state()) == [
        (7, "s1", 1, "Shall we?"),
        (7, "s1#2", 2, "Yes."),
        (7, "s1#2", 3, "And go on."),
    ]


def test_a_long_session_name_is_cut_with_its_mark() -> None:
    """A stored session's name keeps to its limit, the mark of a gap included."""
    long = LoggedSession(
        session_id="s" * 300,
        folder=None,
        turns=(logged("One."), logged("Two.", intent="code_audit"), logged("Three.")),
    )
    portion, _ = prepare_session(long, "plain", "a.jsonl")
    names = [str(turn[1]) for turn in stored(portion, state())]
    assert [len(name) for name in names] == [SESSION_MAX_CHARS, SESSION_MAX_CHARS]
    assert names[1].endswith("s#2")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"intent": "cooking"}, ImportSkip.UNKNOWN_INTENT),
        ({"intent": "patch_revise"}, ImportSkip.REPAIR_INTENT),
        ({"user_text": "  "}, ImportSkip.UNSTORABLE),
        ({"user_text": "half \ud83d"}, ImportSkip.UNSTORABLE),
        ({"assistant_text": "half \ud83d"}, ImportSkip.UNSTORABLE),
        ({"assistant_text": "x" * (8 * 1024 * 1024 + 1)}, ImportSkip.UNSTORABLE),
    ],
)
def test_what_cannot_be_stored_is_left_out_with_a_reason(
    changes: dict[str, object], reason: ImportSkip
) -> None:
    """Unknown and repair intents and texts no store could take never reach the store."""
    portion, skipped = prepare_session(session(logged("One.", **changes)), "plain", "a.jsonl")
    assert skipped == (reason,)
    assert portion.turns == ()


def test_a_known_intent_is_kept_and_an_absent_one_is_general_chat() -> None:
    """The intent is the log's own where it names one that memory knows."""
    portion = portion_of(logged("One.", intent="code_explain"), logged("Two."))
    assert [turn.intent for turn in portion.turns] == ["code_explain", "general_chat"]


def keys(*turns: LoggedTurn, form: str, session_id: str = "s1", file: str = "a.jsonl") -> list[str]:
    """Give the source keys of a session's turns."""
    portion, _ = prepare_session(session(*turns, session_id=session_id), form, file)
    return [turn.key for turn in portion.turns]


def test_claude_ids_hold_across_sessions() -> None:
    """A resumed session that copies its history brings the same keys; other formats don't."""
    turn = logged("One.", source_id="0b7c6f0e-0000-4000-8000-000000000001")
    assert keys(turn, form="claude-code") == keys(turn, form="claude-code", session_id="s2")
    assert keys(turn, form="plain") != keys(turn, form="plain", session_id="s2")


def test_ids_derived_from_words_hold_in_their_session_only() -> None:
    """Two sessions that both begin with a greeting stay two, even where uuids are missing."""
    turn = logged("hi", source_id="0" * 32 + "-1")
    assert keys(turn, form="claude-code") != keys(turn, form="claude-code", session_id="s2")


def test_keys_hold_the_words_but_not_the_line_ends() -> None:
    """An id used again for other words is another turn; a checkout's line ends change nothing."""
    one = logged("a\nb", source_id="1")
    assert keys(one, form="plain") == keys(logged("a\r\nb", source_id="1"), form="plain")
    assert keys(one, form="plain") != keys(logged("a\nc", source_id="1"), form="plain")


@pytest.mark.parametrize(
    ("file", "first", "same"),
    [
        ("a.jsonl", logged("hi"), True),
        ("b.jsonl", logged("hi"), False),
        ("a.jsonl", logged("hi", at_us=NOON_US), False),
        ("a.jsonl", logged("hi", assistant_text="Hello!"), False),
        ("a.jsonl", logged("hello"), False),
    ],
)
def test_a_log_without_session_names_is_known_by_its_name_and_first_turn(
    file: str, first: LoggedTurn, same: bool
) -> None:
    """A grown or moved log is the same one; a log that begins otherwise is another."""
    before, _ = prepare_session(session(logged("hi"), session_id=""), "plain", "a.jsonl")
    now, _ = prepare_session(session(first, logged("Two."), session_id=""), "plain", file)
    assert (before.thread_key == now.thread_key) is same
    assert (before.turns[0].key == now.turns[0].key) is same
    assert now.session == ""
