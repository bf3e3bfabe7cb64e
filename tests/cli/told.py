"""What one call of the command line told: exit code, stdout and stderr."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = Any  # what json.loads gives


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The outcome of a call; `answer` and `error` read the JSON envelope on stdout."""

    code: int
    out: str
    err: str

    @property
    def answer(self) -> Json:
        """Give the fields of a successful envelope, which is all of stdout."""
        envelope = json.loads(self.out)
        assert envelope.keys() == {"status", "data"}
        assert envelope["status"] == "ok"
        return envelope["data"]

    @property
    def error(self) -> Json:
        """Give the fields of an error envelope, which is all of stdout."""
        envelope = json.loads(self.out)
        assert envelope.keys() == {"status", "error"}
        assert envelope["status"] == "error"
        assert envelope["error"].keys() == {"code", "message", "hint"}
        return envelope["error"]


def is_one_line(told: Told) -> bool:
    """Tell whether an error was exactly one line on stderr, and nothing on stdout."""
    return told.out == "" and told.err.startswith("sayso: ") and told.err.count("\n") == 1


def contents(folder: Path) -> dict[str, str]:
    """Give every file below a folder with a hash of its bytes, to see that nothing changed."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
