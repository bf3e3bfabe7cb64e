"""A chat from its first line to its end: transcripts, interruptions, the drain, its host."""

from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from sayso.core.diagnostics import ModelFault
from sayso.core.project.classifying import Classified, Route
from sayso.shell.chat.talking import Chat
from sayso.shell.entrances.chat.program import Program
from sayso.shell.entrances.cli.answers import Answer, Asked
from sayso.shell.entrances.cli.running import print_answer
from sayso.shell.errors import MemoryStorageError
from sayso.shell.memory import Memory
from sayso.shell.worker import Step
from tests.kit import World, column, fail_with
from tests.talk import Lines, Reviewer, Talker, call, fault, speak


class Idle:
    """A background worker that does nothing, so that a transcript is the same every time."""

    def __init__(self, report: Callable[[Step], None] | None = None) -> None:
        """Tell `report` of nothing."""
        self.report = report or (lambda _step: None)

    def start(self) -> None:
        """Begin nothing."""

    def stop(self) -> None:
        """End nothing."""


def held(
    memory: Memory,
    talker: Talker,
    *lines: str | BaseException,
    monkeypatch: pytest.MonkeyPatch,
    **how: object,
) -> Answer:
    """Hold a chat in this process, without a worker beside it, and print its end as `run` does."""
    monkeypatch.setattr(memory, "background", Idle)
    host, route = how.get("host"), how.get("route")
    chat = Chat(memory, talker, host=host, route=route)  # type: ignore[arg-type]
    asked = Asked()
    answer = Program(chat, Lines(*lines, is_watched=bool(how.get("watched", True))), asked).run()
    print_answer(answer, asked)
    return answer


TRANSCRIPTS = {
    "en": (
        "Which package manager?",
        "We decided: use pnpm for packages.",
        "/memory list",
        "Which one was it?",
        "/new",
        "/memory list",
        "/memory show m1",
        "/memory forget m1",
        "/memory list",
        "/reset",
        "/memory clear",
        "/memory clear --confirm",
        "/exit",
        "/help",
    ),
    "zh": (
        "包管理用什么？",
        "我们定了：包管理用 pnpm。",
        "那是哪个？",
        "／new",
        "/memory list",
        "/memory show m1",
        "/memory forget m1",
        "/memory list",
    ),
}


@pytest.mark.parametrize("language", TRANSCRIPTS)
def test_a_whole_chat(
    language: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    snapshot: SnapshotAssertion,
) -> None:
    """A decision, a look-up, a new thread, every way to look and forget; docs/chat.md shows it."""
    answers = {"en": ("That depends.", "pnpm it is.", "pnpm.")}
    says = answers.get(language, ("看情况。", "好，用 pnpm。", "pnpm。"))
    talker = Talker(
        script=[
            *map(speak, says[:2]),
            call("memory_search", query="pnpm"),
            speak(says[2]),
        ]
    )
    told: list[str] = []

    class Read(Lines):
        def read(self) -> str | None:
            captured = capsys.readouterr()
            told.extend((captured.out, captured.err))
            line = super().read()
            told.append("> (Ctrl-D)\n" if line is None else f"> {line}\n")
            return line

    monkeypatch.setattr("tests.cli.test_chat_program.Lines", Read)
    with Memory.in_memory(ports=World(None).ports) as memory:  # of the rules
        answer = held(
            memory, talker, *TRANSCRIPTS[language], monkeypatch=monkeypatch, host=Reviewer()
        )
    captured = capsys.readouterr()
    assert answer.exit_code == 0
    transcript = "".join((*told, captured.out, captured.err))
    assert snapshot == transcript
    page = Path(__file__).resolve().parents[2] / "docs" / "chat.md"
    assert (f"```\n{transcript}```" in page.read_text("utf-8")) is (language == "en")


def test_an_answer_steers_no_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the model says is stored as it is and shown with its escapes visible (A73, X12)."""
    said = "red \x1b[31m\u202e [bold]ok[/]"
    with World(None).open() as memory:
        held(memory, Talker(script=[speak(said)]), "Hello.", monkeypatch=monkeypatch)
        assert column(memory, "assistant_text", "turns") == [said]
    assert capsys.readouterr().out == "red \\x1b[31m\\u202e [bold]ok[/]\n"


def test_the_end_warns_of_a_model_that_hangs_and_ends(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One request that times out, one warning, exit code 0, and the jobs for later (A294-A295)."""
    hanging = fail_with(ModelFault(kind="deadline", message="no answer within 60 s"))
    world = World(None, hanging)
    with world.open() as memory:
        answer = held(memory, Talker(), "Hello.", "Hello?", monkeypatch=monkeypatch)
        assert (answer.exit_code, answer.fields["pending"]) == (0, 2)
        assert len(world.model.asked) == 1
    told = capsys.readouterr()
    assert "bringing memory up to date, 2 jobs; Ctrl-C leaves them for later" in told.err
    assert "sayso: memory is not up to date, 2 jobs left for the next start" in told.err


def test_the_end_outlives_a_store_that_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What keeps memory from being brought up to date is a warning, not an error (A295)."""

    def fail(_chat: Chat) -> None:
        raise MemoryStorageError("disk full")

    monkeypatch.setattr(Chat, "end", fail)
    with World(None).open() as memory:
        answer = held(memory, Talker(), "Hello.", monkeypatch=monkeypatch)
    assert answer.exit_code == 0
    assert "memory is not up to date: disk full" in capsys.readouterr().err


@pytest.mark.parametrize("model_failed", [False, True])
def test_a_worker_runs_beside_the_chat(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, model_failed: bool
) -> None:
    """It works from the first line on and is stopped before the drain, and where the model fails
    its last step nobody is asked again (A289).
    """
    events: list[str] = []
    world = World(None)
    last = Step(jobs=(), error="deadline: no answer", model_failed=model_failed)

    class Watched(Idle):
        def start(self) -> None:
            events.append("start")

        def stop(self) -> None:
            events.append(f"stop, asked {len(world.model.asked)}")
            self.report(last)

    class Read(Lines):
        def read(self) -> str | None:
            events.append("read")
            return super().read()

    with world.open() as memory:
        monkeypatch.setattr(memory, "background", Watched)
        answer = Program(Chat(memory, Talker()), Read("Hello."), Asked()).run()
        assert events == ["start", "read", "read", "stop, asked 0"]
        assert (len(world.model.asked), answer.fields["pending"]) == (
            (0, 1) if model_failed else (1, 0)
        )
    assert "bringing memory up to date, 1 job" in capsys.readouterr().err


def test_a_route_that_was_not_followed_is_told_to_a_debugging_reader(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reason and final route show, answered or not, and only with the switch (A277-A278)."""
    reason = "deadline: no answer within 2 s"
    fallen_back = Classified(intent="general_chat", route=Route.FALLBACK, reason=reason)
    for debug in ("", "true"):
        monkeypatch.setenv("SAYSO_DEBUG", debug)
        with World(None).open() as memory:
            held(
                memory,
                Talker(script=[speak("Fine."), fault(ModelFault(kind="x", message="y"))]),
                "Hm?",
                "Hm?",
                monkeypatch=monkeypatch,
                route=lambda _text: fallen_back,
            )
        told = capsys.readouterr().err
        assert told.count(f"sayso: intent general_chat, by fallback: {reason}") == (
            2 if debug else 0
        )


def test_what_a_user_can_do_about_a_fault_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ends by itself for a job is to be tried again by whoever asks in person."""
    kinds = ("deadline", "not_authorised", "daily_limit", "only_calls")
    talker = Talker(script=[fault(ModelFault(kind=kind, message="secret")) for kind in kinds])
    with World(None).open() as memory:
        held(memory, talker, *("Hello?" for _ in kinds), monkeypatch=monkeypatch)
    shown = " (SAYSO_DEBUG=true shows it whole) — your words are kept\n"
    told = capsys.readouterr().err
    assert told.split("ends the chat\n")[1].split("sayso: bringing")[0] == "".join(
        f"sayso: no answer: {told}{shown}"
        for told in (
            "deadline: no answer in time, try again",
            "not_authorised: the provider refuses the key, check SAYSO_API_KEY",
            "daily_limit: the day's limit is used up, raise daily_calls or daily_tokens, or wait",
            "only_calls: the model only ever called tools",
        )
    )


def test_new_drops_the_hosts_proposal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waited for a yes is gone with the thread, and /reset tells what else went (A41, A48)."""
    host = Reviewer()
    world = World(None, fail_with(ModelFault(kind="deadline", message="x")))
    with world.open() as memory:
        lines = ("Hello.", "/new", "/reset")
        held(memory, Talker(), *lines, monkeypatch=monkeypatch, host=host)
    told = capsys.readouterr()
    assert "the proposal that waited for your word is dropped" in told.out
    assert "1 job of the old thread failed; /memory status tells why" in told.err
    assert "emptied: workspace, scan, index, requests" in told.out
    assert "/memory clear --confirm deletes all memory" in told.out
    assert (host.pending, host.held) == (None, {})
