"""Commands by which the user decides: forget, retry, drop, new, clear, export."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Sayso
from tests.cli.told import contents


def test_forget_holds_until_said_anew(taught: Sayso) -> None:
    """A forgotten memory is gone from every look but `show`; only the user brings it back."""
    assert "m1 is forgotten; the RAW turns are kept" in taught("forget", "m1").out
    assert [one["id"] for one in taught("list", "--json").answer["items"]] == ["m2"]
    assert taught("search", "metric", "--json").answer["hits"] == []
    assert taught("read", "m1", "--json").error["code"] == "refused"
    assert taught("show", "m1", "--json").answer["status"] == "forgotten"
    taught("record", "--user", "From now on, give every measurement in metric units.")
    taught("work")
    assert [one["id"] for one in taught("list", "--json").answer["items"]] == ["m3", "m2"]


def test_forgetting_twice_says_so(taught: Sayso) -> None:
    """The second forget changes nothing and is no error."""
    assert taught("forget", "m1", "--json").answer == {"id": "m1", "changed": True}
    assert taught("forget", "m1", "--json").answer == {"id": "m1", "changed": False}
    assert "was forgotten before" in taught("forget", "1").out


def test_a_waiting_job_can_be_dropped(taught: Sayso) -> None:
    """What is given up forms no memory; the turn stays (design 5.13)."""
    taught("record", "--user", "以后回答我都用中文。")
    job = taught("status", "--json").answer["jobs"]["succeeded"] + 1
    assert taught("drop", f"j{job}", "--json").answer == {"id": f"j{job}"}
    assert "pending    0" in taught("work").out or taught("work", "--json").answer["pending"] == 0
    assert len(taught("list", "--json").answer["items"]) == 2
    assert taught("status", "--json").answer["turns"]["total"] == 3


def test_only_a_job_that_waits_is_retried(taught: Sayso) -> None:
    """A finished job is refused with its state, an unknown one and a bad id with theirs."""
    refused = taught("retry", "j1", "--json")
    assert (refused.code, refused.error["code"]) == (1, "refused")
    assert "only a parked or waiting job" in refused.error["message"]
    assert taught("retry", "j999", "--json").error["code"] == "not_found"
    assert (taught("drop", "abc").code, "no job id" in taught("drop", "abc").err) == (2, True)


def test_new_keeps_preferences_and_decisions(taught: Sayso) -> None:
    """A new thread works off what is pending, then starts without history (A40-A47)."""
    taught("record", "--user", "以后回答我都用中文。")
    assert taught("new", "--json").answer == {"thread": 2, "failed": 0}
    assert len(taught("list", "--json").answer["items"]) == 3
    assert taught("context", "--json").answer["history"] == []
    assert taught("status", "--json").answer["turns"]["total"] == 3
    assert "thread 3 begins" in taught("new").out


def test_clear_needs_its_confirmation(taught: Sayso, project: Path) -> None:
    """Without --confirm nothing is deleted (A67)."""
    before = contents(project)
    told = taught("clear")
    assert told.code == 2
    assert "nothing was deleted" in told.err
    assert contents(project) == before


def test_clear_deletes_all_but_exports(taught: Sayso) -> None:
    """With --confirm all memory goes, an exported file stays, and ids are never reused."""
    path = Path(taught("export", "--json").answer["path"])
    answer = taught("clear", "--confirm", "--json").answer
    assert answer == {"generation": 2, "erased": True}
    assert path.exists()
    status = taught("status", "--json").answer
    assert (status["turns"]["total"], status["items"]["active"], status["threads"]) == (0, 0, 1)
    assert taught("record", "--user", "Hello.", "--json").answer["turns"] == ["t3"]
    assert "generation 3 begins" in taught("clear", "--confirm").out


def test_writing_commands_make_the_store(sayso: Sayso, project: Path) -> None:
    """`new` begins a store where there is none (A28)."""
    assert sayso("new").code == 0
    assert (project / ".sayso" / "memory.db").exists()


def test_clear_without_a_store_has_nothing_to_clear(sayso: Sayso, project: Path) -> None:
    """Clearing a project without memory says so and makes nothing; that is no error."""
    told = sayso("clear", "--confirm", "--op-id", "c")
    assert (told.code, "there is nothing to clear: no memory in" in told.out) == (0, True)
    answer = sayso("clear", "--confirm", "--json").answer
    assert answer == {"generation": None, "erased": True}
    assert contents(project) == {}


@pytest.mark.parametrize(
    ("command", "other"),
    [
        (("forget", "m1"), ("forget", "m2")),
        (("drop", "j4"), ("drop", "j1")),
        (("new",), ("forget", "m1")),
        (("clear", "--confirm"), ("new",)),
        (("record", "--user", "Twice."), ("record", "--user", "Thrice.")),
    ],
    ids=lambda command: command[0],
)
def test_a_command_repeated_under_its_id_happens_once(
    taught: Sayso, command: tuple[str, ...], other: tuple[str, ...]
) -> None:
    """`--op-id` gives the first answer again, and refuses another request under the same id."""
    taught("record", "--user", "以后回答我都用中文。")
    first = taught(*command, "--op-id", "once", "--json").answer
    counts = taught("status", "--json").answer
    again = taught(*command, "--op-id", "once", "--json").answer
    first.pop("pending", None)
    again.pop("pending", None)
    assert again == {**first, "failed": 0} if "failed" in first else again == first
    assert taught("status", "--json").answer == counts
    refused = taught(*other, "--op-id", "once", "--json")
    assert (refused.code, refused.error["code"]) == (1, "refused")
    assert "'once' was used for another request" in refused.error["message"]


def test_a_store_is_not_made_for_an_unusable_id(sayso: Sayso, project: Path) -> None:
    """An operation id that cannot be used is refused before anything is written."""
    told = sayso("new", "--op-id", "a\nb")
    assert (told.code, "an operation id has 1 to 200" in told.err) == (2, True)
    assert contents(project) == {}


def test_export_writes_a_new_file_each_time(taught: Sayso, tmp_path: Path) -> None:
    """`export` gives the path of a JSON file and never touches an older one (A68-A71)."""
    first = Path(taught("export", "--out", str(tmp_path / "out"), "--json").answer["path"])
    before = contents(tmp_path / "out")
    second = Path(taught("export", "--out", str(tmp_path / "out")).out.strip())
    assert first != second
    assert contents(tmp_path / "out").items() > before.items()
    snapshot = json.loads(second.read_bytes())
    assert [turn["user_text"] for turn in snapshot["turns"]][1] == "我们定了：订单表主键用雪花 ID。"


def test_export_salvages_a_damaged_file(taught: Sayso, project: Path, tmp_path: Path) -> None:
    """`export --salvage` tells what it got, in text and JSON, and ends with 1 where not all."""
    path = project / ".sayso" / "memory.db"
    whole = taught("export", "--salvage", "--out", str(tmp_path / "out"), "--json")
    assert whole.code == 0
    assert whole.answer | {"path": "", "findings": [], "rows": 0} == {
        "path": "",
        "complete": True,
        "turns": {"intact": 2, "damaged": 0, "missing": 0},
        "memories": 2,
        "proven": 2,
        "rows": 0,
        "findings": [],
    }
    content = path.read_bytes()
    at = content.index("主键用雪花".encode(), 8 * 4096)  # where the turns begin
    path.write_bytes(bytes(4096) + content[4096:at] + b"?" + content[at + 1 :])
    told = taught("export", "--salvage", "--out", str(tmp_path / "out"))
    assert told.code == 1
    assert "1 turn intact, 1 damaged, at least 0 missing; 2 memories in use, 1 with" in told.err
    assert "the catalogue cannot be read" in told.err
    snapshot = json.loads(Path(told.out.strip()).read_bytes())
    assert [turn["salvage"]["state"] for turn in snapshot["turns"]] == ["intact", "damaged"]
    told = taught("export", "--salvage", "--out", str(tmp_path / "out"), "--json")
    assert told.code == 1
    assert told.answer["complete"] is False
    assert told.answer["turns"] == {"intact": 1, "damaged": 1, "missing": 0}


def test_a_salvage_without_a_store(sayso: Sayso, project: Path) -> None:
    """Where there is nothing, nothing is salvaged and nothing is made."""
    told = sayso("export", "--salvage")
    assert told.code == 1
    assert "there is nothing to salvage" in told.err
    assert sayso("export", "--salvage", "--json").error["code"] == "not_found"
    assert contents(project) == {}
