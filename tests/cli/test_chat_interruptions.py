"""What Ctrl-C and signals do to a chat: the request ends, or the program, and words are kept."""

import signal

import pytest

from sayso.core.diagnostics import ModelFault
from sayso.shell.entrances.chat import program
from sayso.shell.entrances.cli.stopping import Stopped
from tests.cli.test_chat_program import held
from tests.kit import World, column, while_asked
from tests.talk import Talker, fault, interrupt, speak


def test_the_first_interruption_ends_the_request(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turn is failed and its words are kept; a second one ends the chat with its drain."""
    world = World(None)
    talker = Talker(script=[interrupt, speak("Hi."), interrupt])
    lines = ("Never mind.", "Hello.", "Stop.", KeyboardInterrupt(), "never said")
    with world.open() as memory:
        answer = held(memory, talker, *lines, monkeypatch=monkeypatch)
        assert column(memory, "state", "turns") == ["failed", "completed", "failed"]
        assert answer.fields["pending"] == 0
        assert len(world.model.extractions) == 1
    told = capsys.readouterr()
    assert told.out == "Hi.\n"
    assert told.err.count("your words are kept; Ctrl-C again or Ctrl-D ends the chat") == 2
    assert "bringing memory up to date" in told.err


def test_an_interruption_says_what_it_ended(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command and a request that memory keeps out of hold no words that could be kept."""
    world = World(None, while_asked(lambda: interrupt(None)))  # type: ignore[arg-type]
    talker = Talker(script=[speak("Hi."), interrupt, fault(ModelFault(kind="x", message="y"))])
    lines = ("Hello.", "/new", "review the auth code", "review the auth code")
    with world.open() as memory:
        held(memory, talker, *lines, monkeypatch=monkeypatch)
        assert column(memory, "user_text", "turns") == ["Hello."]
    told = capsys.readouterr().err.splitlines()[1:]
    assert told[0] == "sayso: /new is ended; Ctrl-C again or Ctrl-D ends the chat"
    assert told[1] == "sayso: the request is ended; Ctrl-C again or Ctrl-D ends the chat"
    assert told[2] == "sayso: no answer: x (SAYSO_DEBUG=true shows it whole)"


def test_an_interruption_at_the_prompt_warns_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever only wanted to take a line back loses nothing."""
    talker = Talker()
    lines = (KeyboardInterrupt(), "Hello.", KeyboardInterrupt(), KeyboardInterrupt(), "never said")
    with World(None).open() as memory:
        held(memory, talker, *lines, monkeypatch=monkeypatch)
    told = capsys.readouterr()
    assert told.out == "You said: Hello.\n"
    assert told.err.count("sayso: Ctrl-C again or Ctrl-D ends the chat") == 2


@pytest.mark.parametrize(
    ("sent", "watched"), [(Stopped(signal.SIGTERM), True), (KeyboardInterrupt(), False)]
)
def test_a_program_that_is_told_to_stop_waits_for_no_job(
    sent: BaseException, watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SIGTERM, and Ctrl-C where nobody sits at a prompt, end it at once; jobs stay."""
    world = World(None)
    before = signal.getsignal(signal.SIGINT)
    with world.open() as memory:
        with pytest.raises(type(sent)):
            held(memory, Talker(), "Hello.", sent, monkeypatch=monkeypatch, watched=watched)
        assert world.model.asked == []
        assert column(memory, "status") == ["pending"]
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_is_taken_for_the_chat_and_given_back() -> None:
    """While a chat lasts Ctrl-C raises; an ignored one stays ignored."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with program.interruptible():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        with program.interruptible():
            assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGINT, before)
