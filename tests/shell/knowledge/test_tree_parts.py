"""Other languages are read by their grammars: the same parts, whatever the language calls them.

Each test is skipped where its grammar is not installed; `pip install 'sayso[code]'` brings all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.knowledge.outline import Outline, outlines
from sayso.core.knowledge.outline_blocks import code_blocks
from sayso.shell.knowledge.learning.tree_parts import GRAMMARS, TreeParser, tree_parser
from tests.shell.knowledge.learnkit import tree_in

if TYPE_CHECKING:
    from pathlib import Path

C_SOURCE = """
#include <stdio.h>
DECLARE(x);
static int brake_check(const struct S *s, int speed)
{
    int late = speed > LIMIT ? 1 : 0;
    if (speed > 5 && late) { alarm(LATE); state = S_ALARM; return 1; }
    else if (speed < 0) goto out;
    else { log_it("fine"); }
    switch (state) { case IDLE: state = RUN; break; case RUN: { stop(); } default: log_it("x"); }
    s->count++; --n;
    while (busy()) wait_a_tick();
out:
    return s->out(3);
}
char *name_of(int a) { return table[a]; }
int declared(int a);
"""
SOURCES = {
    "c": C_SOURCE,
    "cpp": """
namespace car { class Brake : public Part { public:
  Brake(int x) : x_(x) { init(); }
  bool check(int v) const { try { return std::max(v, 3) > limit_; }
    catch (const Bad& e) { throw Oops("x"); } }
}; }
int car::Brake::late(int v) { auto f = [&](int a) { go(); return a; }; return f(v); }
""",
    "go": """package car
func (b *Brake) Check(v int) (bool, error) {
  if err := b.read(); err != nil { return false, err } else if v > 3 { b.n++ }
  switch b.state { case Idle, Off: b.state = Run; default: b.log("x") }
  limit := 3
  return v > limit, nil
}
""",
    "java": """class Brake { private int n;
  Brake(int n) { this.n = n; }
  int check(int v) throws Bad { if (v > 3) { alarm.raise(v); throw new Bad("x"); }
    switch (state) { case IDLE: state = RUN; break; default: log("x"); }
    try { go(); } catch (IOException e) { n++; } return v; } }
interface I { int f(); }
""",
    "javascript": """
export function check(v, {limit} = {}) { if (v > limit) { alarm('late'); return true } else n += 1
  switch (state) { case 'idle': state = 'run'; break; default: log('x') } throw new Error('x') }
const short = a => a + 1;
class Car { stop = () => { this.on = false } }
exports.late = function () { list.map(x => { return x }); return 1 };
""",
    "rust": """
mod car { impl Brake { pub fn check(&mut self, v: i32) -> Result<bool, E> {
   let late = v + 1; if v > 3 { self.alarm(v)?; return Err(E::Late); } else { self.n += 1; }
   match self.state { State::Idle => self.state = State::Run, _ => println!("x"), }
   Ok(late > 3) } } trait T { fn a(&self); fn b(&self) -> i32 { 1 } } }
""",
    "tsx": "const View = (p: Props) => { return <b onClick={() => go(1)}>{p.x}</b>; };",
    "typescript": """
namespace N { export class Car<T> { check(v: number): boolean { return v > <number>this.n; } } }
export const go = async <T>(a: T): Promise<T> => { if (!a) throw new Error("x"); return a; };
""",
}
JOINTS = {"cpp": "::", "rust": "::"}


def parser(language: str) -> TreeParser:
    """Give the parser of a language, or skip the test."""
    found = tree_parser(language)
    if found is None:
        pytest.skip(f"no grammar of {language}: pip install 'sayso[code]'")
    return found


def read(language: str, source: str) -> dict[str, Outline]:
    """Give the functions of a source by their names."""
    parts = parser(language).parts(source.encode()).unwrap()
    return {one.name: one for one in outlines("a", parts, JOINTS.get(language, "."))}


def said(found: Outline, focus: str, key: str) -> list[tuple[object, ...]]:
    """Give the items of a list of a focus as tuples, without ids."""
    block = code_blocks([found], {}).get(focus, {})
    assert isinstance(block, dict)
    return [
        tuple(tuple(one) if isinstance(one, list) else one for name, one in item.items()
              if name != "id")
        for item in block.get(key, [])
    ]  # fmt: skip


NAMES = {
    "c": ["brake_check", "name_of"],
    "cpp": ["car::Brake::Brake", "car::Brake::check", "car::Brake::late"],
    "go": ["Brake.Check"],
    "java": ["Brake.Brake", "Brake.check"],
    "javascript": ["check", "short", "Car.stop", "exports.late"],
    "rust": ["car::Brake::check", "car::T::b"],
    "tsx": ["View"],
    "typescript": ["N.Car.check", "go"],
}


@pytest.mark.parametrize("language", sorted(SOURCES))
def test_functions_are_found_by_their_whole_names(language: str) -> None:
    """What is only declared is no function; classes, modules and receivers stand before names."""
    assert list(read(language, SOURCES[language])) == NAMES[language]


def test_all_grammars_are_tried() -> None:
    """No language that the extra reads goes without a source above."""
    assert SOURCES.keys() == NAMES.keys() == GRAMMARS.keys()
    assert tree_parser("lua") is None


def test_c_is_told_in_its_own_words() -> None:
    """Conditions, changes, states and results of a function of a control unit."""
    found = read("c", C_SOURCE)["brake_check"]
    assert (found.first_line, found.last_line, found.parameters) == (
        4,
        15,
        "const struct S *s, int speed",
    )
    assert said(found, "alarm_logic", "rules") == [
        ("speed > 5 && late", ("calls alarm(LATE)", "sets state = S_ALARM", "returns 1")),
        ("else of speed > 5 && late", ('calls log_it("fine")',)),
        ("while busy()", ("calls wait_a_tick()",)),
    ]
    assert said(found, "calculation_chain", "steps") == [
        ("late", "speed > LIMIT ? 1 : 0"),
        ("state", "S_ALARM", ("speed > 5 && late",)),
        ("state", "RUN", ("IDLE",)),
        ("s->count", "++"),
        ("n", "--"),
    ]
    assert said(found, "output_chain", "outputs") == [
        ("1", ("speed > 5 && late",)),
        ("s->count", "++"),
        ("s->out(3)",),
    ]
    assert said(found, "state_machine", "cases") == [
        ("state", "IDLE", ("sets state = RUN",)),
        ("state", "RUN", ("calls stop()",)),
        ("state", "default", ('calls log_it("x")',)),
    ]
    assert found.calls == ("alarm", "log_it", "stop", "busy", "wait_a_tick", "s->out")


@pytest.mark.parametrize(
    ("language", "name", "rules"),
    [
        ("cpp", "car::Brake::check", [("catch const Bad& e", ('raises Oops("x")',))]),
        (
            "go",
            "Brake.Check",
            [("err != nil", ("returns false, err",)), ("else if v > 3", ("sets b.n ++",))],
        ),
        (
            "java",
            "Brake.check",
            [
                ("v > 3", ("calls alarm.raise(v)", 'raises new Bad("x")')),
                ("catch IOException e", ("sets n ++",)),
            ],
        ),
        (
            "javascript",
            "check",
            [
                ("v > limit", ("calls alarm('late')", "returns true")),
                ("else of v > limit", ("sets n += 1",)),
            ],
        ),
        (
            "rust",
            "car::Brake::check",
            [
                ("v > 3", ("calls self.alarm(v)", "returns Err(E::Late)")),
                ("else of v > 3", ("sets self.n += 1",)),
            ],
        ),
        ("typescript", "go", [("!a", ('raises new Error("x")',))]),
    ],
)
def test_conditions_lead_to_what_is_done(language: str, name: str, rules: list[object]) -> None:
    """Each language's own conditions, catches and throws."""
    assert said(read(language, SOURCES[language])[name], "alarm_logic", "rules") == rules


@pytest.mark.parametrize(
    ("language", "name", "cases"),
    [
        ("go", "Brake.Check", [("b.state", "Idle, Off"), ("b.state", "default")]),
        ("java", "Brake.check", [("state", "IDLE"), ("state", "default")]),
        ("javascript", "check", [("state", "'idle'"), ("state", "default")]),
        ("rust", "car::Brake::check", [("self.state", "State::Idle"), ("self.state", "_")]),
    ],
)
def test_switches_have_their_cases(language: str, name: str, cases: list[object]) -> None:
    """A subject, and the values that it is held against."""
    found = said(read(language, SOURCES[language])[name], "state_machine", "cases")
    assert [case[:2] for case in found] == cases
    assert all(len(case) == 3 for case in found)


@pytest.mark.parametrize(
    ("language", "name", "outputs"),
    [
        ("cpp", "car::Brake::late", [("f(v)",)]),
        ("javascript", "short", [("a + 1",)]),
        ("javascript", "exports.late", [("1",)]),
        ("rust", "car::T::b", [("1",)]),
        ("java", "Brake.Brake", [("this.n", "n")]),
    ],
)
def test_what_leaves_a_function_is_its_own(language: str, name: str, outputs: list[object]) -> None:
    """A last expression counts; what a function without a name gives is for its caller."""
    assert said(read(language, SOURCES[language])[name], "output_chain", "outputs") == outputs


def test_old_and_broken_sources_are_read_as_far_as_they_go() -> None:
    """Parameters in the old way, macros, half a function and bytes that are no text end nothing."""
    found = read("c", "int old(a) int a; { return a; }\nint half(int b) { if (b) {")
    assert found["old"].parameters == "a"
    parts = parser("c").parts(b"int f(void) { return \xff\xfe; }\x00").unwrap()
    assert outlines("a.c", parts)[0].name == "f"


def test_what_has_no_name_is_no_function() -> None:
    """A namespace that a C parser takes for a function is looked into, and is none itself."""
    assert list(read("c", "namespace x { int f(void) { return 1; } }")) == ["f"]


def test_headers_are_read_as_cpp(tmp_path: Path) -> None:
    """A header may be of either language, and its classes stand before names."""
    parser("cpp")
    tree = tree_in(tmp_path)
    (tree.root / "car.h").write_text("class Car { int stop() { return 1; } };\nint go(void) {}\n")
    found = tree.task().reader.outlines("car.h").unwrap()
    assert [one.name for one in found] == ["Car::stop", "go"]


def test_long_chains_and_deep_nests_end() -> None:
    """Many conditions stand side by side; what is nested beyond the bound is told flat."""
    chain = " else ".join(f"if (x == {at}) a({at});" for at in range(400))
    found = read("c", f"void f(int x) {{ {chain} }}")["f"]
    assert found.facts[-2].part.text == "else if x == 399"
    deep = "if (x) {" * 300 + "go();" + "}" * 300
    nested = read("c", f"void f(int x) {{ {deep} }}")["f"]
    assert nested.calls == ("go",)
    assert max(len(fact.under) for fact in nested.facts) <= limits.CODE_DEPTH_MAX
    sums = read("c", f"int f(int x) {{ return {'x + ' * 3000}x; }}")["f"]
    assert len(sums.facts) == 1
