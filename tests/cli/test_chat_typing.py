"""Where the lines of a chat come from, and what is kept of them for the arrow keys."""

from pathlib import Path

import pytest

from sayso.core import limits
from sayso.shell.chat.talking import Chat
from sayso.shell.entrances.chat import typed
from sayso.shell.entrances.chat.past import keep_line, read_past
from sayso.shell.entrances.chat.program import Program
from sayso.shell.entrances.chat.typed import EditedLines, PlainLines, typed_lines
from sayso.shell.entrances.cli.answers import Asked
from sayso.shell.errors import RequestError
from tests.cli.test_chat_program import Idle
from tests.kit import World
from tests.talk import Talker


def test_a_terminal_with_editing_keeps_what_was_typed_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Past lines come back with the arrow keys, and no command touches them (A46, A50)."""
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    world = World(tmp_path)
    with world.open() as memory, create_pipe_input() as keys:
        folder = world.path.parent
        keep_line(folder, "From an earlier chat.")
        keys.send_text("\x1b[A\r/new\r/reset\r/memory clear --confirm\r \r\x03\x04")
        monkeypatch.setattr(memory, "background", Idle)
        with create_app_session(input=keys, output=DummyOutput()):
            Program(Chat(memory, Talker()), EditedLines(folder), Asked()).run()
    told = capsys.readouterr()
    assert "You said: From an earlier chat." in told.out
    assert "Ctrl-C again" in told.err
    past = folder / "history"
    assert read_past(folder) == (
        *("From an earlier chat.", "From an earlier chat."),
        *("/new", "/reset", "/memory clear --confirm"),
    )
    assert past.stat().st_mode & 0o777 == 0o600


def test_past_lines_are_bounded_and_follow_no_link(tmp_path: Path) -> None:
    """The newest half stays; rubbish is passed over; a link or a pipe is left alone."""
    for number in range(30):
        keep_line(tmp_path, f"{number} " + "字" * 3_000)
    keep_line(tmp_path, "lone \udcff")
    keep_line(tmp_path, "x" * limits.CHAT_PAST_MAX_BYTES)
    past = tmp_path / "history"
    assert past.stat().st_size <= limits.CHAT_PAST_MAX_BYTES
    kept = read_past(tmp_path)
    assert (kept[-1], kept[-2][:2]) == ("lone \udcff", "29")
    assert 0 < len(kept) < 30
    past.write_bytes(b'{"a": 1}\nno json\n"good"\n' + b"[" * 100_000)
    assert read_past(tmp_path) == ("good",)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "history").symlink_to(past)
    keep_line(elsewhere, "astray")
    assert (read_past(elsewhere), read_past(tmp_path / "missing")) == ((), ())
    assert b"astray" not in past.read_bytes()
    (tmp_path / "twin").hardlink_to(past)
    assert read_past(tmp_path) == ()


@pytest.mark.parametrize("has_extra", [True, False])
def test_where_the_lines_come_from(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    has_extra: bool,
) -> None:
    """Editing on a terminal with the extra; without it, or through a pipe, plain lines."""
    from io import BytesIO, TextIOWrapper

    notes: list[str] = []
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO("再见\n".encode()), encoding="utf-8"))
    assert not typed_lines(tmp_path, notes.append).is_watched
    with monkeypatch.context() as closed:
        closed.setattr("sys.stdin", None)
        with pytest.raises(RequestError, match="no standard input"):
            typed_lines(tmp_path, notes.append)
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    if not has_extra:
        monkeypatch.setattr(typed, "find_spec", lambda _name: None)
    lines = typed_lines(None, notes.append)
    assert lines.is_watched
    assert isinstance(lines, EditedLines if has_extra else PlainLines)
    assert ("pip install 'sayso[chat]'" in "".join(notes)) is not has_extra
    if not has_extra:
        assert (lines.read(), lines.read()) == ("再见", None)
        assert capsys.readouterr().out == "> > "
