"""What a model that proposes at random answers to stage 1: one function for each kind of fault.

Each gives a candidate of the contract, right or wrong in one way, or None where the question has
nothing to be wrong about. `right` is what a careful reader would propose.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sayso.core.items import Kind
from tests.kit import candidate_of

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from sayso.core.project.extraction import ExtractionInput
    from sayso.core.turns import Turn
    from tests.invariants.steps import Gold, Say

Candidate = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Words of one side of some turn."""

    turn_id: int
    role: str
    text: str
    title: str = ""


@dataclass(slots=True)
class Lore:
    """What a model knows beyond its question: what it heard, what was forgotten, what is foreign.

    `gold` goes by the user's text. Foreign words are used as quotes only: what a model itself
    carries from one project into another, no store could keep out.
    """

    gold: dict[str, Say] = field(default_factory=dict)
    heard: list[Words] = field(default_factory=list)
    forgotten: list[Words] = field(default_factory=list)
    foreign: list[Words] = field(default_factory=list)
    numbers: list[int] = field(default_factory=lambda: [1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One question with the generator and the lore to answer it."""

    rng: random.Random
    question: ExtractionInput
    lore: Lore

    @property
    def turn(self) -> Turn:
        """Some turn of the batch."""
        return self.rng.choice(self.question.turns)

    def before(self, turn: Turn) -> Turn | None:
        """Give the turn shown just before one."""
        shown = [one for one in (self.question.previous, *self.question.turns) if one is not None]
        at = shown.index(turn)
        return shown[at - 1] if at else None

    def gold(self) -> tuple[Turn, Gold] | None:
        """Give some statement of the batch that is to be remembered."""
        found = [
            (turn, gold)
            for turn in self.question.turns
            if turn.user_text in self.lore.gold
            for gold in self.lore.gold[turn.user_text].gold
        ]
        return self.rng.choice(found) if found else None


def propose(content: str, *sources: tuple[int, str, str], **changes: object) -> Candidate:
    """Give a candidate that rests on (turn, role, quote)."""
    listed = [{"turn_id": turn, "role": role, "quote": quote} for turn, role, quote in sources]
    content = content.strip()[:4_000] or "?"
    plain: dict[str, object] = {"title": content[:160].strip(), "sources": listed}
    return candidate_of(0, content, **(plain | changes))


def golden(scene: Scene, found: tuple[Turn, Gold], **changes: object) -> Candidate:
    """Give the candidate for a statement, as it should be."""
    turn, gold = found
    sources = [(turn.id, "user", gold.quote)]
    before = scene.before(turn)
    if gold.proposal and before is not None:
        sources.append((before.id, "assistant", gold.proposal))
    return propose(gold.proposal or gold.quote, *sources, **({"kind": gold.kind} | changes))


def right(scene: Scene) -> Candidate | None:
    """Propose what is to be remembered."""
    found = scene.gold()
    return None if found is None else golden(scene, found)


def odd_kind(scene: Scene) -> Candidate | None:
    """Take the statement for something of another kind."""
    found = scene.gold()
    return None if found is None else golden(scene, found, kind=scene.rng.choice(tuple(Kind)))


def odd_title(scene: Scene) -> Candidate | None:
    """Name a statement after something else."""
    found, other = scene.gold(), scene.rng.choice(("A note", "xyzzy", "备注"))
    return None if found is None else golden(scene, found, title=other, aliases=["misc"])


def twice_cited(scene: Scene) -> Candidate | None:
    """Cite the same words twice, and a second time in part."""
    found = scene.gold()
    if found is None:
        return None
    turn, gold = found
    quotes = [(turn.id, "user", gold.quote)] * 2 + [(turn.id, "user", gold.quote[2:-2] or "a")]
    return propose(gold.quote, *quotes, kind=gold.kind)


def cut(scene: Scene) -> Candidate | None:
    """Quote any part of a message."""
    turn = scene.turn
    role = scene.rng.choice(("user", "user", "assistant"))
    text = turn.user_text if role == "user" else turn.assistant_text
    if not text:
        return None
    start, end = sorted(scene.rng.choices(range(len(text) + 1), k=2))
    quote = text[start:end][:2_000]
    kind = scene.rng.choice(tuple(Kind))
    return propose(quote or text[:1], (turn.id, role, quote or text[:1]), kind=kind)


def whole(scene: Scene) -> Candidate | None:
    """Quote the whole message as a memory of any kind."""
    turn = scene.turn
    quote = turn.user_text[:2_000] or "?"
    return propose(quote, (turn.id, "user", quote), kind=scene.rng.choice(tuple(Kind)))


def altered(scene: Scene) -> Candidate | None:
    """Quote with one character changed, left out or put in."""
    found = scene.gold()
    if found is None:
        return None
    turn, gold = found
    at = scene.rng.randrange(len(gold.quote))
    middle = scene.rng.choice(("", "x", "的", gold.quote[at] + "_"))
    quote = gold.quote[:at] + middle + gold.quote[at + 1 :]
    return propose(quote, (turn.id, "user", quote or "x"), kind=gold.kind)


def odd_turn(scene: Scene) -> Candidate | None:
    """Quote rightly, but name another turn: one heard of, the one before, or none there is."""
    found = scene.gold()
    if found is None:
        return None
    turn, gold = found
    known = [one.turn_id for one in scene.lore.heard]
    number = scene.rng.choice([*known[-20:], turn.id - 1, turn.id + 1, 0, -1, 10**9])
    return propose(gold.quote, (number, "user", gold.quote), kind=gold.kind)


def earlier(scene: Scene) -> Candidate | None:
    """Quote a turn of another batch, session or thread, under its own number."""
    if not scene.lore.heard:
        return None
    old = scene.rng.choice(scene.lore.heard)
    quote = old.text[:2_000]
    kind = scene.rng.choice((Kind.PREFERENCE, Kind.DECISION))
    return propose(quote, (old.turn_id, old.role, quote), kind=kind)


def foreign(scene: Scene) -> Candidate | None:
    """Quote the other project, under its number or one of this project's."""
    if not scene.lore.foreign:
        return None
    other = scene.rng.choice(scene.lore.foreign)
    number = scene.rng.choice((other.turn_id, scene.turn.id))
    return propose(other.text, (number, "user", other.text[:2_000]), kind=Kind.DECISION)


def swapped_role(scene: Scene) -> Candidate | None:
    """Give the assistant's words as the user's, or the other way round."""
    turn = scene.turn
    said = [("user", turn.assistant_text), ("assistant", turn.user_text)]
    role, quote = scene.rng.choice([one for one in said if one[1]] or [("user", "?")])
    return propose(quote, (turn.id, role, quote[:2_000]), kind=Kind.DECISION)


def assistant_only(scene: Scene) -> Candidate | None:
    """Rest a decision on the assistant's words alone."""
    turn = scene.turn
    if not turn.assistant_text:
        return None
    quote = turn.assistant_text[:2_000]
    kind = scene.rng.choice((Kind.DECISION, Kind.PREFERENCE))
    return propose(quote, (turn.id, "assistant", quote), kind=kind)


def pasted(scene: Scene) -> Candidate | None:
    """Quote what the user pasted, alone or together with the user's own words."""
    found = [
        (turn, part)
        for turn in scene.question.turns
        if turn.user_text in scene.lore.gold
        for part in scene.lore.gold[turn.user_text].pasted
    ]
    if not found:
        return None
    turn, part = scene.rng.choice(found)
    lines = part.splitlines()
    start = turn.user_text.find(part)
    more = scene.rng.choice((part, lines[len(lines) // 2], turn.user_text[: start + len(part)]))
    kind = scene.rng.choice(tuple(Kind))
    return propose(more, (turn.id, "user", more[:2_000]), kind=kind)


def bare_yes(scene: Scene) -> Candidate | None:
    """Take a yes for the agreement to anything: to nothing, or to another turn's words."""
    turn = scene.turn
    quote = turn.user_text[:40]
    answers = [one for one in scene.lore.heard if one.role == "assistant" and one.text]
    sources = [(turn.id, "user", quote)]
    content = "We agreed: " + quote
    if answers and scene.rng.random() < 0.8:
        other = scene.rng.choice(answers[-4:])
        content = other.text
        sources.append((other.turn_id, "assistant", other.text[:2_000]))
    return propose(content, *sources, kind=Kind.DECISION)


def rebuilt(scene: Scene) -> Candidate | None:
    """Bring back what was forgotten, from its own turn or in the guise of another."""
    if not scene.lore.forgotten:
        return None
    lost, turn = scene.rng.choice(scene.lore.forgotten), scene.turn
    found = scene.gold()
    kind = scene.rng.choice(tuple(Kind))
    title = scene.rng.choice((lost.title or lost.text[:160], "A note", lost.text[:160]))
    guises = [(lost.turn_id, lost.role, lost.text[:2_000]), (turn.id, "user", lost.text[:2_000])]
    if found is not None and scene.rng.random() < 0.5:
        guises = [(found[0].id, "user", found[1].quote)]
    source = scene.rng.choice(guises)
    return propose(lost.text, source, kind=kind, title=title)


def unsaid(scene: Scene) -> Candidate | None:
    """Make something up."""
    return propose("made up", (scene.turn.id, "user", scene.rng.choice(("made up", " ", "的"))))


MOVES: tuple[tuple[int, Callable[[Scene], Candidate | None]], ...] = (
    (30, right),
    (4, odd_kind),
    (6, odd_title),
    (3, twice_cited),
    (6, cut),
    (5, whole),
    (5, altered),
    (4, odd_turn),
    (5, earlier),
    (4, foreign),
    (4, swapped_role),
    (3, assistant_only),
    (4, pasted),
    (4, bare_yes),
    (10, rebuilt),
    (2, unsaid),
)
