"""Commands that look: what they tell, and that they change nothing."""

from pathlib import Path

import pytest

from sayso.shell.detached import WorkerLock
from sayso.shell.memory import Memory
from tests.cli.conftest import Sayso
from tests.cli.told import contents
from tests.kit import CannedModel, whole_turn

LOOKS = (["status"], ["list"], ["search", "metric"], ["context"])


def test_list_gives_newest_first(taught: Sayso) -> None:
    """`list` gives the fields of the contract, newest memory first."""
    items = taught("list", "--json").answer["items"]
    assert [one["id"] for one in items] == ["m2", "m1"]
    assert [one["kind"] for one in items] == ["project_decision", "user_preference"]
    fields = {"id", "kind", "title", "synopsis", "revision", "updated_at"}
    assert all(one.keys() == fields for one in items)
    told = taught("list")
    assert "m1   preference  give every measurement in metric units" in told.out
    assert "m2   decision    订单表主键用雪花 ID" in told.out


def test_show_gives_the_proof(taught: Sayso) -> None:
    """`show` names turn, speaker and exact words, with offsets that cut them from the turn."""
    shown = taught("show", "m2", "--json").answer
    said = "我们定了：订单表主键用雪花 ID。"
    (source,) = shown["sources"]
    assert source["turn_id"] == "t2"
    assert source["role"] == "user"
    assert said[source["start"] : source["end"]] == source["quote"]
    assert shown["status"] == "active"
    assert shown["replaces"] is None
    assert shown["replaced_by"] is None
    assert [one["revision"] for one in shown["revisions"]] == [1]
    assert "t2 user: “我们定了：订单表主键用雪花 ID”" in taught("show", "2").out


def test_show_tells_both_sides_of_a_change_of_mind(taught: Sayso) -> None:
    """What superseded and what was superseded name each other."""
    taught("record", "--user", "订单表主键不用雪花 ID 了，改用 UUIDv7，就这么定。")
    assert "superseding m3" in taught("work").out
    assert taught("show", "m3", "--json").answer["replaces"] == "m2"
    old = taught("show", "m2", "--json").answer
    assert old["replaced_by"] == "m3"
    assert old["status"] == "superseded"
    assert "replaced by m3" in taught("show", "m2").out


def test_search_tells_how_it_found(taught: Sayso) -> None:
    """`search` repeats the query and says by what kind of match each hit was found."""
    found = taught("search", "metric", "--json").answer
    assert found["query"] == "metric"
    (hit,) = found["hits"]
    assert hit.keys() == {"id", "kind", "title", "synopsis", "match_type"}
    assert hit["id"] == "m1"
    assert "m1   preference" in taught("search", "metric").out


def test_search_without_a_hit_is_a_result(taught: Sayso) -> None:
    """Nothing found is no error."""
    told = taught("search", "zebra")
    assert (told.code, told.out) == (0, "nothing found for “zebra”\n")
    assert taught("search", "zebra", "--json").answer == {"query": "zebra", "hits": []}


def test_read_gives_body_and_excerpts(taught: Sayso) -> None:
    """`read` gives what an agent's tool gives."""
    reading = taught("read", "m1", "--json").answer
    assert reading["non_factual"] is False
    assert reading["sources"] == [
        {
            "turn_id": "t1",
            "role": "user",
            "quote": "From now on, give every measurement in metric units",
        }
    ]
    assert "t1 user: “From now on" in taught("read", "m1").out


def test_context_gives_history_and_routing(taught: Sayso) -> None:
    """`context` gives the messages with their turns and the fenced memory text."""
    given = taught("context", "--json").answer
    assert [one["turn_id"] for one in given["history"]] == ["t1", "t2", "t2"]
    assert given["history"][2] == {"role": "assistant", "text": "好的。", "turn_id": "t2"}
    assert "m1 From now on, give every measurement" in given["context"]
    told = taught("context", "--session", "another")
    assert "<sayso-memory>" in told.out


def test_status_counts_everything(taught: Sayso, project: Path) -> None:
    """`status` gives every field of the contract, with counts that add up."""
    told = taught("status", "--json")
    status = told.answer
    assert told.code == 0
    assert status["health"] == "healthy"
    assert status["turns"]["total"] == status["turns"]["completed"] == 2
    assert status["items"] == {"active": 2, "superseded": 0, "forgotten": 0}
    assert {"pending", "leased", "retry_wait", "parked", "succeeded"} <= status["jobs"].keys()
    assert status["findings"] == status["refusals"] == []
    assert status["last_error"] is None
    assert status["model"] == "rules"
    assert status["store"]["path"] == str(project / ".sayso" / "memory.db")
    assert status["store"]["generation"] == 1
    assert "memories    2 active" in taught("status").out


@pytest.mark.parametrize("look", LOOKS)
def test_looking_at_no_store_creates_nothing(sayso: Sayso, project: Path, look: list[str]) -> None:
    """Without a store a look says so, answers with empty fields and leaves the folder alone."""
    told = sayso(*look)
    assert told.code == 0
    assert told.err.startswith(f"sayso: no memory in {project} yet — it begins with")
    told = sayso(*look, "--json")
    assert told.code == 0
    assert told.err == ""
    assert told.answer
    assert [path.name for path in project.iterdir()] == [".git"]


def test_status_tells_what_a_day_has_cost_and_may_cost(
    taught: Sayso, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Calls and tokens stand beside the limits of the settings, where there are limits."""
    with Memory.open(project, model=CannedModel()) as memory:
        memory.record(whole_turn("Hello?"))
        memory.work()
    monkeypatch.setenv("SAYSO_DAILY_TOKENS", "0")
    assert "usage       1 of 2,000 calls, 0 tokens on " in taught("status").out
    usage = taught("status", "--json").answer["usage"]
    assert usage.keys() == {"day", "calls", "tokens", "calls_max", "tokens_max"}
    assert (usage["calls_max"], usage["tokens_max"]) == (2_000, 0)


def test_status_tells_whether_a_worker_is_there(taught: Sayso, project: Path) -> None:
    """As long as one holds the lock of the store, both forms say so."""
    lock = WorkerLock(project)
    assert lock.take()
    assert "worker      at work in the background" in taught("status").out
    assert taught("status", "--json").answer["worker_at_work"] is True
    lock.let_go()
    assert "worker " not in taught("status").out
    assert taught("status", "--json").answer["worker_at_work"] is False


def test_status_of_no_store_says_absent(sayso: Sayso) -> None:
    """A missing store is told apart from an empty one."""
    status = sayso("status", "--json").answer
    assert status["health"] == "absent"
    assert status["store"]["generation"] is None


@pytest.mark.parametrize("look", [["show", "m1"], ["read", "m1"], ["forget", "m1"], ["export"]])
def test_naming_something_in_no_store_is_not_found(
    sayso: Sayso, project: Path, look: list[str]
) -> None:
    """Where there is no store there is nothing to name, and nothing is created for it."""
    assert sayso(*look).code == 1
    assert sayso(*look, "--json").error["code"] == "not_found"
    assert [path.name for path in project.iterdir()] == [".git"]


@pytest.mark.parametrize("look", [*LOOKS, ["show", "m1"], ["read", "m1"]])
def test_looking_changes_nothing(taught: Sayso, project: Path, look: list[str]) -> None:
    """The store's bytes are the same after every command that only looks (A52, A54, A56)."""
    taught("status")
    before = contents(project)
    taught(*look)
    assert contents(project) == before


def test_stored_text_cannot_steer_the_terminal(sayso: Sayso) -> None:
    """Escapes and direction marks of a remembered sentence are shown, in text and in JSON."""
    sayso("record", "--user", "From now on always answer in \x1b[31mred\x1b[0m \u202etables.")
    sayso("work")
    for look in (["list"], ["show", "m1"], ["read", "m1"], ["context"], ["search", "tables"]):
        for told in (sayso(*look), sayso(*look, "--json")):
            assert told.code == 0
            assert "\x1b" not in told.out
            assert "\u202e" not in told.out
    assert "\x1b[31m" in sayso("read", "m1", "--json").answer["sources"][0]["quote"]
