"""Commands that keep a memory safe and whole: doctor, backup, restore, reindex."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli.answers import Answer, absence_note, asked_of, open_memory
from sayso.shell.entrances.cli.lines import moment, plural
from sayso.shell.entrances.cli.parameters import checked_path
from sayso.shell.entrances.cli.progress import Progress
from sayso.shell.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sayso.core.checkup.agents import Connection
    from sayso.core.checkup.findings import Finding
    from sayso.core.project.restoring import Holding
    from sayso.shell.doctor import Accepted, Checkup

BACKUP_NAME: Final = "the backup's path"
_EXIT_CODES: Final[Mapping[str, int]] = {"hint": 0, "warning": 1, "damage": 3}


def doctor(
    context: typer.Context,
    take: Annotated[
        bool,
        typer.Option(
            "--accept",
            help="Take what lies there for the truth, though the mark beside it says that "
            "something was lost.",
        ),
    ] = False,
) -> Answer:
    """Look at everything the memory rests on, and say what to do.

    The store is read whole, on a copy and in a process of its own. What coding agents are told to
    call is called, and stores nothing then. Nothing is repaired or written; only --accept writes,
    and only the mark, when everything but the mark is sound.

    Exit code 3 for damage, 1 for warnings, 0 for hints or nothing.

    JSON: findings[{severity, about, what, advice}], store{path, exists, id, generation,
    commits} (the last three null where they can't be read), agents[{host, scope, hook_file,
    server_file, fired_at}]. With --accept: path, commits, given_up (saved changes, null where that
    is not known), findings (that stay).
    """
    from sayso.core.checkup.findings import gravest_first
    from sayso.shell.agents.connected import check_connections
    from sayso.shell.doctor import accept, check_up

    if take:
        return _accepted(accept(asked_of(context).project))
    checkup = check_up(asked_of(context).project)
    agents, of_agents = check_connections(asked_of(context).project)
    findings = gravest_first((*checkup.findings, *of_agents))
    sound = "nothing is wrong: every page, word, quote and right was looked at"
    is_told = checkup.has_file or bool(checkup.findings)
    return Answer(
        fields={
            "findings": _finding_fields(findings),
            "store": _store_fields(checkup),
            "agents": [_agent_fields(one) for one in agents.connected],
        },
        lines=(
            *((sound,) if checkup.has_file and not checkup.findings else ()),
            *_finding_lines(findings),
            *map(_agent_line, agents.connected),
        ),
        notes=() if is_told else (absence_note(asked_of(context)),),
        exit_code=_exit_code(findings),
    )


def _store_fields(checkup: Checkup) -> dict[str, object]:
    standing = checkup.standing
    return {
        "path": str(checkup.path),
        "exists": checkup.has_file,
        "id": None if standing is None else standing.store_id,
        "generation": None if standing is None else standing.generation,
        "commits": None if standing is None else standing.commits,
    }


def _agent_fields(one: Connection) -> dict[str, object]:
    return {
        "host": one.host,
        "scope": one.scope,
        "hook_file": one.hook_file,
        "server_file": one.server_file,
        "fired_at": one.fired_at_us,
    }


def _agent_line(one: Connection) -> str:
    when = "has not fired yet" if one.fired_at_us is None else f"fired {moment(one.fired_at_us)}"
    return f"{'agent':<9}{one.host} ({one.scope}): {when}"


def _accepted(done: Accepted) -> Answer:
    lost = plural(done.given_up or 0, "saved change")
    return Answer(
        fields={
            "path": str(done.path),
            "commits": done.standing.commits,
            "given_up": done.given_up,
            "findings": _finding_fields(done.left),
        },
        lines=(
            "what lies there is the memory from now on",
            f"given up: {'whatever was there before' if done.given_up is None else lost}",
            *_finding_lines(done.left),
        ),
        exit_code=_exit_code(done.left),
    )


def _finding_fields(findings: Iterable[Finding]) -> list[dict[str, str]]:
    return [
        {
            "severity": one.severity.value,
            "about": one.about.value,
            "what": one.what,
            "advice": one.advice,
        }
        for one in findings
    ]


def _finding_lines(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Lay out findings: how bad and what it is, and below it what to do."""
    return tuple(
        line
        for one in findings
        for line in (
            f"{one.severity.value:<9}{visible_line(one.what)}",
            f"{'':9}{visible_line(one.advice)}",
        )
    )


def _exit_code(findings: tuple[Finding, ...]) -> int:
    """Give the code of the gravest finding, which comes first."""
    return _EXIT_CODES[findings[0].severity.value] if findings else 0


def backup(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A name that nothing has yet.")],
) -> Answer:
    """Copy the whole store to a new file, while others may write.

    The copy is one SQLite file, checked in every page and word before it gets its name. Nothing
    is ever overwritten. 'sayso restore' puts it back.

    JSON: path, bytes, turns, memories.
    """
    target = checked_path(file, BACKUP_NAME)
    with open_memory(asked_of(context), create=False) as memory, Progress("copying") as progress:
        made = memory.backup(target, progress.show)
    return Answer(
        fields={
            "path": str(made.path),
            "bytes": made.size_bytes,
            "turns": made.holding.turns,
            "memories": made.holding.memories,
        },
        lines=(str(made.path), f"{_held(made.holding)}, checked whole"),
    )


def restore(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of 'sayso backup'.")],
    confirm: Annotated[
        bool, typer.Option("--confirm", help="Really restore; without it nothing happens.")
    ] = False,
) -> Answer:
    """Put a backup in the place of all memory of the project.

    Works on a missing, a degraded and a healthy store, and while others have it open. The file
    is checked whole before anything is written. What was forgotten or cleared after the backup
    was made is there again.

    JSON: path, turns, memories, generation, given_up (saved changes since the backup, null where
    that is not known).
    """
    from sayso.shell.restoring import restore as put_back

    source = checked_path(file, BACKUP_NAME)
    if not confirm:
        raise RequestError(
            "restore puts the backup in the place of all memory; nothing was changed",
            f"confirm it with 'sayso restore {file} --confirm'",
        )
    done = put_back(source, asked_of(context).project, confirm=True)
    return Answer(
        fields={
            "path": str(done.path),
            "turns": done.holding.turns,
            "memories": done.holding.memories,
            "generation": done.generation,
            "given_up": done.given_up,
        },
        lines=(
            f"restored {_held(done.holding)}; generation {done.generation} begins",
            _given_up_line(done.given_up),
            "what was forgotten or cleared after the backup is there again: forget it anew",
        ),
    )


def reindex(
    context: typer.Context,
    anew: Annotated[
        bool,
        typer.Option("--all", help="Index everything anew, also what is up to date."),
    ] = False,
) -> Answer:
    """Bring the indexes of search and recall up to date.

    After an update of Sayso what is found may lag behind what is stored; a small store catches up
    when it is opened, a large one in the background or by this command. It goes in portions, so
    others may write meanwhile, and whoever breaks it off loses nothing: it goes on from there.

    JSON: turns, memories (that were indexed).
    """
    from sayso.shell.reindexing import reindex as make_anew

    with open_memory(asked_of(context), create=False) as memory:
        done = make_anew(memory.store, anew=anew)
    told = f"{plural(done.turns, 'turn')} and {plural(done.memories, 'memory', 'memories')}"
    return Answer(
        fields={"turns": done.turns, "memories": done.memories},
        lines=(
            f"indexed {told}" if done.turns or done.memories else "everything is indexed already",
        ),
    )


def _held(holding: Holding) -> str:
    turns = plural(holding.turns, "turn")
    memories = plural(holding.memories, "memory", "memories")
    newest = (
        "" if holding.newest_at_us is None else f", the newest of {moment(holding.newest_at_us)}"
    )
    return f"{turns}{newest}, {memories} in use"


def _given_up_line(given_up: int | None) -> str:
    if given_up is None:
        return "given up: whatever was there before"
    return f"given up: {plural(given_up, 'saved change')} since the backup"
