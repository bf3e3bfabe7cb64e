"""Memory as the tools of an agent framework: two typed functions, bound to one request.

Run it: python examples/agent_tools.py. Frameworks take plain functions and read name, docstring
and type hints; `offer_of` stands in for that here, so that the example needs neither package nor
key. With a framework in its place, inside the `with` block of a turn:

    # pydantic-ai takes the functions as they are (and so does create_agent of langchain.agents)
    agent = Agent(MODEL, instructions=turn.context, tools=memory_functions(turn))
    turn.finish(agent.run_sync(text).output)

    # OpenAI Agents SDK wraps each (and so does `tool` of smolagents)
    tools = [function_tool(one) for one in memory_functions(turn)]
    agent = Agent(name="assistant", instructions=turn.context, tools=tools)
    turn.finish(Runner.run_sync(agent, text).final_output)
"""

from __future__ import annotations

import inspect
import json
from typing import TYPE_CHECKING, get_type_hints

from sayso import Memory, MemoryTurn, Tool

if TYPE_CHECKING:
    from collections.abc import Callable

QUESTION = "Which database do we use?"


def memory_functions(turn: MemoryTurn) -> list[Callable[[str], str]]:
    """Give the memory tools of a request as functions; none for an intent without them.

    They see what this request may see, and end with it. What a model gets wrong comes back as
    `{"error": …}` for it to try again, so a framework has no exception to deal with.
    """

    def memory_search(query: str) -> str:
        return turn.call_tool("memory_search", json.dumps({"query": query}))

    def memory_read(memory_id: str) -> str:
        return turn.call_tool("memory_read", json.dumps({"memory_id": memory_id}))

    functions = {one.__name__: one for one in (memory_search, memory_read)}
    return [documented(functions[tool.name], tool) for tool in turn.tools]


def documented(function: Callable[[str], str], tool: Tool) -> Callable[[str], str]:
    """Write what a model is to be told into the docstring, its parameters in Google's style."""
    told = "".join(f"\n    {one.name}: {one.description}" for one in tool.parameters)
    function.__doc__ = f"{tool.description}\n\nArgs:{told}\n"
    return function


def offer_of(function: Callable[[str], str]) -> str:
    """Stand in for a framework: read what it would tell a model of a function."""
    hints = get_type_hints(function)
    taken = ", ".join(
        f"{name}: {hints[name].__name__}" for name in inspect.signature(function).parameters
    )
    summary = (inspect.getdoc(function) or "").partition(":")[0]
    return f"{function.__name__}({taken}) -> {hints['return'].__name__}: {summary}"


def main() -> None:
    """Learn a decision in one request; in the next, call the tools as a model would."""
    with Memory.in_memory() as memory:
        with memory.turn("We'll use SQLite for storage, that's decided.") as turn:
            turn.finish("Good: SQLite it is.")
        memory.work()
        with memory.turn(QUESTION) as turn:
            search, read = memory_functions(turn)
            for function in (search, read):
                print(offer_of(function))
            [hit] = json.loads(search("SQLite"))["hits"]
            print(read("the first one"))
            proof = json.loads(read(hit["id"]))["sources"][0]["quote"]
            turn.finish(f"As you said: {proof}")
            print(turn.answer)
        with memory.turn("Audit main.py", intent="code_audit") as turn:
            print(memory_functions(turn))  # an intent without memory offers none
            turn.finish("Done.")


if __name__ == "__main__":
    main()
