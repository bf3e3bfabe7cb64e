"""Lists as JSON text, for statements that read them back through json_each."""

from __future__ import annotations

import json


def json_list(values: object) -> str:
    """Write a list of numbers or texts, or of lists of them.

    >>> json_list([1, "中"])
    '[1,"中"]'
    """
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))
