"""How a dream asks: one question, once more with the fault where the answer breaks the contract."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.dream_plan import read_plan
from sayso.core.knowledge.dream_question import compose_question
from sayso.core.outcome import Failure, Success, is_failure
from sayso.core.text import clip, one_line
from sayso.shell.errors import SaysoError
from sayso.shell.models.http import load_prompt

if TYPE_CHECKING:
    from sayso.core.knowledge.dream_plan import DreamPlan, Shown
    from sayso.core.knowledge.dream_question import Material
    from sayso.core.outcome import Result
    from sayso.shell.knowledge.routers import Router

PROMPT: Final = "dream"
TRIES: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A plan that keeps the contract, and what its model was shown."""

    plan: DreamPlan
    shown: Shown


def ask_for_plan(router: Router, material: Material) -> Result[Answer, str]:
    """Ask for a plan; fails with the reason where no answer came, or two broke the contract."""
    most_chars = getattr(router, "input_max_chars", None) or limits.DREAM_INPUT_MAX_CHARS
    refused = ""
    for _ in range(TRIES):
        asked = replace(material, refused_because=refused)
        question = compose_question(asked, min(most_chars, limits.DREAM_INPUT_MAX_CHARS))
        replied = _asked(router, question.text)
        if is_failure(replied):
            return replied
        read = read_plan(replied.unwrap(), question.shown)
        if not is_failure(read):
            return Success(Answer(plan=read.unwrap(), shown=question.shown))
        refused = str(read.failure())
    return Failure(f"the answer was refused twice: {refused}")


def _asked(router: Router, text: str) -> Result[str, str]:
    """Ask once; what is no text is read as the nothing that it says."""
    try:
        reply: object = router.complex(text, system=load_prompt(PROMPT))
    except SaysoError as error:
        return Failure(error.message)
    except Exception as error:  # noqa: BLE001 - a host's router may raise anything
        why = one_line(f"the router raised {type(error).__name__}: {error}")
        return Failure(clip(why, limits.DREAM_REASON_MAX_CHARS))
    return Success(reply if isinstance(reply, str) else "")
