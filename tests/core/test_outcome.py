"""Outcomes as values: failures are told apart, and many become one."""

from sayso.core.outcome import Failure, Result, Success, collect, is_failure


def half(number: int) -> Result[int, str]:
    """Give half of an even number."""
    return Failure(f"{number} is odd") if number % 2 else Success(number // 2)


def test_a_failure_is_told_from_a_success() -> None:
    """Only a Failure is a failure, whatever a Success holds."""
    assert is_failure(half(3))
    assert not is_failure(half(4))
    assert not is_failure(Success(None))


def test_all_values_are_collected_in_order() -> None:
    """Outcomes that are all good become one tuple in their order; none gives an empty one."""
    assert collect(map(half, (4, 2, 8))).unwrap() == (2, 1, 4)
    assert collect(()).unwrap() == ()


def test_the_first_failure_ends_collecting() -> None:
    """The first failure is the outcome of the whole, and nothing after it is even asked."""
    asked: list[int] = []

    def watched(number: int) -> Result[int, str]:
        asked.append(number)
        return half(number)

    assert collect(map(watched, (4, 3, 5, 2))).failure() == "3 is odd"
    assert asked == [4, 3]
