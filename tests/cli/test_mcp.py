"""`sayso mcp` on the command line: what it refuses before it speaks its protocol."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from tests.cli.conftest import Sayso


def test_json_is_refused(sayso: Sayso) -> None:
    """The protocol is JSON-RPC itself, so there is no envelope to ask for."""
    told = sayso("mcp", "--json")
    assert told.code == 2
    assert "JSON-RPC" in told.error["message"]


def test_without_the_extra_it_says_how_to_get_it(
    sayso: Sayso, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing SDK is one line with the command that installs it, and exit code 2."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    told = sayso("mcp")
    assert (told.code, told.out) == (2, "")
    assert told.err == "sayso: the MCP SDK is not installed — pip install 'sayso[mcp]'\n"


def test_a_project_that_is_no_folder_is_refused(sayso: Sayso) -> None:
    """The server is bound to a folder before a client hears anything, wherever it is named."""
    for arguments in (("--project", "missing", "mcp"), ("mcp", "--project", "missing")):
        told = sayso(*arguments)
        assert (told.code, told.out) == (1, "")
        assert "missing is not a folder" in told.err
