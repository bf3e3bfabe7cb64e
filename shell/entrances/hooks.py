"""The console script `sayso`.

It looks at the arguments before anything is imported. A hook of a coding agent is answered here,
since it runs before each prompt and whatever it imports is waited for; it ends with 0 whatever
happens. Everything else goes to the command line, and so does a hook that is asked for help.
"""

import os
import sys

HOOK = "hook"
HELP = ("--help", "-h")
HOST = "--host"
PIECE_BYTES = 1024 * 1024


def main() -> int:
    """Answer the arguments of this process; gives the exit code."""
    arguments = sys.argv[1:]
    if arguments[:1] == [HOOK] and not _is_of_a_person(arguments):
        # All is written and closed; taking the interpreter apart would cost as much as its start.
        os._exit(hook(arguments[1:]))
    try:
        from sayso.shell.entrances.cli.running import run
    except KeyboardInterrupt:
        return 130

    return run(arguments)


def _is_of_a_person(arguments: list[str]) -> bool:
    return any(one in HELP for one in arguments) or (len(arguments) == 1 and os.isatty(0))


def hook(arguments: list[str]) -> int:
    """Answer one event of a coding agent; nothing that happens here is shown to it or stops it."""
    event, host = named(arguments)
    _make_haste()
    try:
        _set_alarm()
        from sayso.shell.agents.hooking import answer_hook

        told = answer_hook(event, host, read_all(0))
        write_all(1, told.encode())
    except BaseException as error:  # noqa: BLE001 - an agent never waits or stops for its memory
        _note(host, event, error)
    return 0


def named(arguments: list[str]) -> tuple[str, str]:
    """Give the event and the host that the arguments name; the payload may name them as well."""
    event, host, is_host = "", "claude-code", False
    for one in arguments:
        if is_host:
            host, is_host = one, False
        elif one == HOST:
            is_host = True
        elif one.startswith(f"{HOST}="):
            host = one.partition("=")[2]
        elif not event and not one.startswith("-"):
            event = one
    return event, host


def read_all(file: int) -> bytes:
    """Read to the end of a file, and keep no more than any payload has."""
    from sayso.core.limits import HOOK_INPUT_MAX_BYTES

    pieces: list[bytes] = []
    size = 0
    while piece := os.read(file, PIECE_BYTES):
        size += len(piece)
        if size <= HOOK_INPUT_MAX_BYTES + PIECE_BYTES:
            pieces.append(piece)
    return b"".join(pieces)


def write_all(file: int, text: bytes) -> None:
    """Write a whole text, in as many pieces as a pipe takes."""
    while text:
        text = text[os.write(file, text) :]


def _make_haste() -> None:
    """Leave out what a process that ends at once does not need."""
    import gc

    from sayso.shell.entrances.later import put_off

    gc.disable()  # whatever is let go of goes with the process
    put_off("inspect")  # which dataclasses imports
    put_off("ipaddress")  # which pathlib brings along


def _set_alarm() -> None:
    """Give up before the agent does, whatever it is that takes so long."""
    import signal

    from sayso.core.limits import HOOK_ALARM_S

    def give_up(_number: int, _frame: object) -> None:
        raise TimeoutError(f"the hook took longer than {HOOK_ALARM_S} s")

    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(HOOK_ALARM_S)


def _note(host: str, event: str, error: BaseException) -> None:
    """Keep what no other place could."""
    try:
        from sayso.shell.agents.journal import note_fault

        note_fault(None, host, event, f"unexpected {type(error).__name__}: {error}")
    except BaseException:  # noqa: BLE001, S110 - there is nobody left to tell
        pass
