"""Does a tombstone stand against a memory? Forgotten things come back only on the user's word.

Anything that overlaps a forgotten span is buried, and so is anything of the same subject unless
the user has spoken of it since: a live turn counts by its number, an imported one by the time it
was said, where none counts as earlier (A183-A185). What a memory is about is asked of its title,
of its content and of the words it quotes, because a model that is not trusted chose the first two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.subjects import anchors, same_subject, subject_hashes, subject_terms
from sayso.core.turns import Origin, Role, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sayso.core.items import Candidate, Source, Tombstone

REPLY_MAX_ANCHORS: Final = 2
_WORDS_MIN_CHARS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """What the user said in one turn, as keyed hashes of the words quoted from it.

    Words of the assistant that the user agreed to there are among them.
    """

    turn: Turn
    words: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What wants to be a memory: its sources, what it is about, and what the user said of it.

    `subjects` are sets of keyed hashes, any one of which may meet a tombstone's. `stated` are
    those of title and content alone: other names may well be words the user never said.
    """

    sources: tuple[Source, ...]
    subjects: tuple[frozenset[str], ...]
    stated: tuple[frozenset[str], ...]
    spoken: tuple[Spoken, ...]


def claim_of(
    named: Candidate, turns: Mapping[int, Turn], before: Mapping[int, int], key: bytes
) -> Claim:
    """Give the claim of a candidate, or of one that bears the texts of an operation.

    `turns` holds the cited turns; `before` gives for a user's turn the one it may answer.
    """
    said: dict[int, set[str]] = {}
    for source in named.sources:
        if source.role is Role.USER:
            said.setdefault(source.turn_id, set()).update(subject_terms(source.quote, ()))
    for source in named.sources:
        for number, words in said.items():
            if source.role is Role.ASSISTANT and source.turn_id == before.get(number):
                words.update(subject_terms(source.quote, ()))
    return Claim(
        sources=named.sources,
        subjects=burial_subjects(named.title, named.aliases, named.content, named.sources, key),
        stated=burial_subjects(named.title, (), named.content, (), key),
        spoken=tuple(
            Spoken(turn=turns[number], words=subject_hashes(frozenset(words), key))
            for number, words in said.items()
        ),
    )


def burial_subjects(
    title: str, aliases: tuple[str, ...], content: str, sources: tuple[Source, ...], key: bytes
) -> tuple[frozenset[str], ...]:
    """Give what a memory is about, as distinct sets of keyed hashes: the name's comes first."""
    statements = (subject_terms(quote, ()) for quote in stated_quotes(sources))
    subjects = (subject_terms(title, aliases), subject_terms(content, ()), *statements)
    hashed = (subject_hashes(one, key) for one in dict.fromkeys(subjects) if one)
    return tuple(hashed)


def stated_quotes(sources: tuple[Source, ...]) -> tuple[str, ...]:
    """Give the quotes that say something by themselves, which a mere yes does not."""
    quotes = (one.quote for one in sources if anchors(one.quote) and not _is_reply(one, sources))
    return tuple(dict.fromkeys(quotes))


def is_buried(claim: Claim, tombstones: Iterable[Tombstone]) -> bool:
    """Tell whether any tombstone stands against a claim."""
    return any(_overlaps(claim.sources, stone) or _is_about(claim, stone) for stone in tombstones)


def is_lifted(stone: Tombstone, turn: Turn) -> bool:
    """Tell whether a user turn came after the forget and so may speak of the subject anew."""
    if turn.origin is Origin.IMPORT:
        return turn.said_at_us is not None and turn.said_at_us > stone.forgotten_at_us
    return turn.id > stone.last_turn_id


def _is_about(claim: Claim, stone: Tombstone) -> bool:
    """Tell whether a claim is about what was forgotten and not said anew.

    A later turn alone lifts nothing where the memory says what its user did not speak of.
    """
    later = [spoken for spoken in claim.spoken if is_lifted(stone, spoken.turn)]
    if any(spoken.words & stone.subject for spoken in later):
        return False
    subjects = claim.stated if later else claim.subjects
    return any(same_subject(subject, stone.subject) for subject in subjects)


def hidden_words(
    turns: Iterable[Turn], tombstones: Iterable[Tombstone], shown: Iterable[str]
) -> frozenset[str]:
    """Give the words at forgotten places that stand nowhere in what is shown, in one spelling.

    `turns` are those the tombstones lie on. What stands in front of a model, said anew or never
    taken back, it may repeat; the shortest words say nothing.
    """
    by_id = {turn.id: turn for turn in turns}
    words = {
        _flat(by_id[stone.turn_id].text_of(stone.role)[stone.start : stone.end])
        for stone in tombstones
        if stone.turn_id in by_id
    }
    seen = "\n".join(map(_flat, shown)) if words else ""
    return frozenset(one for one in words if len(one) >= _WORDS_MIN_CHARS and one not in seen)


def gives_away(hidden: frozenset[str], *texts: str) -> bool:
    """Tell whether texts hold words that are hidden."""
    written = "\n".join(map(_flat, texts)) if hidden else ""
    return any(words in written for words in hidden)


def _flat(text: str) -> str:
    return " ".join(text.casefold().split())


def _is_reply(source: Source, sources: tuple[Source, ...]) -> bool:
    """Tell whether a quote only answers another one: a yes is about nothing by itself."""
    return (
        source.role is Role.USER
        and len(anchors(source.quote)) <= REPLY_MAX_ANCHORS
        and any(one.role is Role.ASSISTANT and one.turn_id < source.turn_id for one in sources)
    )


def _overlaps(sources: tuple[Source, ...], stone: Tombstone) -> bool:
    return any(
        source.turn_id == stone.turn_id
        and source.role is stone.role
        and source.start < stone.end
        and stone.start < source.end
        for source in sources
    )
