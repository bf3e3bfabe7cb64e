"""The command that takes over a memory which came with its folder: trust."""

from __future__ import annotations

from typing import Final

import typer

from sayso.shell.entrances.cli.answers import Answer, asked_of
from sayso.shell.entrances.cli.lines import plural

DEGRADED_EXIT_CODE: Final = 3


def trust(context: typer.Context) -> Answer:
    """Take over a memory that came with its folder.

    A clone may bring one. It is checked as a whole first; what is damaged or deviates is not
    trusted. From then on models are told what stands in it as your own words: look at it before.

    Exit code 3 when it is not trusted.

    JSON: path, turns, memories, changed (false when it was trusted before), findings[].
    """
    from sayso.shell.trusting import trust_store

    done = trust_store(asked_of(context).project)
    held = f"{plural(done.turns, 'turn')}, {plural(done.memories, 'memory', 'memories')} in use"
    if done.findings:
        said = "trusted, but not sound" if done.changed else "not trusted"
        verdict = (f"{said}:", *(f"  {one}" for one in done.findings), f"  {done.remedy}")
    elif done.changed:
        verdict = ("checked as a whole, and trusted from now on",)
    else:
        verdict = ("checked as a whole; it was trusted before",)
    return Answer(
        fields={
            "path": str(done.path),
            "turns": done.turns,
            "memories": done.memories,
            "changed": done.changed,
            "findings": list(done.findings),
        },
        lines=(str(done.path), held, *verdict),
        exit_code=DEGRADED_EXIT_CODE if done.findings else 0,
    )
