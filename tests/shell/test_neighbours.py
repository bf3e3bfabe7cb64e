"""A yes answers the turn just before it in its session, whatever order turns are worked off in."""

from __future__ import annotations

import pytest

from tests.kit import World, candidate_of, column, extraction_text, whole_turn

LATE = "I suggest we use Redis for the cache. Shall we?"


@pytest.mark.parametrize(("between", "reasons"), [(True, ["no-proposal-to-confirm"]), (False, [])])
def test_a_late_answer_is_not_what_the_next_yes_means(between: bool, reasons: list[str]) -> None:
    """A turn answered late shares a batch with one far behind it, yet they are no neighbours."""
    world = World(None)
    with world.open() as memory:
        late = memory.turn("What would you do?")
        if between:
            memory.record(whole_turn("Is it green?", "It is. Anything else?"))
            memory.work()
        late.finish(LATE)
        number = memory.record(whole_turn("yes"))
        agreed = candidate_of(
            number or 0,
            "use Redis for the cache",
            sources=[
                {"turn_id": number, "role": "user", "quote": "yes"},
                {"turn_id": late.id, "role": "assistant", "quote": LATE},
            ],
        )
        world.model.script = [lambda _q: extraction_text(agreed)]
        memory.work()
        assert [turn.id for turn in world.model.extractions[-1].turns] == [late.id, number]
        assert column(memory, "reason", "refusals") == reasons
        assert len(memory.list()) == (0 if between else 1)
