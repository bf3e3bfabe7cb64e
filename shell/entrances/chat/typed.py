"""Where the lines of a chat come from: a terminal with editing and past lines, or plain lines.

Bytes that are no UTF-8 come as lone surrogates; the memory refuses them with their place, and the
chat goes on. The end of the input is the end of the chat.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, Protocol

from sayso.core import limits
from sayso.core.transcripts.lines import UTF8_MARK
from sayso.shell.entrances.chat.past import keep_line, read_past
from sayso.shell.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import BinaryIO

PROMPT: Final = "> "
EXTRA_NOTE: Final = "pip install 'sayso[chat]' adds editing and past lines"
# A line of the largest turn, with its end.
LINE_MAX_BYTES: Final = limits.TURN_MAX_BYTES + 2


class Typed(Protocol):
    """Gives one line after the other."""

    @property
    def is_watched(self) -> bool:
        """Whether somebody sits there."""

    def read(self) -> str | None:
        """Give the next line without its end, None at the end of the input.

        Raises KeyboardInterrupt for Ctrl-C, and RequestError for a line that no turn can hold.
        """


class PlainLines:
    """Lines of a stream, as a pipe or a terminal without the extra gives them."""

    def __init__(self, stream: BinaryIO, *, is_watched: bool) -> None:
        """Read from a stream; a person who watches is shown where to type."""
        self._stream = stream
        self.is_watched = is_watched
        self._is_first = True

    def read(self) -> str | None:
        """Give the next line; one that is too long is passed over and told."""
        if self.is_watched:
            print(PROMPT, end="", flush=True)
        raw = self._stream.readline(LINE_MAX_BYTES + 1)
        if not raw:
            return None
        if len(raw) > LINE_MAX_BYTES:
            while raw and not raw.endswith(b"\n"):
                raw = self._stream.readline(LINE_MAX_BYTES)
            raise RequestError(
                f"the line is longer than {limits.TURN_MAX_BYTES} bytes", "say it in parts"
            )
        if self._is_first:
            raw = raw.removeprefix(UTF8_MARK)
        self._is_first = False
        return raw.decode("utf-8", "surrogateescape").rstrip("\r\n")


class EditedLines:
    """Lines typed in a terminal with editing; past ones come back with the arrow keys."""

    is_watched = True

    def __init__(self, folder: Path | None) -> None:
        """Begin with the past lines of a project's own folder, None for none."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory

        past = () if folder is None else read_past(folder)
        self._folder = folder
        self._session: PromptSession[str] = PromptSession(history=InMemoryHistory(past))

    def read(self) -> str | None:
        """Give the next line, which is kept for later chats."""
        try:
            text = self._session.prompt(PROMPT)
        except EOFError:
            return None
        if self._folder is not None and text.strip():
            keep_line(self._folder, text)
        return text


def typed_lines(folder: Path | None, note: Callable[[str], None]) -> Typed:
    """Choose: editing on a terminal that has the extra, plain lines everywhere else.

    Raises RequestError where there is no standard input at all.
    """
    if sys.stdin is None:  # it was closed before the program began
        raise RequestError("there is no standard input to read from", "open it or use a pipe")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return PlainLines(sys.stdin.buffer, is_watched=False)
    if find_spec("prompt_toolkit") is None:
        note(EXTRA_NOTE)
        return PlainLines(sys.stdin.buffer, is_watched=True)
    return EditedLines(folder)
