"""A line of the chat: words for the model, or a command that begins with a slash.

Every command stands in one table, which is also what /help tells. A command that is not there is
refused with a reason and never put to the model; who means a slash literally begins the line with
a space. Paths such as /usr/bin are no commands: their first part goes on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sayso.core.text import clip, fold

_HEAD: Final = re.compile(r"/[^\s/]*(?=\s|$)")
_SHOWN_MAX_CHARS: Final = 40


class Verb(StrEnum):
    """What a command does."""

    NEW = "new"
    RESET = "reset"
    RECALL = "recall"
    STATUS = "status"
    LIST = "list"
    SHOW = "show"
    FORGET = "forget"
    CLEAR = "clear"
    EXPORT = "export"
    HELP = "help"


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """A command as it is written: its words, what follows them, and what it does."""

    verb: Verb
    words: str
    takes: str = ""
    says: str


CONFIRM: Final = "--confirm"
WORDS: Final = "WORDS"
CLEARING: Final = f"/memory clear {CONFIRM}"
USAGES: Final = (
    Usage(verb=Verb.NEW, words="/new", says="begin a new thread; preferences and decisions stay"),
    Usage(verb=Verb.RESET, words="/reset", says="drop what the program itself holds; memory stays"),
    Usage(verb=Verb.RECALL, words="/recall", takes=WORDS, says="find where something was said"),
    Usage(verb=Verb.STATUS, words="/memory status", says="health, counts and the last error"),
    Usage(verb=Verb.LIST, words="/memory list", says="the memories in use, newest first"),
    Usage(verb=Verb.SHOW, words="/memory show", takes="ID", says="one memory with its proof"),
    Usage(verb=Verb.FORGET, words="/memory forget", takes="ID", says="forget one memory for good"),
    Usage(verb=Verb.CLEAR, words="/memory clear", takes=CONFIRM, says="delete all memory"),
    Usage(verb=Verb.EXPORT, words="/memory export", says="write everything to a new JSON file"),
    Usage(verb=Verb.HELP, words="/help", says="this list; Ctrl-D ends the chat"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What the user says, to the character."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command with what followed its words."""

    verb: Verb
    argument: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """A line that looks like a command and is none: why, and what to do."""

    message: str
    hint: str


def read_line(line: str) -> Words | Command | Wrong | None:
    """Read a line; None for a blank one. A slash of full width counts as one.

    >>> read_line("/memory show m1")
    Command(verb=<Verb.SHOW: 'show'>, argument='m1')
    """
    if not line.strip():
        return None
    folded = fold(line)
    head = _HEAD.match(folded)
    if head is None:
        return Words(text=line)
    said = folded.lower().split()
    for usage in USAGES:
        words = usage.words.split()
        if said[: len(words)] == words:
            return _read_command(usage, line.split()[len(words) :])
    if head.group().lower() == "/memory":
        ways = ", ".join(one.words.split()[1] for one in USAGES if one.words.startswith("/memory "))
        return Wrong(message="/memory takes one of its own commands", hint=ways)
    return Wrong(
        message=f"there is no command {clip(head.group(), _SHOWN_MAX_CHARS)}",
        hint="/help lists them; begin with a space what is meant for the model",
    )


def _read_command(usage: Usage, rest: list[str]) -> Command | Wrong:
    match rest:
        case []:
            may_stand_alone = usage.takes in ("", CONFIRM)
        case [_] if usage.takes == "ID":
            may_stand_alone = True
        case [_, *_] if usage.takes == WORDS:
            may_stand_alone = True
        case [word]:
            may_stand_alone = word == usage.takes
        case _:
            may_stand_alone = False
    if may_stand_alone:
        return Command(verb=usage.verb, argument=" ".join(rest))
    takes = f"takes {usage.takes} and nothing else" if usage.takes else "takes nothing"
    if usage.takes == WORDS:
        takes = "takes the words to look for"
    return Wrong(message=f"{usage.words} {takes}", hint="see /help")


def words_of(verb: Verb) -> str:
    """Give a command as it is written, without what follows it."""
    return next(one.words for one in USAGES if one.verb is verb)


def help_lines() -> tuple[str, ...]:
    """Lay the commands out, one a line."""
    written = [(f"{one.words} {one.takes}".strip(), one.says) for one in USAGES]
    width = max(len(words) for words, _says in written) + 2
    return tuple(f"{words:<{width}}{says}" for words, says in written)
