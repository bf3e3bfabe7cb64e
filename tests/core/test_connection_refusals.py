"""What cannot be edited exactly is refused, with the place and the reason."""

from __future__ import annotations

import pytest

from sayso.core import limits
from sayso.core.agents.connections.edits import Edit
from sayso.core.agents.connections.hosts import (
    disconnect_text,
)
from tests.connections import (
    JSON_KINDS,
    refusal,
    wanted,
)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is empty, which is no JSON"),
        ("\ufeff \n", "it is empty, which is no JSON"),
        ('{"a": 1 // why\n}', "line 1, column 9 (Expecting ',' delimiter): a comment"),
        ("/* why */ {}", ": a comment"),
        ('{"a": [1, 2,]}', ": a comma too many"),
        ('{"a": 1} x', "it is no strict JSON at line 1, column 10 (Extra data)"),
        ('{"a": 1, "b": {"c": 1, "c": 2}}', 'the key "c" stands there twice'),
        ('{"a": NaN}', "NaN is no JSON value"),
        ("[1]", "the whole of it is no object"),
        ("5", "the whole of it is no object"),
        ("[" * 200 + "]" * 200, f"it has more than {limits.CONNECTION_DEPTH_MAX} levels"),
        pytest.param(
            '{"a":' * 50_000 + "1" + "}" * 50_000, "it has more than 100 levels", id="deep"
        ),
    ],
)
@pytest.mark.parametrize("kind", JSON_KINDS)
def test_what_is_no_strict_json_is_left_alone(kind: str, text: str, why: str) -> None:
    """What a re-written file would lose, or what another reader may read otherwise, is refused."""
    assert why in refusal(kind, text)
    outcome = disconnect_text(text, wanted(kind))
    if "no object" in why:
        assert outcome.unwrap() == Edit(text=text)
    else:
        assert why in outcome.failure()


@pytest.mark.parametrize(
    ("kind", "text", "why"),
    [
        ("grouped hooks", '{"hooks": []}', "hooks is no object"),
        ("grouped hooks", '{"hooks": {"Stop": {}}}', "hooks.Stop is no list"),
        ("flat hooks", '{"hooks": {"stop": "x"}}', "hooks.stop is no list"),
        ("servers", '{"mcpServers": 1}', "mcpServers is no object"),
        ("servers of a project", '{"projects": []}', "projects is no object"),
        ("servers", '{"mcpServers": {"sayso": {"url": "x"}}}', "mcpServers.sayso is another"),
        ("servers", '{"mcpServers": {"sayso": null}}', "mcpServers.sayso is another server"),
        ("table", "a = ", "it is no TOML: Invalid value"),
        ("table", "mcp_servers = 1", "would break it"),
        ("table", "mcp_servers = {a = {command = 'a'}}", "would break it"),
        ("table", "[mcp_servers.sayso]\ncommand = 'npx'", "mcp_servers.sayso is another server"),
        (
            "table",
            "[mcp_servers]\nsayso = {command = '/old/sayso', args = ['mcp']}",
            "does not stand under a header of its own: take it out by hand",
        ),
    ],
)
def test_another_shape_is_refused_with_its_place(kind: str, text: str, why: str) -> None:
    """Where something else stands in our place, the place is named and nothing is edited."""
    assert why in refusal(kind, text)
