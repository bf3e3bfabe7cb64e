"""The command that shows knowledge at work: demo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import typer

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli.answers import Answer
from sayso.shell.entrances.cli.knowledge.noticing import noticed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sayso.shell.knowledge.demo import Scene

OPENING: Final = (
    "sayso knowledge demo: a small source tree in C and Python, in a temporary folder.",
    "Nothing leaves this machine, and nothing stays on it.",
)
CLOSING: Final = "Now with your own code: sayso knowledge init, then sayso knowledge code learn"


def demo(context: typer.Context) -> Answer:
    """Show it all offline, on a small source tree.

    It is learned; two cases are worked on; the code drifts; what rests on it is withheld; a dream
    learns it anew.

    JSON: scenes[{title, lines[]}].
    """
    from sayso.shell.knowledge.demo import run_demo

    del context
    with noticed() as notes:
        scenes = run_demo()
    return Answer(
        fields={"scenes": [{"title": one.title, "lines": list(one.lines)} for one in scenes]},
        lines=tuple(_lines(scenes)),
        notes=tuple(notes),
    )


def _lines(scenes: Sequence[Scene]) -> Iterator[str]:
    yield from OPENING
    for number, scene in enumerate(scenes, start=1):
        yield ""
        yield f"{number}. {visible_line(scene.title)}"
        yield from (f"   {line}" for line in scene.lines)
    yield ""
    yield CLOSING
