"""Commands that take conversation in and work it off: record, import, work."""

import json
from pathlib import Path

import pytest

from sayso.shell.ports import SystemClock
from tests.cli.conftest import Sayso

RULE = "From now on, give every measurement in metric units."


def lines_of(*turns: object) -> bytes:
    """Write turns as JSON Lines."""
    return "".join(json.dumps(turn) + "\n" for turn in turns).encode()


def test_record_one_turn(sayso: Sayso) -> None:
    """`record` gives the turn's id and says how many jobs wait."""
    told = sayso("record", "--user", RULE, "--assistant", "Will do.", "--session", "s1")
    assert told.out.splitlines() == [
        "recorded 1 turn: t1",
        "1 job pending: 'sayso work' forms memory from them",
    ]
    told = sayso("record", "--user", "More.", "--json")
    assert told.answer == {"turns": ["t2"], "skipped": 0, "pending": 2, "faults": []}


def test_an_operation_id_records_once(sayso: Sayso) -> None:
    """The same id with the same turn gives the same answer; with another turn it is refused."""
    first = sayso("record", "--user", RULE, "--op-id", "a", "--json").answer
    assert sayso("record", "--user", RULE, "--op-id", "a", "--json").answer == first
    told = sayso("record", "--user", "Another.", "--op-id", "a", "--json")
    assert told.code == 1
    assert told.error["code"] == "refused"
    assert sayso("status", "--json").answer["turns"]["total"] == 1


def test_an_intent_without_memory_is_left_out(sayso: Sayso) -> None:
    """A repair intent stores nothing, and the answer says so."""
    told = sayso("record", "--user", "Fix it.", "--intent", "code_audit", "--json")
    assert told.answer == {"turns": [], "skipped": 1, "pending": 0, "faults": []}


def test_record_lines_from_stdin(sayso: Sayso) -> None:
    """Each line is a turn, its id the operation id; times and unknown keys mean nothing."""
    feed = lines_of(
        {"user": RULE, "assistant": None, "id": 1, "at": "2020-01-01"},
        {"user": "我们定了：缓存用 Redis。", "session": "s", "intent": "code_explain", "x": 0},
        {"user": "Fix it.", "intent": "code_audit"},
    )
    told = sayso("record", "--from", "-", "--json", stdin=b"\xef\xbb\xbf" + feed + b"\n")
    assert told.code == 0
    assert told.answer == {"turns": ["t1", "t2"], "skipped": 1, "pending": 2, "faults": []}
    again = sayso("record", "--from", "-", "--json", stdin=feed.splitlines()[0])
    assert again.answer["turns"] == ["t1"]


def test_a_bad_line_costs_only_itself(sayso: Sayso, tmp_path: Path) -> None:
    """Every bad line is reported by its number; the good ones around it are recorded."""
    file = tmp_path / "turns.jsonl"
    file.write_bytes(
        lines_of({"user": "one"}) + b"{broken\n" + b"\xff\n" + b"[]\n"
        + lines_of(
            {"user": ""}, {"user": 5}, {"user": "x", "id": True}, {"user": "x", "intent": "nope"}
        )
        + b'{"user": "half \\ud800"}\n' + lines_of({"user": "two"})
    )  # fmt: skip
    told = sayso("record", "--from", str(file), "--json")
    assert told.code == 1
    assert told.answer["turns"] == ["t1", "t2"]
    assert [one["line"] for one in told.answer["faults"]] == [2, 3, 4, 5, 6, 7, 8, 9]
    told = sayso("record", "--from", str(file))
    assert told.code == 1
    assert told.err.startswith("sayso: line 2 is not recorded: it is no valid JSON\n")
    assert "line 9 is not recorded: the user text holds a lone surrogate at character 5" in told.err


def test_many_bad_lines_are_summed_up(sayso: Sayso) -> None:
    """The first ten bad lines are named, the others counted."""
    told = sayso("record", "--from", "-", stdin=b"no\n" * 12)
    assert told.code == 1
    assert told.err.splitlines()[-1] == "sayso: 2 more lines are not recorded"
    assert told.out == "recorded nothing\n"


def test_work_forms_memory(sayso: Sayso) -> None:
    """`work` gives the counts of the drain and names what came of it."""
    sayso("record", "--user", RULE)
    told = sayso("work")
    assert told.code == 0
    assert told.out.splitlines() == ["created     m1", "2 jobs: 2 succeeded, 0 pending"]
    assert sayso("work", "--drain").out == "nothing to do; 0 jobs pending\n"
    sayso("record", "--user", "Forget what I said about measurement.")
    told = sayso("work", "--json")
    assert told.answer == {"processed": 2, "succeeded": 2, "failed": 0, "pending": 0}
    assert sayso("list", "--json").answer["items"] == []


def test_work_without_a_store_creates_nothing(sayso: Sayso, project: Path) -> None:
    """Where nothing was recorded there is nothing to work off."""
    nothing = {"processed": 0, "succeeded": 0, "failed": 0, "pending": 0}
    assert sayso("work", "--json").answer == nothing
    assert sayso("work").out == "nothing to do\n"
    assert [path.name for path in project.iterdir()] == [".git"]


@pytest.mark.parametrize("as_json", [True, False])
def test_watch_prints_each_step_until_interrupted(
    sayso: Sayso, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    """`work --watch` works what is due, tells of every step, and ends by Ctrl-C as 130."""
    sayso("record", "--user", RULE)
    sayso("record", "--user", "And thanks.")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(SystemClock, "sleep_us", interrupt)
    told = sayso("work", "--watch", *(["--json"] if as_json else []))
    assert told.code == 130
    if as_json:
        steps = [json.loads(line) for line in told.out.splitlines()]
        assert [one["status"] for one in steps] == ["ok", "ok", "error"]
        assert steps[0]["data"]["jobs"][0] == {"id": "j1", "kind": "extraction"}
        assert steps[1]["data"]["items"] == ["m1"]
    else:
        assert told.out.splitlines() == ["j1 j2 done", "j3 done m1"]
        assert told.err == "sayso: interrupted — 'sayso status' tells what was done\n"


def test_import_learns_and_is_idempotent(sayso: Sayso, tmp_path: Path) -> None:
    """`import` turns a log into memory at once; the second time everything is known."""
    log = tmp_path / "chat.jsonl"
    log.write_bytes(lines_of({"user": RULE, "id": "1"}, {"user": "我们定了：缓存用 Redis。"}))
    told = sayso("import", str(log), "--json")
    assert told.code == 0
    assert told.answer["files"] == 1
    assert told.answer["turns"] == 2
    assert told.answer["memories"] == 2
    assert {"known", "skipped", "refusals"} <= told.answer.keys()
    again = sayso("import", str(log))
    assert again.out.splitlines()[:2] == [
        "files     1 (plain 1)",
        "turns     0 turns taken in, 2 known before",
    ]
    assert [one["id"] for one in sayso("list", "--json").answer["items"]] == ["m2", "m1"]


def test_an_import_can_leave_the_learning_to_later(sayso: Sayso, tmp_path: Path) -> None:
    """`import --later` stores every turn, forms no memory, and `work` does so afterwards."""
    log = tmp_path / "chat.jsonl"
    log.write_bytes(lines_of({"user": RULE}, {"user": "Now fix the test."}))
    told = sayso("import", str(log), "--later")
    assert told.code == 0
    assert told.out.splitlines()[1:] == [
        "turns     2 turns taken in, 0 known before",
        "memories  0 new or changed and in use, 0 refused",
        "pending   2 jobs: 'sayso work' learns from them",
    ]
    assert sayso("recall", "test", "--json").answer["hits"]
    assert sayso("list", "--json").answer["items"] == []
    assert sayso("work", "--json").code == 0
    assert len(sayso("list", "--json").answer["items"]) == 1


def test_a_dry_run_writes_nothing(sayso: Sayso, project: Path, tmp_path: Path) -> None:
    """`import --dry-run` counts what would go in and leaves the project as it is."""
    log = tmp_path / "chat.jsonl"
    log.write_bytes(lines_of({"user": RULE}))
    told = sayso("import", str(log), "--dry-run")
    assert "1 turn would be taken in" in told.out
    assert [path.name for path in project.iterdir()] == [".git"]
    sayso("record", "--user", "One.")
    assert sayso("import", str(log), "--dry-run", "--json").answer["turns"] == 1
    assert sayso("status", "--json").answer["turns"]["total"] == 1


def test_a_broken_line_of_a_log_is_counted(sayso: Sayso, tmp_path: Path) -> None:
    """What gives no turn is counted by its reason, and the rest is taken in."""
    log = tmp_path / "chat.jsonl"
    log.write_bytes(lines_of({"user": RULE}) + b"{broken\n")
    told = sayso("import", str(log), "--json")
    assert told.code == 0
    assert told.answer["skipped"] == [{"reason": "broken-json", "count": 1}]
    assert told.answer["turns"] == 1
    assert "skipped   broken-json 1" in sayso("import", str(log)).out
