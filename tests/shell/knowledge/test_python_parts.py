"""Python's own parser gives the parts of a source, whatever that looks like."""

from __future__ import annotations

import pytest

from sayso.core.knowledge.code_render import render_code
from sayso.core.knowledge.outline import outlines
from sayso.core.knowledge.outline_blocks import code_blocks
from sayso.shell.knowledge.learning.python_parts import PythonParser

SOURCE = '''
@cache
def check(self, speed: int = 0, *, wet=False) -> bool:
    """Say whether it is late."""
    late: bool = speed > LIMIT
    if late and (n := count()):
        self.n += 1
        raise Late(n) from None
    elif wet: return False
    else:
        log("fine")
    while busy(): wait()
    try:
        go()
    except (OSError, Late):
        raise
    match state:
        case "idle" if ready(): self.state = "run"
        case _: yield 1
    assert speed, "none"
    def inner(): return 2
    return [f(x) for x in
            late]

class Car:
    async def stop(self): a, b = await self.brake(1)
'''
TOLD = """\
### alarm_logic
- rules: when: late and (n := count()); then: ["sets self.n += 1","raises Late(n)"]
- rules: when: else if wet; then: ["returns False"]
- rules: when: else of late and (n := count()); then: ["calls log(\\"fine\\")"]
- rules: when: while busy(); then: ["calls wait()"]
- rules: when: except (OSError, Late); then: ["raises what was caught"]
### calculation_chain
- steps: sets: late; from: speed > LIMIT
- steps: sets: n; from: count()
- steps: sets: self.n; from: += 1; when: ["late and (n := count())"]
- steps: sets: self.state; from: "run"; when: ["\\"idle\\" if ready()"]
### output_chain
- outputs: writes: self.n; from: += 1; when: ["late and (n := count())"]
- outputs: raises: Late(n); when: ["late and (n := count())"]
- outputs: returns: False; when: ["else if wet"]
- outputs: raises: what was caught; when: ["except (OSError, Late)"]
- outputs: writes: self.state; from: "run"; when: ["\\"idle\\" if ready()"]
- outputs: returns: 1; when: ["_"]
- outputs: raises: AssertionError unless speed
- outputs: returns: [f(x) for x in late]
### state_machine
- cases: on: state; is: "idle" if ready(); then: ["sets self.state = \\"run\\""]
- cases: on: state; is: _; then: ["returns 1"]
### outline
- calls: count
- calls: Late
- calls: log
- calls: busy
- calls: wait
- calls: go
- calls: ready
- calls: f
- definitions: name: check; parameters: self, speed: int=0, *, wet=False; in: a.py"""


def told(source: bytes) -> dict[str, str]:
    """Give what is told of each function of a source, without ids."""
    found = outlines("a.py", PythonParser().parts(source).unwrap())
    texts = {one.name: render_code(code_blocks([one], {})) for one in found}
    return {name: without_ids(text) for name, text in texts.items()}


def without_ids(text: str) -> str:
    """Leave out the ids that follow from content."""
    lines = []
    for line in text.splitlines():
        head, _, rest = line.partition(": ")
        first, _, others = rest.partition("; ")
        lines.append(f"{head}: {others}" if others and ":" not in first else line)
    return "\n".join(lines)


def test_everything_that_a_function_does_is_told() -> None:
    """Conditions, changes, calls, results and cases, in the order and words of the source."""
    found = told(SOURCE.encode())
    assert list(found) == ["check", "check.inner", "Car.stop"]
    assert found["check"] == TOLD
    assert "- calls: self.brake" in found["Car.stop"]
    assert "sets: a, b; from: await self.brake(1)" in found["Car.stop"]


def test_lines_and_text_are_those_of_the_source() -> None:
    """A decorator belongs to its function; other scripts, encodings and line ends are read."""
    found = outlines("a.py", PythonParser().parts(SOURCE.encode()).unwrap())[0]
    assert (found.first_line, found.last_line) == (2, 23)
    assert found.source.startswith("@cache\n")
    assert "returns: '刹车' + x" in told("def f(x):\r\n    return '刹车' + x\r\n".encode())["f"]
    assert "returns: 'é'" in told("# coding: latin-1\ndef f(): return 'é'".encode("latin-1"))["f"]
    assert "returns: 'é'" in told(b"\xef\xbb\xbfdef f(): return '\xc3\xa9'")["f"]


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (b"def f(:\n", "in line 1"),
        (b"x = '\x00'", "null bytes"),
        (b"\xff", "is no Python"),
        (b"# coding: nothing\n", "unknown encoding"),
        (b"(" * 300, "is no Python"),
        (b"x = " + b"-" * 100_000 + b"1", "nested too deeply"),
        (b"x = '\\ud800'\ndef \xf0\x9f\x98\x80(): pass", "in line 2"),
    ],
)
def test_what_is_no_python_is_told_with_the_reason(source: bytes, why: str) -> None:
    """Whatever is wrong, there is a reason and no exception."""
    assert why in PythonParser().parts(source).failure()


def test_deep_and_long_sources_end() -> None:
    """Long chains of conditions stand side by side; what is too deep is told flat."""
    chain = "if x: a()\n" + "".join(f"    elif x == {at}: a()\n" for at in range(300))
    assert (
        "else if x == 299"
        in PythonParser().parts(f"def f():\n    {chain}".encode()).unwrap()[0].inner[-1].text
    )
    deep = "".join(f"{' ' * at}if x{at}:\n" for at in range(1, 80))
    text = f"def f():\n{deep}{' ' * 80}go()\n"
    assert "- calls: go" in told(text.encode())["f"]


def test_odd_escapes_are_no_warning() -> None:
    """What Python would warn of is the business of whoever wrote it."""
    assert "f" in told(b"def f(): return '\\d'")
