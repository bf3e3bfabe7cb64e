"""Mistakes of a host that embeds a chat: wrong arguments, and a model that breaks its contract."""

from __future__ import annotations

import pytest

from sayso.core.project.classifying import Classified, Route
from sayso.shell.chat.talking import Chat, Unanswered
from sayso.shell.errors import RequestError
from tests.kit import World, column
from tests.talk import Talker


@pytest.mark.parametrize("wrong", [None, 5, b"Hi"])
def test_what_is_no_text_is_refused_before_anything_is_stored(wrong: object) -> None:
    """Whatever a host hands in by mistake is one RequestError, and no turn."""
    with World(None).open() as memory:
        with pytest.raises(RequestError, match="what is said is"):
            Chat(memory, Talker()).say(wrong)  # type: ignore[arg-type]
        assert column(memory, "state", "turns") == []
        for one, other in ((memory, 5), (None, Talker())):
            with pytest.raises(RequestError):
                Chat(one, other)  # type: ignore[arg-type]


def test_a_model_that_gives_no_result_is_a_fault_like_any_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A model that breaks its contract fails the turn, and nothing is raised."""

    def careless(_request: object) -> object:
        return "Hi"

    talker = Talker()
    monkeypatch.setattr(talker, "complete", careless)
    with World(None).open() as memory:
        chat = Chat(
            memory, talker, route=lambda _: Classified(intent="general_chat", route=Route.RULES)
        )
        said = chat.say("Hi")
        assert isinstance(said, Unanswered)
        assert "in place of a Result" in said.fault.message
        assert column(memory, "state", "turns") == ["failed"]
