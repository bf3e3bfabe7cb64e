"""What the rule of freshness looks at, made from what the disk and the host say."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.code_merge import META
from sayso.core.knowledge.freshness import CONCERNS, Cause, Drift, Unusable
from sayso.core.knowledge.json_values import object_of
from sayso.shell.errors import KnowledgeDamagedError
from sayso.shell.knowledge.layer_files import code_file

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.knowledge.freshness import Summary
    from sayso.shell.knowledge.folder import Folder
    from sayso.shell.knowledge.sources import Snapshot

log: Final = logging.getLogger(__name__)
OF_CODE: Final = tuple(one.value for one, causes in CONCERNS.items() if Cause.CODE in causes)


def signatures_of(folder: Folder, seen: Snapshot, scopes: Iterable[str]) -> dict[str, str]:
    """Sign the sources as they are, by scope.

    A category rests on all sources; a function rests on those that its code knowledge names in
    `source_hashes`. Of one that names none the signature is not known.
    """
    whole = dict.fromkeys(OF_CODE, seen.signature)
    own = {}
    for scope in scopes:
        category, colon, function = scope.partition(":")
        paths = _sources_of(folder, function) if colon and category in OF_CODE else ()
        if paths:
            own[scope] = seen.of(paths)
    return {**whole, **own}


def joined(told: Summary, measured: Summary | None) -> Summary:
    """Join what the host says of drift with what was measured (None: there is no baseline).

    Either's word that something changed counts, and so does the host's that it knows nothing.
    """
    if measured is None or isinstance(told, Unusable):
        return told
    if isinstance(told, Drift) and isinstance(measured, Drift):
        return Drift(causes=told.causes | measured.causes)
    return measured


def _sources_of(folder: Folder, function: str) -> tuple[str, ...]:
    try:
        known = folder.read_object(code_file(function)) or {}
    except KnowledgeDamagedError as error:
        log.warning("%s", error.message)
        return ()
    return tuple(object_of(object_of(known, META), "source_hashes"))
