"""The commands of a chat: what each does, as the answer that is printed of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.catalog import Healthy
from sayso.core.chat.lines import CLEARING, Command, Verb, help_lines
from sayso.shell.entrances.cli import fields, lines
from sayso.shell.entrances.cli.answers import Answer, is_debugging
from sayso.shell.entrances.cli.recalling import found_fields, found_lines, found_notes
from sayso.shell.errors import RequestError
from sayso.shell.finding import parse_id

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sayso.shell.chat.talking import Chat


def carry_out(chat: Chat, command: Command) -> Answer:
    """Do what a command says; raises what the memory raises."""
    return _DOING[command.verb](chat, command.argument)


def _new(chat: Chat, _argument: str) -> Answer:
    renewed = chat.new()
    dropped = ("the proposal that waited for your word is dropped",) if renewed.had_pending else ()
    begun = f"thread {renewed.thread_id} begins; preferences, decisions and RAW turns are kept"
    warning = f"{lines.plural(renewed.failed, 'job')} of the old thread failed; /memory status"
    return Answer(
        fields={
            "thread": renewed.thread_id,
            "failed": renewed.failed,
            "dropped": renewed.had_pending,
        },
        lines=(*dropped, begun),
        notes=(f"{warning} tells why",) if renewed.failed else (),
    )


def _reset(chat: Chat, _argument: str) -> Answer:
    emptied = chat.reset()
    told = f"emptied: {', '.join(emptied)}" if emptied else "there was nothing to empty"
    return Answer(
        fields={"emptied": list(emptied)},
        lines=(told, f"memory, exports and past lines are kept; {CLEARING} deletes all memory"),
    )


def _recall(chat: Chat, argument: str) -> Answer:
    found = chat.memory.recall(argument)
    return Answer(
        fields=found_fields(argument, found),
        lines=tuple(found_lines(argument, found)),
        notes=found_notes(found),
    )


def _status(chat: Chat, _argument: str) -> Answer:
    report, debug = chat.memory.status(), is_debugging()
    return Answer(
        fields=fields.status_fields(report, debug=debug),
        lines=lines.status_lines(report, debug=debug),
    )


def _list(chat: Chat, _argument: str) -> Answer:
    listed = chat.memory.list()
    return Answer(
        fields=fields.listed_fields(listed),
        lines=lines.listed_lines(listed) or ("no memories in use",),
    )


def _show(chat: Chat, argument: str) -> Answer:
    shown = chat.memory.show(parse_id(argument))
    return Answer(fields=fields.shown_fields(shown), lines=lines.shown_lines(shown))


def _forget(chat: Chat, argument: str) -> Answer:
    number = parse_id(argument)
    changed = chat.memory.forget(number)
    said = "is forgotten" if changed else "was forgotten before"
    kept = f"the RAW turns are kept, and /memory show m{number} still tells"
    return Answer(
        fields={"id": fields.memory_id(number), "changed": changed},
        lines=(f"m{number} {said}; {kept}",),
    )


def _clear(chat: Chat, argument: str) -> Answer:
    if not argument:
        raise RequestError(
            "this deletes all memory of the project; nothing was deleted", f"confirm: {CLEARING}"
        )
    generation = chat.memory.clear(confirm=True)
    erased = not chat.memory.store.owes_cut
    begun = f"all memory is deleted; generation {generation} begins"
    owed = "another process is reading, so the deleted text is still on the disk"
    return Answer(
        fields={"generation": generation, "erased": erased},
        lines=(f"{begun}. Exports and past lines are kept",),
        notes=() if erased else (owed,),
    )


def _export(chat: Chat, _argument: str) -> Answer:
    path = chat.memory.export()
    is_whole = chat.memory.health == Healthy()
    return Answer(
        fields={"path": str(path), "complete": is_whole},
        lines=(str(path),),
        notes=() if is_whole else ("the store is degraded: this is what could be read of it",),
    )


def _help(_chat: Chat, _argument: str) -> Answer:
    told = help_lines()
    return Answer(fields={"commands": list(told)}, lines=told)


_DOING: Mapping[Verb, Callable[[Chat, str], Answer]] = {
    Verb.NEW: _new,
    Verb.RESET: _reset,
    Verb.RECALL: _recall,
    Verb.STATUS: _status,
    Verb.LIST: _list,
    Verb.SHOW: _show,
    Verb.FORGET: _forget,
    Verb.CLEAR: _clear,
    Verb.EXPORT: _export,
    Verb.HELP: _help,
}
