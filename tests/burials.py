"""What was forgotten, in the user's own words, and where it may not be any more.

A tombstone holds no text, but it names a place in a RAW turn; the words there are what was
forgotten. A text counts as forgotten only while it is said nowhere outside such places, because
words that still stand in another turn are nobody's secret.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.storefacts import Facts, Row

LATIN_MIN_CHARS, HAN_MIN_CHARS = 10, 5
SHORT_REPLY_CHARS = 24
_HAN = re.compile("[\u3400-\u9fff]")
_WORD = re.compile("[a-z][a-z0-9_-]{4,}|[\u3400-\u9fff](?=([\u3400-\u9fff]))")
_ACKS = frozenset(
    "yes|yes please|yep|ok|okay|sure|agreed|sounds good|go ahead|do it|let's do it|fine|right"
    "|好|好的|行|可以|同意|没问题|就这样|就这么定|就这么办|嗯|对|是的".split("|")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Burial:
    """One forgotten statement: its words, and what stands above it."""

    text: str
    item_id: int
    place: tuple[int, str, int, int]
    buried_at: int
    last_turn_id: int
    forgotten_at: int


def is_ack(quote: str) -> bool:
    """Tell whether words are nothing but a yes."""
    return flat(quote).strip(" .,!。，！~") in _ACKS


def flat(text: str) -> str:
    """Give a text in one spelling, so that the same words look the same."""
    return " ".join(text.casefold().split())


def is_statement(text: str) -> bool:
    """Tell whether a text is long enough to be recognised as itself."""
    return len(text) >= (HAN_MIN_CHARS if _HAN.search(text) else LATIN_MIN_CHARS)


def burials(facts: Facts) -> list[Burial]:
    """Give what was forgotten, without the mere yes of a confirmation."""
    found = []
    for stone in facts.tombstones:
        turn = facts.turns.get(stone["turn_id"])
        if turn is None:
            continue
        quote = turn[f"{stone['role']}_text"][stone["start_char"] : stone["end_char"]]
        if not is_statement(flat(quote)) or _is_reply(facts, stone, quote):
            continue
        found.append(
            Burial(
                text=flat(quote),
                item_id=stone["item_id"],
                place=(stone["turn_id"], stone["role"], stone["start_char"], stone["end_char"]),
                buried_at=_buried_at(facts, stone),
                last_turn_id=stone["last_turn_id"],
                forgotten_at=stone["forgotten_at"],
            )
        )
    return found


def _is_reply(facts: Facts, stone: Row, quote: str) -> bool:
    """Tell whether a user's words were only the answer to words of the assistant's."""
    if stone["role"] != "user":
        return False
    group = ("item_id", "last_turn_id", "forgotten_at", "subject")
    return is_ack(quote) or (
        len(quote) < SHORT_REPLY_CHARS
        and any(
            other["role"] == "assistant" and all(other[name] == stone[name] for name in group)
            for other in facts.tombstones
        )
    )


def _buried_at(facts: Facts, stone: Row) -> int:
    """Give when a tombstone was set: its item's last change, or that of the candidate it names."""
    revisions = facts.revisions.get(stone["item_id"])
    if revisions:
        return max(int(row["updated_at"]) for row in revisions)
    place = ("turn_id", "role", "start_char", "end_char")
    named = [
        int(one["updated_at"])
        for one in facts.candidates.values()
        if one["status"] == "suppressed"
        and any(
            all(source[name] == stone[name] for name in place)
            for source in facts.sources.get(one["id"], [])
        )
    ]
    return min(named, default=int(stone["forgotten_at"]))


def forgotten_faults(facts: Facts) -> Iterator[str]:
    """Check that nothing forgotten came back and that no trace of it was left."""
    gone = burials(facts)
    for item in facts.active:
        yield from (f"m{item['item_id']} {fault}" for fault in _rebuilt(facts, item, gone))
    live = {number for row, number in facts.links if facts.items[row]["status"] != "forgotten"}
    for one in facts.candidates.values():
        texts = (one["title"], one["content"], *json.loads(one["aliases"]))
        if one["id"] in live or one["status"] == "suppressed":
            if one["status"] == "suppressed" and any(texts):
                yield f"c{one['id']} is suppressed and has its text"
            continue
        if _overlapping(facts.sources.get(one["id"], []), facts.tombstones) and any(texts):
            yield f"c{one['id']} ({one['status']}) keeps text about a forgotten place"
        for text in held_texts(facts, *texts):
            yield f"c{one['id']} ({one['status']}) holds {text!r}"
    yield from _trace_faults(facts)


def _rebuilt(facts: Facts, item: Row, gone: list[Burial]) -> Iterator[str]:
    """Check one active revision against what was forgotten before it was made."""
    made_at = int(item["created_at"])
    sources = [
        source
        for one in facts.behind(item)
        if int(one["updated_at"]) >= made_at
        for source in facts.sources.get(one["id"], [])
    ]
    for stone in facts.tombstones:
        if _buried_at(facts, stone) <= made_at and _overlapping(sources, [stone]):
            yield f"cites the forgotten place t{stone['turn_id']} ({stone['role']})"
    names = ("title", "content", "synopsis")
    handles = [*json.loads(item["aliases"]), *json.loads(item["keywords"])]
    quotes = [source["quote"] for source in sources]
    body = "\n".join(map(flat, (*(item[name] for name in names), *handles, *quotes)))
    for one in gone:
        if one.buried_at > made_at or one.item_id == item["item_id"] or one.text not in body:
            continue
        if _stands(facts, one):
            continue
        if not any(_says_anew(facts, source, one) for source in sources):
            yield f"says the forgotten {one.text!r} without a later word of the user"


def _stands(facts: Facts, gone: Burial) -> bool:
    """Tell whether another memory, made before the forget and still active, says the same words."""
    return any(
        gone.text in flat(f"{one['title']}\n{one['content']}")
        for one in facts.active
        if int(one["created_at"]) < gone.buried_at
    )


def _says_anew(facts: Facts, source: Row, gone: Burial) -> bool:
    """Tell whether the user spoke of it in a later turn, or agreed there to what was proposed."""
    turn = facts.turns[source["turn_id"]]
    if source["role"] != "user" or not _is_later(turn, gone):
        return False
    before = facts.before(turn)
    heard = [turn["user_text"], "" if before is None else before["assistant_text"]]
    return bool(_words(gone.text) & _words(flat(" ".join(heard))))


def _is_later(turn: Row, gone: Burial) -> bool:
    if turn["origin"] == "import":
        return turn["said_at"] is not None and int(turn["said_at"]) > gone.forgotten_at
    return int(turn["id"]) > gone.last_turn_id


def _words(text: str) -> frozenset[str]:
    """Give the longer words of a text, and its pairs of Han characters."""
    return frozenset(found.group() + (found.group(1) or "") for found in _WORD.finditer(text))


def _trace_faults(facts: Facts) -> Iterator[str]:
    """Check what is derived from turns: summaries, refusals, and replies kept with jobs."""
    for thread in facts.tables["threads"]:
        for text in held_texts(facts, thread["compaction"]):
            yield f"the summary of thread {thread['id']} holds {text!r}"
    for refusal in facts.refusals:
        for text in held_texts(facts, refusal["title"], *json.loads(refusal["quotes"])):
            yield f"refusal {refusal['id']} ({refusal['reason']}) holds {text!r}"
    for job in facts.jobs.values():
        if job["checkpoint"] is not None:
            kept = json.loads(job["checkpoint"])["reply"]
            for text in held_texts(facts, *_strings(json.loads(kept))):
                yield f"the reply kept with j{job['id']} holds {text!r}"


def held_texts(facts: Facts, *texts: str) -> list[str]:
    """Give what is forgotten, said nowhere else, and yet stands in one of some texts."""
    body = "\n".join(map(flat, texts))
    held = [one.text for one in burials(facts) if one.text in body]
    return [text for text in dict.fromkeys(held) if not _is_said_elsewhere(facts, text)]


def _is_said_elsewhere(facts: Facts, text: str) -> bool:
    """Tell whether a text stands in a turn outside of every tombstone."""
    for turn in facts.turns.values():
        for role in ("user", "assistant"):
            raw = str(turn[f"{role}_text"])
            for stone in facts.tombstones:
                if (stone["turn_id"], stone["role"]) == (turn["id"], role):
                    start, end = stone["start_char"], stone["end_char"]
                    raw = raw[:start] + "\0" * (end - start) + raw[end:]
            if text in flat(raw):
                return True
    return False


def _overlapping(sources: list[Row], stones: list[Row]) -> bool:
    return any(
        (source["turn_id"], source["role"]) == (stone["turn_id"], stone["role"])
        and source["start_char"] < stone["end_char"]
        and stone["start_char"] < source["end_char"]
        for source in sources
        for stone in stones
    )


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)
