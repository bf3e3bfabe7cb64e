"""The table of intents: which requests memory serves at all (A10-A13, A142-A146)."""

import pytest

from sayso.core.project.intents import INTENTS, intent_fault


@pytest.mark.parametrize("name", ["code_explain", "general_chat"])
def test_ordinary_intents_get_everything(name: str) -> None:
    """Explaining code and general chat have thread, context and both memory tools."""
    assert intent_fault(name) is None
    policy = INTENTS[name]
    assert policy.persistent
    assert policy.context
    assert policy.tools == ("memory_search", "memory_read")


@pytest.mark.parametrize("name", ["code_audit", "patch_explain", "patch_revise"])
def test_repair_intents_get_nothing(name: str) -> None:
    """Audits and patches have neither thread nor context nor tools."""
    assert intent_fault(name) is None
    policy = INTENTS[name]
    assert not policy.persistent
    assert not policy.context
    assert policy.tools == ()


@pytest.mark.parametrize("name", ["", "chat", "General_Chat", "general_chat "])
def test_an_unknown_intent_is_refused_by_naming_the_known_ones(name: str) -> None:
    """A name that is not exactly in the table fails, and the reason lists what there is."""
    reason = intent_fault(name)
    assert reason is not None
    assert repr(name) in reason
    assert all(known in reason for known in INTENTS)
