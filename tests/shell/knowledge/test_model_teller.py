"""A model may tell what functions do; what it says is read strictly, and its faults are bounded."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sayso.core.knowledge.code_answer import LISTS
from sayso.core.knowledge.learning import Outcome
from sayso.shell.errors import MemoryStorageError
from sayso.shell.knowledge.learning.by_model import ModelTeller, teller_of
from sayso.shell.knowledge.learning.code import CodeLearner
from sayso.shell.knowledge.learning.telling import OutlineTeller
from sayso.shell.knowledge.routers import RulesRouter
from tests.shell.knowledge.learnkit import Tree, tree_in

if TYPE_CHECKING:
    from pathlib import Path

EMPTY: dict[str, list[object]] = {key: [] for key in LISTS}
RULE = {"when": "too fast", "then": "true", "why": "", "quote": "return v > 5"}
GOOD = json.dumps({**EMPTY, "alarm_logic": [RULE]})


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """Give a tree with one function."""
    made = tree_in(tmp_path)
    made.write(car="def stop(v):\n    return v > 5\n")
    return made


class Canned:
    """A model that answers by script."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.asked.append(prompt)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer  # type: ignore[return-value]


def learned(tree: Tree, *answers: object) -> tuple[str, Canned]:
    """Let a model with these answers tell; gives why that failed, and the model."""
    model = Canned(*answers)
    result = CodeLearner(ModelTeller(ask=model, model="m1"))(tree.task())
    assert (result.outcome is Outcome.LEARNED) is not bool(result.error)
    return result.error, model


def test_what_a_model_shows_in_the_source_is_kept(tree: Tree) -> None:
    """Beside it stands what needs no model: where the function is, and what it calls."""
    error, model = learned(tree, GOOD)
    assert error == ""
    assert "return v > 5" in model.asked[0]
    assert model.asked[0].startswith("You read one function")
    known = tree.known("stop")
    assert known.keys() == {"_meta", "outline", "alarm_logic"}
    meta = known["_meta"]
    assert isinstance(meta, dict)
    assert meta["source_hashes"].keys() == {"car.py"}
    assert learned_again(tree, "m1") == 0
    assert learned_again(tree, "m2") == 1


def learned_again(tree: Tree, name: str) -> int:
    """Say how many functions a model of this name is asked about."""
    model = Canned(GOOD)
    CodeLearner(ModelTeller(ask=model, model=name))(tree.task())
    return len(model.asked)


def test_a_refused_answer_is_asked_for_once_more(tree: Tree) -> None:
    """The second question says what was wrong with the first answer."""
    false = json.dumps({**EMPTY, "alarm_logic": [{**RULE, "quote": "brake()"}]})
    error, model = learned(tree, false, GOOD)
    assert error == ""
    assert len(model.asked) == 2
    assert model.asked[1].endswith(
        "was refused: alarm_logic[0].quote: does not stand in the source. Answer anew."
    )


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        (("no", "{}"), "STOP: the model's answer was refused: reply: lacks the key 'alarm_logic'"),
        ((TimeoutError("60 s"),), "STOP: TimeoutError: 60 s"),
        ((None,), "STOP: the model gave a NoneType in place of a text"),
    ],
)
def test_a_model_that_fails_leaves_what_was_known(
    tree: Tree, answers: tuple[object, ...], why: str
) -> None:
    """The function is reported with the reason, and nothing of it is changed."""
    CodeLearner()(tree.task())
    before = tree.known("stop")
    error, _ = learned(tree, *answers)
    assert error == why
    assert tree.known("stop") == before


def test_our_own_disk_is_no_fault_of_the_model(tree: Tree) -> None:
    """An error of the store ends the run."""
    with pytest.raises(MemoryStorageError):
        learned(tree, MemoryStorageError("no room", "free some"))


class Routing:
    """A router with a model behind it, which takes so much at once."""

    name = "m3"
    judges = True

    def __init__(self, input_max_chars: int | None) -> None:
        self.input_max_chars = input_max_chars
        self.asked: list[tuple[str, str]] = []

    def complex(self, prompt: str, *, system: str) -> str:
        self.asked.append((prompt, system))
        return GOOD


@pytest.mark.parametrize("room_chars", [None, 8_000, 10])
def test_a_configured_model_tells_what_fits_into_it(tree: Tree, room_chars: int | None) -> None:
    """A router with a model asks that; a long source is cut to what the model takes."""
    lines = "".join(f"    x{at} = {at}\n" for at in range(800))
    tree.write(car=f"def stop(v):\n    return v > 5\n{lines}")
    router = Routing(room_chars)
    CodeLearner(teller_of(router))(tree.task())
    ((prompt, system),) = router.asked
    assert system
    assert ("x799" in prompt) is (room_chars is None)
    if room_chars == 8_000:
        assert len(prompt) <= room_chars
    assert tree.known("stop").keys() == {"_meta", "outline", "alarm_logic"}


def test_where_rules_answer_outlines_tell(tree: Tree) -> None:
    """Without a model nothing is asked, and a router that is anybody's counts as a model."""
    assert teller_of(RulesRouter()) == OutlineTeller()

    class Any:
        def complex(self, prompt: str, *, system: str) -> str:
            return GOOD

    assert teller_of(Any()).name == "model-1:model"
