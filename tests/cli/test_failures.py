"""What is shown when a model or the store fails: short, or RAW with SAYSO_DEBUG, literally."""

import json
from pathlib import Path

import apsw
import pytest

from sayso.core.diagnostics import ModelFault
from sayso.core.outcome import Failure
from sayso.shell.entrances.cli import changes, working
from sayso.shell.entrances.cli.fields import shown_error
from sayso.shell.errors import MemoryStorageError
from sayso.shell.memory import Memory
from sayso.shell.worker import Worker
from tests.cli.conftest import Sayso
from tests.kit import whole_turn


class FailingModel:
    """A model behind a provider that is down, and whose answer looks like markup."""

    name = "failing"
    input_max_chars = None

    def ask(self, question: object, policy: object) -> Failure[ModelFault]:
        """Fail as a provider does."""
        return Failure(
            ModelFault(
                kind="server error",
                message="secret words of an exception",
                status="503",
                body="[bold]the provider's own words[/bold] \x1b[31m \u202e\nhealth      healthy",
            )
        )


def fail_twice(sayso: Sayso, monkeypatch: pytest.MonkeyPatch) -> None:
    """Record two turns for a model that will fail at both."""
    monkeypatch.setattr(working, "configured_model", FailingModel)
    sayso("record", "--user", "From now on answer in tables.")
    sayso("record", "--user", "Thanks.")


def stop_at_the_first_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupt a watching worker when it has nothing more to do."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sayso.shell.ports.SystemClock.sleep_us", interrupt)


def test_a_model_that_fails_is_told_in_short(sayso: Sayso, monkeypatch: pytest.MonkeyPatch) -> None:
    """RAW errors show with SAYSO_DEBUG only, literally; `status` names the switch (A270-A273)."""
    monkeypatch.setattr(working, "configured_model", FailingModel)
    sayso("record", "--user", "From now on answer in tables.")
    told = sayso("work")
    assert told.code == 4
    assert "1 job: 0 succeeded, 1 failed, 1 pending" in told.out
    assert "'sayso status' tells why" in told.out
    assert "secret" not in told.out + told.err
    assert sayso("work").out.startswith("nothing to do; 1 job pending (waiting for another try")
    short = "server error (SAYSO_DEBUG=true shows it whole)"
    assert f"last error  {short}" in sayso("status").out
    assert sayso("status", "--json").answer["last_error"] == short
    monkeypatch.setenv("SAYSO_DEBUG", "true")
    told = sayso("status")
    assert "secret words of an exception" in told.out
    assert "[bold]the provider's own words[/bold]" in told.out
    assert "status: 503" in sayso("status", "--json").answer["last_error"]


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (
            "not_authorised: HTTP 401\nbody: x",
            "not_authorised: the provider refuses the key, check",
        ),
        (
            "redirected: HTTP 302",
            "redirected: the address points elsewhere, check SAYSO_BASE_URL (",
        ),
        ("ConnectError: [Errno 111]", "ConnectError: nothing answers there, check SAYSO_BASE_URL"),
        ("server error: secret", "server error (SAYSO_DEBUG"),
        ("[bold]x", "failed (SAYSO_DEBUG"),
    ],
)
def test_a_short_error_says_what_to_do(raw: str, shown: str) -> None:
    """Beside its kind stands a remedy of ours, and nothing of the provider's."""
    short = shown_error(raw, debug=False)
    assert short is not None
    assert short.startswith(shown)
    assert "secret" not in short
    assert short.endswith("(SAYSO_DEBUG=true shows it whole)")


def test_a_watched_failure_goes_on(sayso: Sayso, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failing model never ends `work --watch`; each step says so in short."""
    stop_at_the_first_pause(monkeypatch)
    fail_twice(sayso, monkeypatch)
    told = sayso("work", "--watch")
    assert told.code == 130
    assert told.out == "j1 j2 failed: server error (SAYSO_DEBUG=true shows it whole)\n"


@pytest.mark.parametrize("debug", [False, True])
def test_a_watched_failure_as_json(
    sayso: Sayso, monkeypatch: pytest.MonkeyPatch, debug: bool
) -> None:
    """A program learns of a failed step what a person does, RAW with SAYSO_DEBUG (A270-A273)."""
    stop_at_the_first_pause(monkeypatch)
    fail_twice(sayso, monkeypatch)
    if debug:
        monkeypatch.setenv("SAYSO_DEBUG", "true")
    step, ended = map(json.loads, sayso("work", "--watch", "--json").out.splitlines())
    assert ended["error"]["code"] == "interrupted"
    assert step["data"]["outcome"] == "failed"
    error = step["data"]["error"]
    assert ("secret words of an exception" in error) is debug
    assert debug or error == "server error (SAYSO_DEBUG=true shows it whole)"


def test_a_watched_failure_is_shown_whole_when_debugging(
    sayso: Sayso, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The switch that the short state names shows what it promises, with nothing obeyed (A279)."""
    stop_at_the_first_pause(monkeypatch)
    fail_twice(sayso, monkeypatch)
    monkeypatch.setenv("SAYSO_DEBUG", "true")
    out = sayso("work", "--watch").out
    assert "secret words of an exception" in out
    assert "[bold]the provider's own words[/bold] \\x1b[31m \\u202e" in out


@pytest.mark.parametrize("json_form", [False, True])
def test_a_fault_that_lasts_is_told_once(
    sayso: Sayso, monkeypatch: pytest.MonkeyPatch, json_form: bool
) -> None:
    """A watching worker looks again every second and does not repeat itself."""
    sayso("record", "--user", "Words.")
    faults = ["busy", "busy", "busy", "gone", "busy"]

    def fail(_: Worker) -> None:
        if not faults:
            raise KeyboardInterrupt
        raise MemoryStorageError(faults.pop(0))

    monkeypatch.setattr(Worker, "recover", fail)
    monkeypatch.setattr("sayso.shell.ports.SystemClock.sleep_us", lambda *_: None)
    told = sayso("work", "--watch", *(["--json"] if json_form else []))
    assert [
        name for line in told.out.splitlines() for name in ("busy", "gone") if name in line
    ] == ["busy", "gone", "busy"]


def test_a_watching_worker_waits_for_a_memory(
    sayso: Sayso, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Started before anything was recorded, it says so once, makes nothing, and works later."""
    pauses = [0]

    def pause(*_nap: object) -> None:
        pauses[0] += 1
        if pauses[0] == 3:
            with Memory.open(project) as memory:
                for _ in range(2):
                    memory.record(whole_turn("Words?"))
        elif pauses[0] > 3:
            raise KeyboardInterrupt
        else:
            assert not (project / ".sayso").exists()

    monkeypatch.setattr("sayso.shell.ports.SystemClock.sleep_us", pause)
    told = sayso("work", "--watch")
    assert (told.code, told.out) == (130, "j1 j2 done\n")
    assert told.err.count("no memory in") == 1


def test_a_degraded_store_is_not_watched(sayso: Sayso, project: Path) -> None:
    """What needs the user is told at once, with its exit code, instead of being waited for."""
    sayso("record", "--user", "Words.")
    connection = apsw.Connection(str(project / ".sayso" / "memory.db"))
    connection.execute("UPDATE threads SET status = 'archived'")
    connection.close()
    told = sayso("work", "--watch", "--json")
    assert (told.code, told.error["code"]) == (3, "degraded")


def test_a_new_thread_warns_of_jobs_that_failed(
    sayso: Sayso, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new thread begins all the same, and the failed jobs stay for later (A294-A295)."""
    monkeypatch.setattr(changes, "configured_model", FailingModel)
    sayso("record", "--user", "From now on answer in tables.")
    told = sayso("new")
    assert (told.code, "thread 2 begins" in told.out) == (0, True)
    assert told.err == "sayso: 1 job of the old thread failed; 'sayso status' tells why\n"
    sayso("record", "--user", "Thanks.")
    assert sayso("new", "--json").answer == {"thread": 3, "failed": 1}
    assert sayso("status", "--json").answer["jobs"]["retry_wait"] == 2


def test_a_parked_job_is_the_users_to_decide(
    sayso: Sayso, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`status` names it with the two commands, its error in short; both of them end the waiting."""
    fail_twice(sayso, monkeypatch)
    sayso("work")
    connection = apsw.Connection(str(project / ".sayso" / "memory.db"))
    connection.execute("UPDATE memory_jobs SET status = 'parked', next_retry_at = NULL")
    connection.close()
    shown = sayso("status").out
    assert "parked    j1 extraction, tried 1 time: 'sayso retry j1' or 'sayso drop j1'" in shown
    short = "server error (SAYSO_DEBUG=true shows it whole)"
    parked = sayso("status", "--json").answer["parked"]
    assert [(one["id"], one["turn_id"], one["last_error"]) for one in parked] == [
        ("j1", "t1", short),
        ("j2", "t2", short),
    ]
    monkeypatch.setenv("SAYSO_DEBUG", "true")
    assert "status: 503" in sayso("status", "--json").answer["parked"][0]["last_error"]
    assert sayso("drop", "j1").out == "j1 is dropped; its RAW turn is kept\n"
    assert sayso("retry", "j2").out == "j2 is tried again at the next 'sayso work'\n"
    status = sayso("status", "--json").answer
    assert (status["parked"], status["jobs"]["dropped"], status["jobs"]["pending"]) == ([], 1, 1)
    assert status["turns"]["total"] == 2
    again = sayso("retry", "j1", "--json")
    assert (again.code, again.error["code"]) == (1, "refused")


def test_a_raw_error_keeps_to_its_place(sayso: Sayso, monkeypatch: pytest.MonkeyPatch) -> None:
    """Further lines of a RAW error are indented, so that none poses as a line of `status`."""
    fail_twice(sayso, monkeypatch)
    sayso("work")
    monkeypatch.setenv("SAYSO_DEBUG", "true")
    lines = sayso("status").out.splitlines()
    assert "            health      healthy" in lines
    assert [line for line in lines if line.startswith("health")] == ["health      healthy"]
    assert not {"\x1b", "\u202e"} & set(sayso("status", "--json").out)
