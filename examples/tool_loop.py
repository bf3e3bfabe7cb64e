"""A host whose model may look things up: it offers the two memory tools and answers their calls.

Run it: python examples/tool_loop.py. The model here is a canned function that searches, reads
what it found, and answers; a real one gets the same tools in its own format.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso import Memory

if TYPE_CHECKING:
    from sayso.shell.turn import MemoryTurn


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A tool call of the model: which tool, and its one argument."""

    tool: str
    argument: str


def ask_model(results: tuple[str, ...]) -> Call | str:
    """Stand in for a language model: search first, read the best hit, then answer."""
    match results:
        case ():
            return Call(tool="memory_search", argument="SQLite")
        case (found,):
            return Call(tool="memory_read", argument=found.split()[0])
        case _:
            return f"As you said: {results[-1]}"


def run_tool(turn: MemoryTurn, call: Call) -> str:
    """Answer one tool call within the bounds of this request."""
    if call.tool == "memory_search":
        return "\n".join(f"m{hit.item_id} {hit.title}" for hit in turn.search(call.argument))
    return turn.read(call.argument).sources[0].quote


def answer_request(turn: MemoryTurn) -> str:
    """Let the model call tools until it answers."""
    results: tuple[str, ...] = ()
    while isinstance(step := ask_model(results), Call):
        print(f"{step.tool}({step.argument!r})")
        results = (*results, run_tool(turn, step))
    return step


def main() -> None:
    """Learn a decision in one request, and use it in the next."""
    with Memory.in_memory() as memory:
        with memory.turn("We'll use SQLite for storage, that's decided.") as turn:
            turn.finish("Good: SQLite it is.")
        memory.work()
        with memory.turn("Which database do we use?") as turn:
            print(f"tools: {', '.join(turn.tools)}")
            answer = answer_request(turn)
            turn.finish(answer)
        print(answer)


if __name__ == "__main__":
    main()
