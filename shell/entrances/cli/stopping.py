"""Being told to stop: Ctrl-C, and the signals by which a system or a closed terminal ends us.

All of them end a command in the same orderly way: what is under way is rolled back, files without
a finished content vanish, connections are closed, and one line says so. Whoever sends a second
signal meanwhile ends the process at once; the store survives that as it survives any kill.
"""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

SIGNAL_BASE: Final = 128
# What each signal does once one of them has been obeyed. A hangup often comes together with
# another one, so it alone never insists; Windows has none.
INSISTENCE: Final = {
    "SIGINT": signal.SIG_DFL,
    "SIGTERM": signal.SIG_DFL,
    "SIGHUP": signal.SIG_IGN,
}


class Stopped(KeyboardInterrupt):
    """The process was told to stop; the exit code is what a shell gives for this signal."""

    def __init__(self, number: int) -> None:
        """Keep the signal's number."""
        super().__init__()
        self.exit_code = SIGNAL_BASE + number


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Let signals that would end the process raise Stopped in it, while the block lasts.

    A signal that is ignored (nohup) or that a host has taken for itself stays as it is. Only the
    main thread may ask for this; elsewhere nothing changes. A hangup that no longer insists stays
    ignored after the block, as the process that was told to stop still has that to say.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    taken = {
        number: kept
        for name in INSISTENCE
        if (number := getattr(signal, name, None)) is not None
        and (kept := signal.getsignal(number)) in (signal.SIG_DFL, signal.default_int_handler)
    }
    for number in taken:
        signal.signal(number, _stop)
    try:
        yield
    finally:
        for number, kept in taken.items():
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, kept)


def _stop(number: int, frame: FrameType | None) -> None:
    """Raise once; whoever asks a second time insists, but for a terminal that is gone."""
    del frame
    for name, then in INSISTENCE.items():
        asked = getattr(signal, name, None)
        if asked is not None and signal.getsignal(asked) == _stop:
            signal.signal(asked, then)
    raise Stopped(number)
