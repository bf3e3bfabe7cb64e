"""Commands that keep how a case was worked on: session start, step, finding, finish, list, show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sayso.core.printing import visible_line
from sayso.core.text import clip, one_line
from sayso.shell.entrances.cli.answers import Answer
from sayso.shell.entrances.cli.knowledge.place import (
    Pairs,
    Variant,
    field_lines,
    made_place,
    pairs_of,
    place_of,
    present_place,
)
from sayso.shell.entrances.cli.parameters import checked_text
from sayso.shell.errors import NotFoundError, RequestError

if TYPE_CHECKING:
    from sayso.core.knowledge.json_values import JsonObject

SHOWN_CHARS = 80
SessionId = Annotated[str, typer.Argument(metavar="ID", help="A session, as start gave it.")]


def start(
    context: typer.Context,
    case: Annotated[str, typer.Argument(metavar="CASE", help="The case that is worked on.")],
    problem: Annotated[str, typer.Argument(metavar="PROBLEM", help="What is seen.")],
    *,
    expected: Annotated[
        str, typer.Option("--expected", metavar="TEXT", help="What should be seen.")
    ] = "",
    variant: Variant = "",
) -> Answer:
    """Begin a session on a case; the answer is its id alone.

    It helps later where the case or the problem names the function.

    JSON: session_id.
    """
    from sayso.shell.knowledge.layer_files import start_session

    name = checked_text(case, "the case", may_be_empty=False)
    seen = checked_text(problem, "the problem", may_be_empty=False)
    wanted = checked_text(expected, "the expected", may_be_empty=True)
    made = start_session(made_place(context, variant).folder, name, seen, wanted)
    return Answer(fields={"session_id": made}, lines=(visible_line(made),))


def step(
    context: typer.Context,
    session: SessionId,
    step: Annotated[str, typer.Argument(metavar="STEP", help="What was done.")],
    detail: Annotated[str, typer.Argument(metavar="[DETAIL]", help="What came of it.")] = "",
    variant: Variant = "",
) -> Answer:
    """Note a step of a session.

    JSON: session_id.
    """
    from sayso.shell.knowledge.layer_files import log_step

    done = checked_text(step, "the step", may_be_empty=False)
    told = checked_text(detail, "the detail", may_be_empty=True)
    name = _named(session)
    log_step(present_place(context, variant).folder, name, done, told)
    return _done(name, "step noted")


def finding(
    context: typer.Context,
    session: SessionId,
    text: Annotated[
        str, typer.Argument(metavar="[TEXT]", help="What was found, kept under 'text'.")
    ] = "",
    *,
    pairs: Pairs = None,
    variant: Variant = "",
) -> Answer:
    """Note a finding of a session: a text, or fields by --set.

    JSON: session_id.
    """
    from sayso.shell.knowledge.layer_files import log_finding

    said = checked_text(text, "the finding", may_be_empty=True)
    found: dict[str, object] = dict(pairs_of(pairs))
    if said.strip() and "text" in found:
        raise RequestError("the finding has two texts", "give TEXT, or --set text=…")
    found |= {"text": said} if said.strip() else {}
    if not found:
        raise RequestError("the finding says nothing", "give TEXT, or --set KEY=VALUE")
    name = _named(session)
    log_finding(present_place(context, variant).folder, name, found)
    return _done(name, "finding noted")


def finish(
    context: typer.Context,
    session: SessionId,
    summary: Annotated[str, typer.Argument(metavar="SUMMARY", help="What came of it all.")],
    variant: Variant = "",
) -> Answer:
    """Close a session with its summary; closing it again replaces that.

    JSON: session_id.
    """
    from sayso.shell.knowledge.layer_files import finish_session

    told = checked_text(summary, "the summary", may_be_empty=False)
    name = _named(session)
    finish_session(present_place(context, variant).folder, name, told)
    return _done(name, "finished")


def list_sessions(context: typer.Context, variant: Variant = "") -> Answer:
    """List the sessions, by their ids.

    JSON: sessions[{session_id, case_id, problem, status, created_at}].
    """
    from sayso.shell.knowledge.layer_files import read_sessions

    place = place_of(context, variant)
    keys = ("session_id", "case_id", "problem", "status", "created_at")
    found = [{key: one.get(key) for key in keys} for one in read_sessions(place.folder)]
    told = place.absence or (() if found else ("no sessions",))
    return Answer(fields={"sessions": found}, lines=tuple(map(_line, found)), notes=told)


def show(context: typer.Context, session: SessionId, variant: Variant = "") -> Answer:
    """Show a session with its steps and findings.

    JSON: session{} (as its file has it).
    """
    from sayso.shell.knowledge.layer_files import session_file

    name = _named(session)
    found = place_of(context, variant).folder.read_object(session_file(name))
    if found is None:
        raise NotFoundError(f"no session {name}", "'sayso knowledge session list' names them")
    return Answer(fields={"session": found}, lines=tuple(field_lines(found)))


def _named(session: str) -> str:
    return checked_text(session, "the session", may_be_empty=False)


def _done(name: str, what: str) -> Answer:
    return Answer(fields={"session_id": name}, lines=(f"{visible_line(name)}: {what}",))


def _line(one: JsonObject) -> str:
    from sayso.core.knowledge.json_values import text_of

    problem = clip(visible_line(one_line(text_of(one, "problem"))), SHOWN_CHARS)
    status = visible_line(text_of(one, "status"))
    return f"{visible_line(text_of(one, 'session_id'))}  {status:<9}  {problem}"
