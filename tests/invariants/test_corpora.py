"""Every invariant over every corpus, with the embedded model and with one that errs at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.invariants.corpora import CORPORA, corpus_conversations
from tests.invariants.playing import play

if TYPE_CHECKING:
    from pathlib import Path

CONVERSATIONS = 4  # of a corpus; `make soak` plays all of them


@pytest.mark.parametrize("careful", [True, False], ids=["embedded", "random"])
@pytest.mark.parametrize("corpus", CORPORA, ids=lambda path: path.stem)
def test_no_corpus_breaks_an_invariant(corpus: Path, careful: bool) -> None:
    """Illegal proof 0, forgotten and rebuilt 0, leaks 0, and every memory fully proven."""
    proven = 0
    conversations = tuple(enumerate(corpus_conversations(corpus)))
    for number, steps in conversations[:: len(conversations) // CONVERSATIONS]:
        outcome = play(number, steps, look_every=99, careful=careful)
        assert not outcome.faults
        assert outcome.tally["proven"] == outcome.tally["to be proven"]
        proven += outcome.tally["proven"]
    assert proven > 15
