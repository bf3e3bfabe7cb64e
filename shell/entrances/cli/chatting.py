"""The command that talks: chat."""

from __future__ import annotations

import typer

from sayso.shell.entrances.cli.answers import Answer, asked_of, open_memory
from sayso.shell.errors import RequestError


def chat(context: typer.Context) -> Answer:
    """Talk with the configured model, which has this memory.

    Lines are read from the terminal, or from a pipe one request a line. /help lists the commands;
    Ctrl-C ends a request, Ctrl-D the chat. Needs SAYSO_PROVIDER; pip install 'sayso[chat]' adds
    editing. Through a pipe the exit code is that of the first request that failed: 4 when the model
    or the network did.

    JSON: one envelope per line: answer, turn_id (null for an intent without memory), intent,
    reason (why the classifier was not followed, or null); a command has its own fields. At the
    end: answers, failed, pending, warnings[].
    """
    asked = asked_of(context)
    from sayso.shell.settings import EMBEDDED, load_settings, remote_model

    settings = load_settings()
    if settings.provider == EMBEDDED:
        raise RequestError(
            "a chat needs a language model, and none is configured",
            "set SAYSO_PROVIDER to openai or anthropic, SAYSO_MODEL, and SAYSO_API_KEY or "
            "SAYSO_BASE_URL",
        )
    model = remote_model(settings)
    from sayso.shell.chat.talking import Chat
    from sayso.shell.entrances.chat.program import Program
    from sayso.shell.entrances.chat.typed import typed_lines
    from sayso.shell.entrances.cli.running import print_note

    with open_memory(asked, create=True, model=model) as memory:
        path = memory.store.path
        typed = typed_lines(None if path is None else path.parent, print_note)
        return Program(Chat(memory, model), typed, asked).run()
