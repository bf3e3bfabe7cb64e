"""Edits of other tools' files: only our entries change, and taking them out gives the old bytes."""

from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso.core.agents.connections.hosts import (
    connect_text,
)
from sayso.core.agents.connections.showing import diff_of
from sayso.core.outcome import is_failure
from tests.connections import (
    JSON_KINDS,
    KINDS,
    NEW,
    OLD,
    ROOTS,
    connected,
    disconnected,
    refusal,
    wanted,
)

# Texts of JSON files: any value below keys that matter, laid out in any way people lay them out.
LEAVES = st.none() | st.booleans() | st.integers() | st.sampled_from([1.0, 1e300]) | st.text()
GROUPS = st.fixed_dictionaries(
    {}, optional={"matcher": st.text(), "hooks": st.lists(st.dictionaries(st.text(), LEAVES))}
)
VALUES = LEAVES | st.lists(LEAVES) | st.dictionaries(st.text(), LEAVES)
EVENT_NAMES = st.sampled_from(["Stop", "stop", "SessionStart", "sessionEnd", "PreToolUse"])
OF_PROJECTS = st.fixed_dictionaries(
    {}, optional={ROOTS.project: st.sampled_from([{}, {"mcpServers": {}}]), "/x": GROUPS}
)
OWN = st.fixed_dictionaries(
    {},
    optional={
        "version": st.just(1),
        "hooks": st.dictionaries(EVENT_NAMES, st.lists(GROUPS)),
        "mcpServers": st.dictionaries(st.text(), GROUPS),
        "projects": OF_PROJECTS,
    },
)
BESIDE = st.dictionaries(st.sampled_from("abcdef") | st.text(min_size=12), VALUES)
DOCUMENTS = st.builds(lambda beside, own: beside | own, BESIDE, OWN)


@st.composite
def json_texts(draw: st.DrawFn) -> str:
    """Draw the text of a JSON file."""
    indent = draw(st.sampled_from([None, 1, 2, 4, "\t"]))
    separators = draw(st.sampled_from([(",", ": "), (", ", ": "), (",", ":")]))
    text = json.dumps(
        draw(DOCUMENTS), indent=indent, separators=separators, ensure_ascii=draw(st.booleans())
    )
    if draw(st.booleans()) and '"' not in text:
        text = text.replace("{}", draw(st.sampled_from(["{ }", "{\n}", "{\n  }"])))
    before, after = draw(st.sampled_from([("", "\n"), ("\n", ""), ("  ", "\n\n")]))
    text = before + text + after
    text = text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))
    return draw(st.sampled_from(["", "\ufeff"])) + text


@settings(max_examples=30)
@given(text=json_texts(), kind=st.sampled_from(JSON_KINDS))
def test_a_json_file_gets_our_entries_and_gives_them_back(text: str, kind: str) -> None:
    """Connect twice is connect once, disconnect gives every byte back, and nothing else changed."""
    outcome = connect_text(text, wanted(kind))
    if is_failure(outcome):
        assert " is no " in outcome.failure()
        return
    after = outcome.unwrap().text
    assert after is not None
    assert connected(kind, after) == after
    assert disconnected(kind, after) == text
    assert disconnected(kind, text) == text
    without = json.loads(text.removeprefix("\ufeff"))
    assert json.loads(after.removeprefix("\ufeff")) != without
    # Another version's entries are replaced where they stand, never doubled.
    assert connected(kind, connected(kind, text, OLD)) == after


TOML_LINES = st.lists(
    st.sampled_from(
        [
            *(
                "model = 'o'",
                "# 注释",
                "",
                "[profiles.a]",
                "x = [\n  1, # one\n]",
                "[mcp_servers.b]",
            ),
            *('command = "c"', 'text = """\n[not.a.table]\n"""', "[[many]]", "when = 1979-05-27"),
            *("far = inf", "[mcp_servers]", "[mcp_servers.'sayso2']"),
        ]
    )
)


@settings(max_examples=60)
@given(
    lines=TOML_LINES,
    newline=st.sampled_from(["\n", "\r\n"]),
    end=st.sampled_from(["", "\n", "\n\n\n"]),
    mark=st.sampled_from(["", "\ufeff"]),
)
def test_a_toml_file_gets_our_table_and_gives_it_back(
    lines: list[str], newline: str, end: str, mark: str
) -> None:
    """The same for Codex's config.toml: comments, order and line endings stay."""
    text = mark + ("\n".join(lines) + end).replace("\n", newline)
    try:
        before = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError:
        assert refusal("table", text).startswith("it is no TOML")
        return
    after = connected("table", text)
    assert after.startswith(text)
    servers = tomllib.loads(after.removeprefix("\ufeff"))["mcp_servers"]
    assert servers == before.get("mcp_servers", {}) | {"sayso": {"command": NEW, "args": ["mcp"]}}
    assert connected("table", after) == after
    assert disconnected("table", after) == text
    assert disconnected("table", text) == text
    assert connected("table", connected("table", text, OLD)) == after


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_was_not_there_is_gone_again(kind: str) -> None:
    """A file made for our entries holds nothing else and goes with them, whatever its version."""
    made = connected(kind, None)
    assert connected(kind, made) == made
    assert disconnected(kind, made) is None
    assert disconnected(kind, None) is None
    assert connected(kind, connected(kind, None, OLD)) == made
    assert disconnected(kind, made.replace("\n", "\r\n")) is None


@pytest.mark.parametrize("kind", JSON_KINDS)
@pytest.mark.parametrize(
    "text",
    [
        *("{}", "{ }", "{\n}\n", '{"a":1}', '{"hooks":{},"mcpServers":{},"projects":{}}'),
        '{"hooks": { }, "mcpServers": {\n}, "projects": {}, "version": 1}',
        '{\n\t"hooks": {},\n\t"mcpServers": {},\n\t"projects": { }\n}',
        '{\r\n "hooks": {"Stop": [], "stop": []},\r\n "mcpServers": {"a": {}}\r\n}\r\n',
        '{"version": 1}',
        '{"hooks": {"PreToolUse": "x"}}',
    ],
)
def test_what_was_empty_is_empty_again(kind: str, text: str) -> None:
    """An empty container that was there stays, with its blanks; one that was made goes."""
    after = connected(kind, text)
    assert connected(kind, after) == after
    assert disconnected(kind, after) == text
    assert connected(kind, connected(kind, text, OLD)) == after


FOREIGN = """\
{
    "permissions": {"allow": ["Bash(ls:*)"]},
    "hooks": {
        "Stop": [
            {
                "matcher": "*",
                "hooks": [
                    {"type": "command", "command": "say done"}
                ]
            }
        ]
    },
    "model": "opus"
}
"""


def test_neighbours_give_the_layout() -> None:
    """An entry is laid out as what stands beside it; the diff shows nothing but what is added."""
    after = connected("grouped hooks", FOREIGN, "sayso")
    shown = diff_of("settings.json", FOREIGN, after)
    taken = [line for line in shown if line.startswith("-")]
    assert taken == ["--- settings.json"]
    put = [line for line in shown if line.startswith("+")]
    assert put[:7] == [
        "+++ settings.json",
        "+            },",
        "+            {",
        '+                "hooks": [',
        "+                    {",
        '+                        "type": "command",',
        '+                        "command": "sayso hook Stop --host claude-code",',
    ]
    assert disconnected("grouped hooks", after, "sayso") == FOREIGN
    assert diff_of("a", "x", "x\n")[-3:] == ("-x", "\\ No newline at end of file", "+x")
