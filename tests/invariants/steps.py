"""What can happen in a generated conversation, as values that can be printed and played again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sayso.core.items import Kind

OWN_MIN_CHARS = 16  # what is shorter may be said by anybody


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """What is to be remembered of a message: the user's words, and the answer they agree to."""

    kind: Kind
    quote: str
    proposal: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Something that happens in one of the two projects."""

    project: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(Step):
    """A whole turn. `pasted` are parts of the user's text that are not the user's own words.

    With `pause` the answer is given later, by an `End`.
    """

    session: str
    user: str
    assistant: str
    intent: str = "general_chat"
    gold: tuple[Gold, ...] = ()
    pasted: tuple[str, ...] = ()
    pause: bool = False

    @property
    def is_its_own(self) -> bool:
        """Tell whether nobody in the other project says the same."""
        return bool(self.gold) and len(self.user) >= OWN_MIN_CHARS


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Step):
    """The answer to one of the requests that are still open, or its failure."""

    pick: int
    fails: bool
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair(Step):
    """A request that memory keeps out of."""

    user: str
    intent: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Log(Step):
    """A log of another tool; `ages` are seconds before now at which its turns were said."""

    name: str
    turns: tuple[Say, ...]
    ages: tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Work(Step):
    """Time passes, and what is due is worked off."""

    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Order(Step):
    """An order of the user's or an accident, at once or while a model is asked next.

    forget, new, clear, restart, full-disk (the next commit fails), drop (a waiting job).
    """

    what: str
    pick: int = 0
    meanwhile: bool = False
