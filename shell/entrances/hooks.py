"""The console script `sayso`.

It looks at the arguments before anything is imported, so that whatever must be fast can be
answered here without the command line's own imports. Everything else goes to the command line.
"""

import sys


def main() -> int:
    """Answer the arguments of this process; gives the exit code."""
    try:
        from sayso.shell.entrances.cli.running import run
    except KeyboardInterrupt:
        return 130

    return run(sys.argv[1:])
