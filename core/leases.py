"""Whether a lease still holds, for turns and jobs alike."""

from __future__ import annotations


def is_lease_live(expires_at_us: int | None, now_us: int, lease_max_us: int) -> bool:
    """Tell whether a lease still holds; one further ahead than any lease lasts is void.

    The second half guards against clocks that jumped: a lease until the year 2100 is expired.
    """
    return expires_at_us is not None and now_us < expires_at_us <= now_us + lease_max_us
