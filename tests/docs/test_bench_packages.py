"""The bench of memory packages: every package has its rows, with its own reason where it fails."""

import json
import math
import sys
from pathlib import Path

import pytest

from bench import package_texts, packages
from bench.package_tools import Asked, over_mcp
from bench.packages import PACKAGES, Package, installed, told
from bench.packages_apart import ROOT, RivalError, reason_in, run, served
from bench.tables import table

# A server that greets, tells something nobody asked for, answers one tool, and refuses another.
SERVER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        print("a line that is no JSON", flush=True)
        continue
    print(json.dumps({"jsonrpc": "2.0", "method": "notifications/message"}), flush=True)
    called = asked["params"].get("name")
    result = {"content": [{"type": "text", "text": f"{called}: note 00001"}]}
    if called == "broken":
        result |= {"isError": True}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


def test_each_pinned_package_is_measured() -> None:
    """The pins and the table of packages name the same ones, but for us and who is left out."""
    lines = (ROOT / "bench" / "packages.txt").read_text("utf-8").splitlines()
    pinned = [line.partition("==")[0] for line in lines if line and not line.startswith("#")]
    assert pinned == [one.name for one in PACKAGES[1:] if not one.left_out]
    assert all("==" in line for line in lines if line and not line.startswith("#"))


def test_nothing_installed_leaves_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without environments every package but ours has a row of each kind with a reason."""
    monkeypatch.setattr(packages, "ENVIRONMENTS", tmp_path)
    monkeypatch.setattr(packages, "PACKAGES", PACKAGES[1:])
    (tmp_path / "cognee.txt").write_text("no matching\ndistribution\n", "utf-8")
    rows = [row for one in PACKAGES[1:] for row in packages.sizes(one)]
    rows += [row for one in PACKAGES[1:] for row in packages.searches(one, quick=True, lent="")]
    rows += packages.greetings(1)
    assert all(math.isnan(row.p50) and row.note for row in rows)
    assert {row.who for row in rows} == {one.name for one in PACKAGES[1:]}
    assert {row.note for row in rows} == {
        packages.NOT_INSTALLED,
        packages.TORCH,
        "no matching distribution",
    }


def test_what_was_found_becomes_figures() -> None:
    """The share of questions whose text is among the hits stands beside the times."""
    answers = Asked(added_s=[0.001, 0.001], searched_s=[0.002, 0.002], found=[["a", "b"], ["c"]])
    rows = [*told("sayso", 2, answers, ["b", "d"], ""), *told("x", 2, None, [], "needs a key")]
    assert table(rows) == (
        "adding a text\n"
        "who    size  unit   p50   p95  p95 to ours  note\n"
        "sayso     2  ms    1.00  1.00\n"
        "x         2  ms       -     -               needs a key\n"
        "\n"
        "searching\n"
        "who    size  unit        p50    p95  p95 to ours  note\n"
        "sayso     2  ms         2.00   2.00\n"
        "x         2  ms            -      -               needs a key\n"
        "sayso     2  recall@5  0.500  0.500\n"
        "x         2  recall@5      -      -               needs a key"
    )


def test_the_size_is_that_of_the_packages(tmp_path: Path) -> None:
    """Compiled files do not count, each distribution does."""
    site = tmp_path / "lib" / "python3.11" / "site-packages"
    for name, length in (("a-1.dist-info/RECORD", 10), ("a/x.py", 20), ("a/__pycache__/x", 40)):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(bytes(length))
    assert installed(tmp_path) == (30, 1)


def test_a_package_is_run_with_nothing_of_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process has an empty home and none of the user's keys, and no way to a network."""
    monkeypatch.setenv("OPENAI_API_KEY", "a key")
    ran = run(
        [sys.executable, "-c", "import json, os; print(json.dumps({**os.environ}))"], tmp_path, 9
    )
    told_to_it = json.loads(ran.printed)
    assert "OPENAI_API_KEY" not in told_to_it
    assert told_to_it["HOME"] == str(tmp_path)


def test_the_reason_is_the_packages_own(tmp_path: Path) -> None:
    """What a package said last is the reason, without colours; who said nothing has that told."""
    failing = "import sys; sys.exit('first\\n\\x1b[31mneeds a key\\x1b[0m\\n')"
    with pytest.raises(RivalError, match=r"^needs a key$"):
        run([sys.executable, "-c", failing], tmp_path, 9)
    assert reason_in("") == "ended without a word"
    assert reason_in("a key is required\nsee our page\n") == "a key is required"


def test_a_server_is_asked_past_its_noise(tmp_path: Path) -> None:
    """Notifications and lines that are no JSON are passed over, and a tool's error is a reason."""
    with served([sys.executable, "-c", SERVER], tmp_path, 9) as server:
        server.greet()
        assert server.call("search", {}) == "search: note 00001"
        with pytest.raises(RivalError, match="broken: note 00001"):
            server.call("broken", {})


def test_notes_are_recognised_by_their_titles(tmp_path: Path) -> None:
    """Of what a server answers, the texts of the titles in it are found."""
    with served([sys.executable, "-c", SERVER], tmp_path, 9) as server:
        asked = over_mcp(server, "basic-memory", ["one", "two"], ["where?"])
    assert asked.found == [["two"]]


def test_the_texts_are_a_thousand_and_each_question_has_one() -> None:
    """No text comes twice, and a question is about the person whom its text is about."""
    said, asked = package_texts.texts(quick=False), package_texts.questions(quick=False)
    assert (len(said), len(set(said))) == (1_000, 1_000)
    assert len({question for question, _ in asked}) == len(asked) >= 60
    assert all(any(word in said[number] for word in question.split()) for question, number in asked)


def test_ours_is_run_where_the_bench_is() -> None:
    """Our command is that of the running environment, another's that of its own."""
    ours = packages.command(PACKAGES[0], ("sayso", "--help"))
    assert ours == [str(Path(sys.executable).with_name("sayso")), "--help"]
    other = packages.command(Package(name="x", start=()), ("y",))
    assert other == [str(packages.ENVIRONMENTS / "x" / "bin" / "y")]
