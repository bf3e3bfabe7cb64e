"""The code graph: who calls whom, grown by files, and the hashes of functions."""

from dataclasses import replace

import pytest

from sayso.core.knowledge.graph import (
    CodeGraph,
    Defined,
    FileNode,
    callees,
    callers,
    function_hash,
    graph_fields,
    last_name,
    node_of,
    places,
    read_graph,
    source_hashes,
)
from sayso.core.knowledge.outline import Kind, Part, outlines


def defined(name: str, *calls: str, digest: str = "1", line: int = 1) -> Defined:
    """Give a function with its calls."""
    return Defined(name=name, first_line=line, last_line=line + 2, hash=digest, calls=calls)


def graph(**files: tuple[Defined, ...]) -> CodeGraph:
    """Give a graph of C files."""
    nodes = {
        f"{name}.c": FileNode(hash=name, parser="p", functions=found)
        for name, found in files.items()
    }
    return CodeGraph(files=nodes, cursor="a.c")


CAR = graph(
    a=(defined("main", "brake", "self.horn", "puts"), defined("Car.stop", "brake")),
    b=(defined("brake", "log"), defined("Horn.horn", "brake", "brake")),
    c=(defined("brake"), defined("test", "x->brake", "Horn::horn")),
)


def test_callers_are_found_across_files() -> None:
    """A call means the function of its own file where that has one of the name, else all."""

    def names(called: str) -> list[str]:
        return [one.function.name for one in callers(CAR, called)]

    assert names("brake") == ["main", "Car.stop", "Horn.horn", "test"]
    assert names("Horn.horn") == ["main", "test"]
    assert names("puts") == ["main"]
    assert names("nobody") == []
    assert [one.path for one in callers(graph(a=(defined("f", "go"), defined("go"))), "X.go")] == []


def test_callees_are_functions_that_there_are() -> None:
    """What is called and defined nowhere is left out; the file's own function goes first."""
    assert callees(CAR, "MAIN") == ("Horn.horn", "brake")
    assert callees(CAR, "test") == ("Horn.horn", "brake")
    assert callees(CAR, "nobody") == ()
    two = graph(a=(defined("f", "go"), defined("A.go")), b=(defined("B.go"), defined("g", "go")))
    assert (callees(two, "f"), callees(two, "g")) == (("A.go",), ("B.go",))


def test_a_function_is_known_by_its_texts_wherever_they_stand() -> None:
    """Its hash changes with any of its definitions and with their files, not with lines."""
    found = places(CAR)["BRAKE"]
    assert [one.path for one in found] == ["b.c", "c.c"]
    whole = function_hash(found)
    moved = [one._replace(function=replace(one.function, first_line=99)) for one in found]
    assert function_hash(moved) == whole
    assert function_hash(found[::-1]) == whole
    assert function_hash(found[:1]) != whole
    assert function_hash([one._replace(path="d.c") for one in found]) != whole
    changed = found[0]._replace(function=replace(found[0].function, hash="2"))
    assert function_hash([changed, found[1]]) != whole
    by_path = source_hashes([changed, found[1]])
    assert by_path.keys() == {"b.c", "c.c"}
    assert by_path["c.c"] == source_hashes(found)["c.c"]
    assert by_path["b.c"] != source_hashes(found)["b.c"]


def test_a_file_becomes_a_node() -> None:
    """A node has of each function the name, the lines, the hash, and calls once each."""
    inside = tuple(Part(kind=Kind.CALL, name=name) for name in ("b", "a", "b"))
    part = Part(kind=Kind.FUNCTION, name="f", first_line=2, last_line=4, source="f", inner=inside)
    found = outlines("a.c", [part])
    assert node_of(found, "h", "p") == FileNode(
        hash="h",
        parser="p",
        functions=(
            Defined(name="f", first_line=2, last_line=4, hash=found[0].hash, calls=("b", "a")),
        ),
    )


@pytest.mark.parametrize(
    ("written", "last"),
    [("a?.b", "b"), ("make<T>", "make"), ("f()", ""), ("", ""), ("::go", "go"), ("检查", "检查")],
)
def test_the_last_part_of_a_name(written: str, last: str) -> None:
    """Only a name is one; what is computed has none."""
    assert last_name(written) == last


def test_a_graph_comes_back() -> None:
    """A graph is read as it was written; another version, and what is none, is refused."""
    faulty = CodeGraph(files={**CAR.files, "d.py": FileNode(hash="d", parser="ast", fault="bad")})
    for one in (CAR, faulty, CodeGraph()):
        assert read_graph(graph_fields(one)).unwrap() == one
    assert "version is None, not 1" in read_graph({}).failure()
    assert read_graph({"schema_version": 1, "files": []}).failure() == "the graph has no files"
    loose = {"schema_version": 1, "files": {"a.c": {"functions": [{"first_line": "x"}, 3]}}}
    assert read_graph(loose).unwrap().files["a.c"].functions == (
        Defined(name="", first_line=0, last_line=0, hash=""),
    )
