"""What `status` tells of the hooks of coding agents: when each last fired, and what went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli.lines import moment

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.shell.agents.journalled import Journal


def hook_fields(journal: Journal) -> Mapping[str, object]:
    """Give the field `hooks` of `status`; times are microseconds since the epoch."""
    return {
        "fired": [
            {"host": host, "event": event, "at": at_us} for host, event, at_us in _fired(journal)
        ],
        "faults": [
            {"at": one.at_us, "host": one.host, "event": one.event, "fault": one.fault}
            for one in journal.faults
        ],
    }


def hook_lines(journal: Journal) -> tuple[str, ...]:
    """Lay out the hooks, a line per host and one per fault; nothing where there is neither."""
    by_host: dict[str, list[str]] = {}
    for host, event, at_us in _fired(journal):
        by_host.setdefault(host, []).append(f"{event} {moment(at_us)}")
    faults = (
        visible_line(f"{one.host} {one.event} {moment(one.at_us)}: {one.fault}")
        for one in journal.faults
    )
    return (
        *(f"hooks       {host}: {', '.join(told)}" for host, told in by_host.items()),
        *(f"hook fault  {fault}" for fault in faults),
    )


def _fired(journal: Journal) -> tuple[tuple[str, str, int], ...]:
    """Give host, event and time of each hook that ever fired, in the order of their names."""
    named = ((name.partition("."), at_us) for name, at_us in sorted(journal.fired.items()))
    return tuple((host, event, at_us) for (host, _, event), at_us in named)
