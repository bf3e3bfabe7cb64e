"""The chat as a program: lines in, answers out, and an orderly end.

While it runs a worker turns finished turns into memory. At the end what is unresolved is tried once
more; what fails then waits for the next start, with a warning, and the program ends (A288-A295).
"""

from __future__ import annotations

import signal
import threading
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from sayso.core.chat.exchange import POLICY
from sayso.core.chat.lines import Command, Words, Wrong, read_line, words_of
from sayso.core.chat.sitting import after_end, after_interruption, after_line
from sayso.core.diagnostics import AGAIN, render_fault
from sayso.core.model import Purpose
from sayso.core.project.classifying import tell_route
from sayso.shell.chat.talking import Unanswered
from sayso.shell.entrances.chat.commands import carry_out
from sayso.shell.entrances.cli.answers import Answer, is_debugging
from sayso.shell.entrances.cli.fields import shown_error, turn_id
from sayso.shell.entrances.cli.lines import plural
from sayso.shell.entrances.cli.running import Fault, fault_of, print_answer, print_note, tell_fault
from sayso.shell.entrances.cli.stopping import Stopped
from sayso.shell.errors import RequestError, SaysoError, StageFaultError
from sayso.shell.worker import count_open

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.shell.background import Background
    from sayso.shell.chat.talking import Chat
    from sayso.shell.entrances.chat.typed import Typed
    from sayso.shell.entrances.cli.answers import Asked
    from sayso.shell.worker import Step

ENDING: Final = "Ctrl-C again or Ctrl-D ends the chat"
GREETING: Final = "/help lists the commands, Ctrl-D ends the chat"
REQUEST: Final = "the request"
LAST_STEPS: Final = 8  # of the worker beside the chat


class Program:
    """One chat from its first line to its end."""

    def __init__(self, chat: Chat, typed: Typed, asked: Asked) -> None:
        """Talk through `chat` with what is typed."""
        self._chat = chat
        self._typed = typed
        self._asked = asked
        self._answers = 0
        self._faults: list[int] = []
        self._steps: deque[Step] = deque(maxlen=LAST_STEPS)
        self._under_way = ""

    def run(self) -> Answer:
        """Talk until the end of the input, then bring memory up to date.

        Whatever else ends it, a signal above all, ends it at once: no job is waited for.
        """
        with interruptible():
            background = self._chat.memory.background(self._steps.append)
            background.start()
            if self._typed.is_watched:
                self._note(f"{self._chat.model_name}; {GREETING}")
            while not self._chat.sitting.is_over:
                self._turn()
            return self._end(background)

    def _turn(self) -> None:
        """Take one line and answer it; a fault is told, and the chat goes on."""
        self._under_way = ""
        try:
            line = self._typed.read()
            if line is None:
                self._chat.sitting = after_end(self._chat.sitting)
            else:
                self._chat.sitting = after_line(self._chat.sitting)
                self._answer(line)
        except SaysoError as error:
            self._faults.append(error.exit_code)
            tell_fault(fault_of(error), self._asked, error)
        except Stopped:
            raise
        except KeyboardInterrupt:
            if not self._typed.is_watched:
                raise
            self._chat.sitting = after_interruption(self._chat.sitting)
            if not self._chat.sitting.is_over:
                self._note(f"{self._ended()}{ENDING}")

    def _answer(self, line: str) -> None:
        match read_line(line):
            case Words(text=text):
                self._under_way = REQUEST
                self._say(text)
            case Command() as command:
                self._under_way = words_of(command.verb)
                print_answer(carry_out(self._chat, command), self._asked)
            case Wrong(message=message, hint=hint):
                raise RequestError(message, hint)
            case None:
                return

    def _ended(self) -> str:
        """Say what an interruption has ended, if anything, and whether something is kept of it."""
        if not self._under_way:
            return ""
        is_kept = self._under_way == REQUEST and self._chat.is_kept
        return f"{self._under_way} is ended{', your words are kept' if is_kept else ''}; "

    def _say(self, text: str) -> None:
        said = self._chat.say(text)
        if said.classified.reason and is_debugging():
            self._note(tell_route(said.classified))
        if isinstance(said, Unanswered):
            self._faults.append(StageFaultError.exit_code)
            tell_fault(model_fault(said), self._asked)
            return
        self._answers += 1
        fields = {
            "answer": said.answer,
            "turn_id": None if said.turn_id is None else turn_id(said.turn_id),
            "intent": said.classified.intent,
            "reason": shown_error(said.classified.reason or None, debug=is_debugging()),
        }
        print_answer(Answer(fields=fields, lines=(said.answer,)), self._asked)

    def _end(self, background: Background) -> Answer:
        """Try once what is unresolved; what stays is told, and ends the program all the same."""
        pending, warnings = 0, []
        try:
            pending = self._bring_up_to_date(background)
        except SaysoError as error:
            warnings.append(f"memory is not up to date: {error.message}")
        if pending:
            left = f"{plural(pending, 'job')} left for the next start"
            warnings.append(f"memory is not up to date, {left}; 'sayso status' tells why")
        faults = () if self._typed.is_watched else tuple(self._faults)
        return Answer(
            fields={
                "answers": self._answers,
                "failed": len(self._faults),
                "pending": pending,
                "warnings": warnings,
            },
            lines=(),
            notes=tuple(warnings),
            exit_code=faults[0] if faults else 0,
        )

    def _bring_up_to_date(self, background: Background) -> int:
        """Let the worker end its step, then try the rest; gives how many jobs stay.

        A model that fails even the worker's last step is not asked again.
        """
        store = self._chat.memory.store
        waiting = count_open(store)[0]
        if waiting and self._typed.is_watched:
            jobs = plural(waiting, "job")
            self._note(f"bringing memory up to date, {jobs}; Ctrl-C leaves them for later")
        self._steps.clear()
        background.stop()
        if any(step.model_failed for step in self._steps):
            return count_open(store)[0]
        return self._chat.end().pending

    def _note(self, note: str) -> None:
        if not self._asked.json:
            print_note(note)


def model_fault(said: Unanswered) -> Fault:
    """Tell why no answer came: in short, or RAW to a debugging reader (A270-A273)."""
    raw = render_fault(said.fault, Purpose.CHAT, POLICY)
    told = shown_error(raw, debug=is_debugging()) or ""
    return Fault(
        code="model_failed",
        message=f"no answer: {told.replace(AGAIN, 'try again')}",
        hint="" if said.turn_id is None else "your words are kept",
        exit_code=StageFaultError.exit_code,
    )


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C end a request instead of the program, while the block lasts.

    Where it is ignored, or in any other thread than the main one, nothing changes.
    """
    kept = signal.getsignal(signal.SIGINT)
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or kept in (signal.SIG_IGN, None):
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, kept)
