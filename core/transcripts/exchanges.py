"""What every reader makes of a log, and how it becomes sessions: exchanges in, sessions out.

Source ids: the log's own where it has one, else derived from the words and from how many turns
with the same words came before in that session. So importing again, also from a file that has
grown or lost a turn elsewhere, gives the same ids, and two equal messages stay two turns.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from sayso.core.transcripts.records import LoggedSession, LoggedTurn

if TYPE_CHECKING:
    from collections.abc import Iterable

_HASH_CHARS: Final = 32
_MARK_BYTES: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A turn as read, before its session is known whole; `source_id` None means derive one.

    `line` is where the prompt stands, 1-based: turns come when they are over, so those of two
    sessions may come in another order than they were begun.
    """

    line: int
    session_id: str
    folder: str | None
    source_id: str | None
    user_text: str
    assistant_text: str
    at_us: int | None
    intent: str | None = None
    after_gap: bool = False


def mark(*names: str) -> int:
    """Shorten names that must be told apart, of which a large log holds hundreds of thousands."""
    digest = hashlib.blake2b(digest_size=_MARK_BYTES)
    for name in names:
        raw = name.encode(errors="surrogatepass")
        digest.update(len(raw).to_bytes(8, "big"))
        digest.update(raw)
    return int.from_bytes(digest.digest(), "big")


class TurnNames:
    """Gives the turns of one file their source ids, turn by turn in the file's order."""

    def __init__(self) -> None:
        """Begin a file, in which nothing has come before."""
        self._repeats: Counter[int] = Counter()

    def name(self, exchange: Exchange) -> LoggedTurn:
        """Give a turn its source id, counting the words it is derived from."""
        source_id = exchange.source_id
        if source_id is None:
            words = _hash_words(exchange.user_text)
            place = mark(exchange.session_id, words)
            self._repeats[place] += 1
            source_id = f"{words}-{self._repeats[place]}"
        return LoggedTurn(
            source_id=source_id,
            user_text=exchange.user_text,
            assistant_text=exchange.assistant_text,
            at_us=exchange.at_us,
            intent=exchange.intent,
            after_gap=exchange.after_gap,
        )


def group_sessions(exchanges: Iterable[Exchange]) -> tuple[LoggedSession, ...]:
    """Put exchanges into sessions, in the order in which each stretch of a session began."""
    stretches: list[tuple[int, str, str | None, list[LoggedTurn]]] = []
    latest: dict[str, tuple[str | None, list[LoggedTurn]]] = {}
    names = TurnNames()
    for exchange in exchanges:
        session_id, folder = exchange.session_id, exchange.folder
        if session_id not in latest or latest[session_id][0] != folder:
            latest[session_id] = (folder, [])
            stretches.append((exchange.line, session_id, *latest[session_id]))
        latest[session_id][1].append(names.name(exchange))
    return tuple(
        LoggedSession(session_id=session_id, folder=folder, turns=tuple(turns))
        for _, session_id, folder, turns in sorted(stretches, key=itemgetter(0))
    )


def _hash_words(text: str) -> str:
    """Hash a text the same whichever line ends a checkout gave the file."""
    words = text.replace("\r\n", "\n").encode()
    return hashlib.sha256(words).hexdigest()[:_HASH_CHARS]
