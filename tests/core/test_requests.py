"""Operation ids: the same command happens once, another one is refused."""

import pytest

from sayso.core import limits
from sayso.core.outcome import is_failure
from sayso.core.project.requests import (
    check_repeat,
    op_id_fault,
    operation_key,
    plan_operation,
)


def stored_of(*parts: str, op_id: str = "a", answer: str = "7") -> tuple[str, bytes, str]:
    """Give what the store holds after a command was carried out."""
    key = operation_key(op_id, "record", *parts)
    return key.command, key.request_sha256, answer


def test_the_same_request_gets_the_stored_answer() -> None:
    """Repeating a command with its id gives the answer of the first time."""
    key = operation_key("a", "record", "user", "assistant")
    assert check_repeat(key, stored_of("user", "assistant")).unwrap() == "7"


@pytest.mark.parametrize(
    "parts",
    [("user", "other"), ("usera", "ssistant"), ("user", "assistant", ""), ("userassistant",)],
)
def test_another_request_under_the_same_id_is_refused(parts: tuple[str, ...]) -> None:
    """Any other split or content of the request counts as another request."""
    key = operation_key("a", "record", *parts)
    reason = check_repeat(key, stored_of("user", "assistant")).failure()
    assert "'a'" in reason
    assert "another request" in reason


def test_another_command_under_the_same_id_is_refused() -> None:
    """An id belongs to one command, even when the parts are the same."""
    key = operation_key("a", "forget", "user", "assistant")
    assert is_failure(check_repeat(key, stored_of("user", "assistant")))


@pytest.mark.parametrize("op_id", ["", "a\nb", "a\0", "\ud800", "x" * 201])
def test_an_unusable_operation_id_is_refused(op_id: str) -> None:
    """An id must be 1 to 200 printable characters, so that logs and errors can show it."""
    fault = op_id_fault(op_id)
    assert fault is not None
    assert str(limits.OP_ID_MAX_CHARS) in fault


@pytest.mark.parametrize("op_id", ["x", "订单-1", "x" * 200])
def test_a_usable_operation_id_is_taken(op_id: str) -> None:
    """Any printable text within the bound serves as an id."""
    assert op_id_fault(op_id) is None
    assert operation_key(op_id, "record").op_id == op_id


def test_the_answer_is_written_with_the_hash_of_the_request() -> None:
    """One write keeps id, command, hash and answer."""
    key = operation_key("a", "record", "user")
    (write,) = plan_operation(key, "7", 5)
    assert write.statement == "store/insert_operation"
    assert write.expect_rows == 1
    assert write.params == {
        "op_id": "a",
        "command": "record",
        "request_sha256": key.request_sha256,
        "answer": "7",
        "now": 5,
    }
