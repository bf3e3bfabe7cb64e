"""Command lines of hooks: written so that a shell reads them back, and read back exactly."""

from __future__ import annotations

import re
import shlex
from typing import Final

_BARE: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_-+=:,./")
_WITHIN_QUOTES: Final = frozenset('"$`\\!\n')
_NAME: Final = re.compile(r"[A-Za-z-]+")


def hook_command(program: str, event: str, host: str) -> str:
    """Give the command line of a hook, as a shell reads it."""
    return f"{shell_word(program)} hook {event} --host {host}"


def shell_word(text: str) -> str:
    r"""Write one word so that a POSIX shell, and for plain paths also cmd.exe, reads it as one.

    >>> print(shell_word("sayso"), shell_word("/opt/Li Hua/bin/sayso"), shell_word("/a$b/sayso"))
    sayso "/opt/Li Hua/bin/sayso" '/a$b/sayso'
    """
    if text and _BARE.issuperset(text):
        return text
    return shlex.quote(text) if _WITHIN_QUOTES.intersection(text) else f'"{text}"'


def read_hook_command(command: str) -> tuple[str, str, str] | None:
    """Read program, event and host from a command exactly as `hook_command` writes it.

    None for any other: what somebody else wrote is not run to try it.
    """
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    match words:
        case [program, "hook", event, "--host", host]:
            exact = hook_command(program, event, host) == command
            return (program, event, host) if exact and _NAME.fullmatch(event + host) else None
        case _:
            return None
