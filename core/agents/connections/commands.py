"""Command lines of hooks: written so that a shell reads them back, and read back exactly."""

from __future__ import annotations

import re
import shlex
from typing import Final

from sayso.core.agents.connections.edits import runs_sayso

_BARE: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_-+=:,./")
_WITHIN_QUOTES: Final = frozenset('"$`\\!\n')
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z-]*")
_OPERATORS: Final = "();<>|&\n"
_EXPANDED: Final = frozenset("$`*?[]{}#")  # a shell reads more than stands there
_ASSIGNED: Final = re.compile(r"\s*\w+\+?=")


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
            is_named = _NAME.fullmatch(event) and _NAME.fullmatch(host)
            return (program, event, host) if exact and is_named else None
        case _:
            return None


def is_our_command(command: str) -> bool:
    """Tell whether a whole command line is `PROGRAM hook EVENT [--host HOST]`, the program Sayso.

    Quotes and blanks may differ from ours; one more word, operator, or comment makes it foreign.

    >>> is_our_command("/opt/sayso hook Stop"), is_our_command("echo sayso hook Stop")
    (True, False)
    """
    is_exact = read_hook_command(command) is not None
    match shlex.split(command) if is_exact else _words(command):
        case [program, "hook", event]:
            names = [event]
        case [program, "hook", event, "--host", host]:
            names = [event, host]
        case _:
            return False
    is_named = all(_NAME.fullmatch(name) for name in names)
    return is_named and runs_sayso(program) and not _ASSIGNED.match(command)


def _words(command: str) -> list[str]:
    """Split a command line that a shell takes as it stands; no words for any other."""
    if _EXPANDED.intersection(command):
        return []
    lexer = shlex.shlex(command, posix=True, punctuation_chars=_OPERATORS)
    lexer.whitespace, lexer.whitespace_split = " \t", True
    lexer.commenters = lexer.escape = ""  # the backslashes of a path stay
    try:
        return list(lexer)
    except ValueError:
        return []
