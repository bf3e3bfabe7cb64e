"""Which turns of a log are stored as live ones, because the agent's hooks told them as they came.

A live turn bears no key of its log, so a session's words tell: the longest row of them that log
and store have in the same order is what was heard, and a live turn stands for one logged turn at
most. Where it could stand for either of two, it is the later one, since hooks that were set up in
the middle of a session have heard its end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def heard_keys(logged: Iterable[tuple[str, bytes]], live: Sequence[bytes]) -> frozenset[str]:
    """Give the keys of one session's logged turns that are stored live.

    `logged` are keys with the hashes of the user's words, in the log's order, where a key may come
    again; `live` are the hashes of the session's live turns, oldest first.

    >>> sorted(heard_keys([("a", b"go on"), ("b", b"tabs"), ("c", b"go on")], [b"tabs", b"go on"]))
    ['b', 'c']
    """
    # The longest common subsequence, a row of bits per logged turn: a bit that is off in a row
    # says that one more live turn, counted from the newest, can be matched up to its place.
    places: dict[bytes, int] = {}
    for place, words in enumerate(reversed(live)):
        places[words] = places.get(words, 0) | 1 << place
    told = [(key, words) for key, words in dict(logged).items() if words in places]
    told.reverse()
    whole = (1 << len(live)) - 1
    rows = [whole]
    for _, words in told:
        matched = rows[-1] & places[words]
        rows.append((rows[-1] + matched | rows[-1] - matched) & whole)
    heard: list[str] = []
    index, place = len(told), len(live)
    while index and place:
        bit = 1 << (place - 1)
        if rows[index] & bit:
            place -= 1
            continue
        index -= 1
        if rows[index] & bit:
            heard.append(told[index][0])
            place -= 1
    return frozenset(heard)
