"""Layer 4: what a session goes through, and which sessions help with a problem."""

from sayso.core.knowledge.moments import moment_text
from sayso.core.knowledge.sessions import (
    Opening,
    add_finding,
    add_step,
    begin_session,
    choose_sessions,
    complete_session,
    created_at_us,
)
from sayso.core.limits import SIMILAR_SESSIONS_MAX

FIELDS = {
    "session_id",
    "case_id",
    "problem",
    "expected",
    "created_at",
    "status",
    "steps",
    "findings",
    "completed_at",
    "result_summary",
}


def begun(case_id: str, problem: str = "late", at_us: int = 0) -> dict[str, object]:
    """Begin a session of a case."""
    name = f"{case_id}_{at_us}"
    opening = Opening(session_id=name, case_id=case_id, problem=problem, expected="at once")
    return begin_session(opening, at_us)


def cases(*sessions: dict[str, object], function: str = "brake", problem: str = "x") -> list[str]:
    """Give the ids of the sessions that are chosen, best first."""
    chosen = choose_sessions(sessions, function, problem)
    return [str(one.session["session_id"]) for one in chosen]


def test_a_session_begins_with_all_its_fields() -> None:
    """The first record has every field of the schema, nothing done and no end yet (B87, B93)."""
    session = begun("BRAKE-7")
    assert session.keys() == FIELDS
    assert (session["status"], session["steps"], session["findings"]) == ("started", [], [])
    assert session["created_at"] == moment_text(0)
    assert session["completed_at"] is session["result_summary"] is None


def test_steps_and_findings_are_appended() -> None:
    """Each step and finding stands behind those before it, with its time (B88, B89)."""
    session = begun("C")
    stepped = add_step(add_step(session, "read", {"file": "a.c"}, 1), "run", None, 2)
    found = add_finding(stepped, {"what": "debounce"}, 3)
    assert found["steps"] == [
        {"step": "read", "timestamp": moment_text(1), "detail": {"file": "a.c"}},
        {"step": "run", "timestamp": moment_text(2), "detail": None},
    ]
    assert found["findings"] == [{"what": "debounce", "_timestamp": moment_text(3)}]
    assert session == begun("C")


def test_a_list_of_another_type_is_begun_anew() -> None:
    """Where somebody wrote something else in place of the steps, the next step still lands."""
    stepped = add_step({**begun("C"), "steps": "none"}, "read", "x", 1)
    assert stepped["steps"] == [{"step": "read", "timestamp": moment_text(1), "detail": "x"}]


def test_a_completed_session_says_so() -> None:
    """Status, time and summary are set (B90-B92); what was logged stays."""
    done = complete_session(add_step(begun("C"), "read", "x", 1), {"cause": "debounce"}, 5)
    assert (done["status"], done["completed_at"]) == ("completed", moment_text(5))
    assert done["result_summary"] == {"cause": "debounce"}
    assert done["steps"] == add_step(begun("C"), "read", "x", 1)["steps"]


def test_sessions_of_the_function_are_chosen() -> None:
    """A session counts when its case or its problem names the function, in any case of letters."""
    named = begun("FIX-Brake-1")
    told = begun("C2", "the BRAKE is late")
    other = begun("C3", "the lights are late")
    assert cases(named, told, other) == ["C2_0", "FIX-Brake-1_0"]
    assert cases(named, told, other, function="") == []


def test_shared_words_come_before_an_end_and_an_end_before_newness() -> None:
    """Two points for each telling word of the problem, one for a time, one for an end."""
    shared = begun("brake-a", "pedal is late")
    ended = complete_session(begun("brake-b", "the noise"), "x", 1)
    newer = begun("brake-c", "noise", 9)
    undated = {**begun("brake-d", "noise", 99), "created_at": "at noon"}
    assert cases(undated, newer, ended, shared, problem="the pedal") == [
        "brake-a_0",
        "brake-b_0",
        "brake-c_9",
    ]
    (best, second, third) = choose_sessions([shared, ended, newer], "brake", "the pedal")
    assert [best.score, second.score, third.score] == [3.3, 2.0, 1.3]


def test_each_case_is_shown_once_by_its_best_session() -> None:
    """Of one case the best session alone is chosen, the newest of equal ones."""
    assert cases(begun("brake", at_us=1), begun("brake", at_us=2)) == ["brake_2"]
    assert cases(begun("brake", at_us=1), complete_session(begun("brake"), "x", 1)) == ["brake_0"]


def test_equal_sessions_come_in_the_order_of_their_ids() -> None:
    """What can't be told apart is still given in one order, and never more than three."""
    sessions = [begun(f"brake-{letter}") for letter in "dbca"]
    assert cases(*sessions) == ["brake-a_0", "brake-b_0", "brake-c_0"]
    assert len(cases(*sessions)) == SIMILAR_SESSIONS_MAX


def test_a_session_without_a_readable_time_has_none() -> None:
    """What somebody else wrote as a time may be anything."""
    assert created_at_us(begun("C", at_us=7)) == 7
    assert created_at_us({"created_at": 3}) is None
