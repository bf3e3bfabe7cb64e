"""What knowledge warns of while a command works, as notes beside its answer.

Reading goes on without what can't be used, and says so in the log; a person at a terminal has no
log, so the warnings come with the answer, made safe like everything else.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

WATCHED: Final = "sayso.shell.knowledge"


class _Listener(logging.Handler):
    def __init__(self, heard: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        """Take a warning over, once."""
        text = record.getMessage()
        if text not in self._heard:
            self._heard.append(text)


@contextmanager
def noticed() -> Iterator[list[str]]:
    """Collect warnings of knowledge instead of printing them."""
    heard: list[str] = []
    listener, logger = _Listener(heard), logging.getLogger(WATCHED)
    before = logger.propagate
    logger.addHandler(listener)
    logger.propagate = False
    try:
        yield heard
    finally:
        logger.propagate = before
        logger.removeHandler(listener)
