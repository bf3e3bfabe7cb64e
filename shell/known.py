"""Which turns of a log a store has already: by their source keys, or told live by hooks."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from sayso.core.project.heard import heard_keys
from sayso.core.project.importing import ImportState, ThreadEnd
from sayso.core.raw import text_sha256
from sayso.shell.store.rows import json_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sayso.core.project.importing import Portion
    from sayso.core.project.keying import KeyedTurn
    from sayso.shell.logsessions import WaitingSession
    from sayso.shell.store.reading import Guarded, Reading

_ASKED_MAX: Final = 200  # keys in one question
_HASH_BYTES: Final = 32


def import_state(
    reading: Reading, guard: Guarded, portions: Iterable[Portion], heard: frozenset[str]
) -> ImportState:
    """Read what the store knows of portions of sessions; `heard` was found before (heard_in)."""
    some = tuple(portions)
    known = _known_keys(reading, [turn.key for portion in some for turn in portion.turns])
    keys = dict.fromkeys(portion.thread_key for portion in some)
    ends = ((key, _thread_end(reading, key)) for key in keys)
    return ImportState(
        scope_id=guard.scope_id,
        threads={key: end for key, end in ends if end is not None},
        known=frozenset(known),
        unanswered={key: number for key, (number, is_open) in known.items() if is_open},
        heard=heard,
        next_thread_id=reading.next_id("threads"),
        next_turn_id=guard.next_turn_id,
    )


def _known_keys(reading: Reading, keys: Iterable[str]) -> dict[str, tuple[int, bool]]:
    """Give the keys that are stored, each with its turn and whether that has no answer yet."""
    rows = reading.rows("turns/by_source_keys", keys=json_of(list(keys)))
    return {row[0]: (row[1], bool(row[2])) for row in rows}


def _thread_end(reading: Reading, thread_key: str) -> ThreadEnd | None:
    thread = reading.row("turns/thread_by_source", source_key=thread_key)
    if thread is None:
        return None
    last = reading.rows("turns/last", thread_id=thread[0])[0]
    return ThreadEnd(thread_id=thread[0], sequence=last[0], session=last[1], key=last[2])


def heard_in(
    reading: Reading,
    sessions: Iterable[WaitingSession],
    said: Callable[[Iterable[int]], Iterator[tuple[str, bytes]]],
) -> frozenset[str]:
    """Give the keys of turns that hooks have stored live; one look for each session.

    All sessions are looked at before the first goes in: one that was resumed or forked begins with
    copies of turns that only the other's live turns tell of. `said` reads turns where they wait.
    """
    scope_id = reading.guard().scope_id
    parts: dict[str, list[WaitingSession]] = {}
    for one in sessions:
        if one.head.live_session:
            parts.setdefault(one.head.live_session, []).append(one)
    heard: set[str] = set()
    for session, waiting in parts.items():
        rows = reading.rows("turns/live_words", scope_id=scope_id, session=session)
        if rows:
            logged = chain.from_iterable(said(one.places) for one in waiting)
            heard |= heard_keys(logged, [row[0] for row in rows])
    return frozenset(heard)


class KeyCount:
    """Keeps of the turns of a dry run what is needed to count them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._keys: list[str] = []
        self._words = bytearray()

    def add(self, turn: KeyedTurn) -> int:
        """Note a turn; it is found again by its place, without its words."""
        self._keys.append(turn.key)
        self._words += text_sha256(turn.logged.user_text)
        return len(self._keys) - 1

    def count(self, reading: Reading | None, sessions: Iterable[WaitingSession]) -> tuple[int, int]:
        """Give (new, known): a turn that two logs hold counts once as new; None: no store."""
        keys = set(self._keys)
        known: set[str] = set()
        if reading is not None:
            known.update(heard_in(reading, sessions, self._said))
            left = iter(keys)
            while some := tuple(islice(left, _ASKED_MAX)):
                known.update(_known_keys(reading, some))
        new = len(keys - known)
        return new, len(self._keys) - new

    def _said(self, places: Iterable[int]) -> Iterator[tuple[str, bytes]]:
        """Give the keys of turns, each with the hash of the user's words, as a spool does."""
        for place in places:
            start = place * _HASH_BYTES
            yield self._keys[place], bytes(self._words[start : start + _HASH_BYTES])
