"""Writes docs/cli.md from the application itself: `python -m sayso.shell.entrances.cli.reference`.

With `--check` nothing is written; the exit code is 1 when the file no longer says what the
program does.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from typer.core import TyperGroup

from sayso.shell.entrances.cli.answers import Asked
from sayso.shell.entrances.cli.app import command
from sayso.shell.entrances.cli.running import PROGRAM

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH_CHARS: Final = 92
PREAMBLE: Final = """\
# The command line

Generated from the program by `make docs`; `make check` fails when it is out of date.

Options of `sayso` itself stand before the command, `--json` before or after it. With `--json`
every command prints one line on stdout:

```json
{"status":"ok","data":{}}
{"status":"error","error":{"code":"not_found","message":"…","hint":"…"}}
```

The text after "JSON:" in a command's help names the fields of `data`. Ids are texts with a letter
(`m12` a memory, `t40` a turn, `j3` a job), times are whole microseconds since the epoch, and
offsets count code points. Without `--json` an error is one line on stderr: what, why, and what to
do. Control characters of remembered text are shown as escapes and never reach the terminal.

| exit code | meaning |
|---|---|
| 0 | done; an empty result is a result |
| 1 | not found, refused by a rule, partly failed, or a doctor's warning (the data says what) |
| 2 | wrong usage, bad id, missing `--confirm` |
| 3 | the store is degraded, or is somebody else's database |
| 4 | the model or the network failed |
| 5 | storage error, or a commit of which it is not known whether it was saved |
| 130, 143, 129 | told to stop: by Ctrl-C, by SIGTERM, by SIGHUP |

Commands that only look never create a store. `SAYSO_DEBUG=true` shows errors whole, with their
traceback.

Of layered knowledge, fields are given as its files have them, with times as texts in UTC, and the
ids of its sessions and patterns have no letter.
"""


def render_reference() -> str:
    """Render the whole page: the global help, then every command in the order of the help."""
    group = command()
    with group.make_context(PROGRAM, [], obj=Asked(), max_content_width=WIDTH_CHARS) as top:
        top.terminal_width = WIDTH_CHARS
        parts = [PREAMBLE, _block(PROGRAM, group.get_help(top))]
        left = [(top, group.commands[name]) for name in reversed(group.list_commands(top))]
        while left:
            above, part = left.pop()
            context = type(top)(part, info_name=part.name, parent=above, terminal_width=WIDTH_CHARS)
            parts.append(_block(context.command_path, part.get_help(context)))
            if isinstance(part, TyperGroup):
                names = reversed(part.list_commands(context))
                left.extend((context, part.commands[name]) for name in names)
    return "\n".join(parts)


def _block(title: str, text: str) -> str:
    body = "\n".join(line.rstrip() for line in text.splitlines())
    return f"## {title}\n\n```text\n{body}\n```\n"


def main(arguments: Sequence[str]) -> int:
    """Write the page below the current folder, or only check it; gives the exit code."""
    path = Path("docs", "cli.md")
    page = render_reference()
    if "--check" not in arguments:
        path.write_text(page, encoding="utf-8")
        return 0
    if path.exists() and path.read_text(encoding="utf-8") == page:
        return 0
    print(f"{path} is out of date: run 'make docs'", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
