"""The pure part of a chat: what a line asks, how an answer is made, what an interruption does."""

from __future__ import annotations

from dataclasses import replace

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.chat.exchange import (
    Answer,
    Exchange,
    Question,
    Wanted,
    advance,
    begin,
    resume,
)
from sayso.core.chat.lines import (
    USAGES,
    Command,
    Verb,
    Words,
    Wrong,
    help_lines,
    read_line,
    words_of,
)
from sayso.core.chat.sitting import Sitting, after_end, after_interruption, after_line
from sayso.core.chat.utterances import Called, Returned, ToolUse
from sayso.core.diagnostics import ModelFault
from sayso.core.model import Message, ModelReply, Purpose
from sayso.core.project.context import HistoryMessage
from sayso.core.project.tools import Tool
from sayso.core.turns import Role

TOOL = Tool(name="memory_search", description="Search.", parameters=())
QUESTION = Question(
    prompt="Be kind.\n",
    context="<sayso-memory>",
    history=(HistoryMessage(role=Role.USER, text="Before.", turn_id=1),),
    text="Now?",
    tools=(TOOL,),
)


def calls_of(count: int) -> tuple[ToolUse, ...]:
    """Give so many calls of the tool."""
    return tuple(
        ToolUse(id=f"call_{number}", name="memory_search", arguments="{}")
        for number in range(count)
    )


def calling(count: int = 1, text: str = "") -> ModelReply:
    """Give a reply that calls the tool."""
    return ModelReply(text=text, calls=calls_of(count), message='{"role":"assistant"}')


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("", None),
        (" \t", None),
        ("Hello.", Words(text="Hello.")),
        (" /new", Words(text=" /new")),
        ("／recall 資料庫  用什麼", Command(verb=Verb.RECALL, argument="資料庫 用什麼")),
        ("/recall", Wrong(message="/recall takes the words to look for", hint="see /help")),
        ("/usr/bin/env fails", Words(text="/usr/bin/env fails")),
        ("a /new b", Words(text="a /new b")),
        ("/new", Command(verb=Verb.NEW)),
        ("／New ", Command(verb=Verb.NEW)),
        ("/reset", Command(verb=Verb.RESET)),
        ("/help", Command(verb=Verb.HELP)),
        ("/memory status", Command(verb=Verb.STATUS)),
        ("/memory  LIST", Command(verb=Verb.LIST)),
        ("/memory show m1", Command(verb=Verb.SHOW, argument="m1")),
        ("/memory forget M2", Command(verb=Verb.FORGET, argument="M2")),
        ("/memory clear", Command(verb=Verb.CLEAR)),
        ("/memory clear --confirm", Command(verb=Verb.CLEAR, argument="--confirm")),
        ("/memory export", Command(verb=Verb.EXPORT)),
    ],
)
def test_a_line_is_words_or_a_command(line: str, meant: object) -> None:
    """Only a slash at the very beginning makes a command; words come through to the character."""
    assert read_line(line) == meant


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("/", "there is no command /"),
        ("/quit", "there is no command /quit"),
        ("/" + "x" * 100, "there is no command /xxx"),
        ("/memory", "its own commands"),
        ("/memory drop", "its own commands"),
        ("/new thread", "/new takes nothing"),
        ("/memory show", "/memory show takes ID"),
        ("/memory show m1 m2", "/memory show takes ID"),
        ("/memory clear now", "/memory clear takes --confirm"),
        ("/memory clear --CONFIRM", "/memory clear takes --confirm"),
    ],
)
def test_a_command_that_is_none_is_refused(line: str, why: str) -> None:
    """It never reaches the model: the reason and a way on come back, both short."""
    wrong = read_line(line)
    assert isinstance(wrong, Wrong)
    assert why in wrong.message
    assert wrong.hint
    assert len(wrong.message) < 100


@given(st.text())
def test_every_line_means_something(line: str) -> None:
    """Whatever is typed is nothing, words as they are, a command, or refused."""
    meant = read_line(line)
    assert meant is None or isinstance(meant, Words | Command | Wrong)
    if isinstance(meant, Words):
        assert meant.text == line


def test_the_help_has_every_command_on_a_line() -> None:
    """What can be written is what is told, and each line of it is understood."""
    lines = help_lines()
    assert len(lines) == len(USAGES) == len(Verb)
    for line, usage in zip(lines, USAGES, strict=True):
        written = line[: -len(usage.says)].strip().replace("ID", "m1")
        read = read_line(written)
        assert isinstance(read, Command)
        assert read.verb is usage.verb
        assert line.startswith(words_of(usage.verb))


def test_a_question_is_put_with_all_it_needs() -> None:
    """The prompt and the context are the system's, the history are messages, tools come along."""
    request = begin(QUESTION).request
    assert request.purpose is Purpose.CHAT
    assert request.messages == (
        Message(role="system", text="Be kind.\n\n<sayso-memory>"),
        Message(role="user", text="Before."),
        Message(role="user", text="Now?"),
    )
    assert (request.tools, request.may_call, request.steps) == ((TOOL,), True, ())
    assert (request.policy.reasoning, request.policy.streaming) == (False, False)


def test_a_question_without_memory_has_prompt_and_words_alone() -> None:
    """An intent without memory gets no history, no context and no tools (A144-A146)."""
    bare = replace(QUESTION, context="", history=(), tools=())
    request = begin(bare).request
    assert [one.text for one in request.messages] == ["Be kind.", "Now?"]
    assert request.tools == ()


def test_words_are_the_answer() -> None:
    """A reply without calls ends the exchange."""
    assert advance(begin(QUESTION), ModelReply(text="Yes.")) == Answer(text="Yes.")


def test_results_go_back_under_their_calls() -> None:
    """Each call gets its own result, in order, and what the model said goes back as it came."""
    wanted = advance(begin(QUESTION), calling(2, text="I look."))
    assert isinstance(wanted, Wanted)
    request = resume(wanted, ("one", "two")).request
    called, returned = request.steps
    assert called == Called(message='{"role":"assistant"}')
    assert isinstance(returned, Returned)
    assert [(one.use_id, one.text) for one in returned.results] == [
        ("call_0", "one"),
        ("call_1", "two"),
    ]


def test_calls_beyond_the_bound_are_told_so() -> None:
    """A message may call a few tools; the others get an answer too, and nothing is searched."""
    wanted = advance(begin(QUESTION), calling(limits.CHAT_CALLS_MAX + 2))
    assert isinstance(wanted, Wanted)
    assert len(wanted.calls) == limits.CHAT_CALLS_MAX
    returned = resume(wanted, ("x",) * limits.CHAT_CALLS_MAX).request.steps[-1]
    assert isinstance(returned, Returned)
    texts = [orjson.loads(one.text) for one in returned.results[limits.CHAT_CALLS_MAX :]]
    assert [list(one) for one in texts] == [["error"]] * 2


def last_round() -> Exchange:
    """Let the model call tools in every round it may."""
    exchange = begin(QUESTION)
    while exchange.request.may_call:
        wanted = advance(exchange, calling())
        assert isinstance(wanted, Wanted)
        exchange = resume(wanted, ("{}",))
    return exchange


def test_rounds_are_bounded() -> None:
    """In the last round the model is told that it may not call; then only words count."""
    exchange = last_round()
    assert exchange.rounds + 1 == limits.CHAT_ROUNDS_MAX
    assert advance(exchange, ModelReply(text="So.")) == Answer(text="So.")
    assert advance(exchange, calling(text="So.")) == Answer(text="So.")
    fault = advance(exchange, calling())
    assert isinstance(fault, ModelFault)
    assert fault.kind == "only_calls"


def test_a_second_interruption_ends_the_chat() -> None:
    """Anything said in between makes the next one the first again."""
    sitting = Sitting(session="a")
    once = after_interruption(sitting)
    assert (once.is_warned, once.is_over) == (True, False)
    assert after_interruption(once).is_over
    assert not after_interruption(after_line(once)).is_over
    assert after_end(sitting) == replace(sitting, is_over=True)
