"""Watches how long the brake takes to be released."""


def release_delay(debounce_ms: int) -> int:
    """Give the milliseconds from the pedal's release to the brake's."""
    if debounce_ms < 0:
        return 0
    return debounce_ms * 2


def is_late(debounce_ms: int) -> bool:
    """Tell whether the release takes longer than it may."""
    return release_delay(debounce_ms) > 12
