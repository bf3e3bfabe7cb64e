"""What short texts came to is kept, what long ones came to is not; no answer changes by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core.recent import (
    ANSWERS_MAX,
    TEXT_MAX_CHARS,
    WHOLE_ANSWERS_MAX,
    WHOLE_TEXT_MAX_CHARS,
    keeps_recent,
    keeps_recent_wholes,
    let_go,
)

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = "x" * TEXT_MAX_CHARS


class Asked:
    """A function of a text that tells what it was asked."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.length: Callable[[str], int] = keeps_recent(self._length)

    def _length(self, text: str) -> int:
        self.texts.append(text)
        return len(text)


@pytest.fixture
def asked() -> Asked:
    """A function that was asked nothing yet."""
    return Asked()


def test_a_short_text_is_looked_at_once(asked: Asked) -> None:
    """The second answer is the first one, without another look."""
    assert [asked.length(text) for text in ("ab", "ab", LONGEST, LONGEST)] == [2, 2, 400, 400]
    assert asked.texts == ["ab", LONGEST]


def test_a_long_text_is_never_held(asked: Asked) -> None:
    """A text over the bound is looked at anew each time: what is kept stays small."""
    assert [asked.length(f"{LONGEST}x"), asked.length(f"{LONGEST}x")] == [401, 401]
    assert len(asked.texts) == 2


def test_what_is_kept_is_bounded(asked: Asked) -> None:
    """After as many other texts the oldest answer is gone, and is found again."""
    for number in range(ANSWERS_MAX + 1):
        asked.length(str(number))
    assert asked.length("0") == 1
    assert asked.texts.count("0") == 2


def test_what_is_kept_can_be_let_go(asked: Asked) -> None:
    """A text that the user has forgotten stays in no answer that is kept."""
    asked.length("secret")
    let_go()
    asked.length("secret")
    assert asked.texts == ["secret", "secret"]


def test_whole_messages_are_kept_as_well_but_fewer() -> None:
    """A message is read once, up to its own bound; what is kept of them is bounded and let go."""
    texts: list[str] = []

    @keeps_recent_wholes
    def length(text: str) -> int:
        texts.append(text)
        return len(text)

    longest, longer = "x" * WHOLE_TEXT_MAX_CHARS, "x" * (WHOLE_TEXT_MAX_CHARS + 1)
    assert [length(text) for text in (longest, longest)] == [WHOLE_TEXT_MAX_CHARS] * 2
    assert [length(text) for text in (longer, longer)] == [WHOLE_TEXT_MAX_CHARS + 1] * 2
    assert texts == [longest, longer, longer]
    for number in range(WHOLE_ANSWERS_MAX):
        length(str(number))
    length(longest)
    let_go()
    length(longest)
    assert texts.count(longest) == 3
