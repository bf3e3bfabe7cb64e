"""What the simulated users say. Every message holds a word of its own that nobody else says.

The words `zq1x`, `zq2x`, … are the markers by which a run knows whose words stand where: in which
generation they were said, and that they are gone after a clear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core.items import Kind

if TYPE_CHECKING:
    from tests.sim.tape import Tape

MARKER = re.compile(r"zq\d+x")
# English and Chinese by turns; the first of each pair is what the title of a memory says.
TOPICS = ("builds", "releases", "日志", "测试")
PROPOSED = "I suggest we use {marker} for {topic}."
AGREED = "Yes, let's do that"
SAID = (
    (Kind.PREFERENCE, "From now on always use {marker} for {topic}.", 12),
    (Kind.DECISION, "We decided: use {marker} for {topic}.", 12),
    (Kind.PREFERENCE, "以后{topic}一律用 {marker}。", 0),
    (Kind.DECISION, "我们决定：{topic}用 {marker}。", 0),
    (Kind.DISCUSSION, "We are still looking at {marker} for {topic}.", 7),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a user, with the answer that the host will show.

    `kind` is what a careful model makes of it, None for nothing; `quote` are the words that prove
    it. A confirmation has the words of the answer before that it agrees to in `proposal`.
    """

    user: str
    assistant: str
    topic: str = ""
    kind: Kind | None = None
    quote: str = ""
    proposal: str = ""


@dataclass
class Speech:
    """Thinks of messages, and remembers all that were said, by their text."""

    tape: Tape
    topics: tuple[str, ...] = TOPICS
    count: int = 0

    def __post_init__(self) -> None:
        self.said: dict[str, Message] = {}
        self._offers: dict[str, tuple[str, str]] = {}

    def marker(self) -> str:
        """Give a word that nobody has said yet."""
        self.count += 1
        return f"zq{self.count}x"

    def next(self, session: str) -> Message:
        """Think of the next message of a session."""
        how = self.tape.draw(10)
        if how < 5:
            message = self._statement(*SAID[how % len(SAID)])
        elif how < 7:
            message = self._offered(session)
        else:
            message = (self._chat, self._chat, self._withdrawal)[how - 7]()
        self.said[message.user] = message
        return message

    def _statement(self, kind: Kind, form: str, quote_from: int) -> Message:
        topic = self.tape.pick(self.topics)
        user = form.format(marker=self.marker(), topic=topic)
        quote = user[quote_from:-1]
        return Message(user=user, assistant=self._fine(), topic=topic, kind=kind, quote=quote)

    def _offered(self, session: str) -> Message:
        """Let the host propose something, or the user agree to what was just proposed."""
        offer = self._offers.pop(session, None)
        if offer is None:
            topic = self.tape.pick(self.topics)
            proposal = PROPOSED.format(marker=self.marker(), topic=topic)
            self._offers[session] = (topic, proposal)
            return Message(user=f"What should {topic} use? ({self.marker()})", assistant=proposal)
        topic, proposal = offer
        return Message(
            user=f"{AGREED}. Ticket {self.marker()}.",
            assistant=self._fine(),
            topic=topic,
            kind=Kind.DECISION,
            quote=AGREED,
            proposal=proposal[10:-1],
        )

    def _chat(self) -> Message:
        topic = self.tape.pick(self.topics)
        return Message(user=f"What does {self.marker()} do with {topic}?", assistant=self._fine())

    def _withdrawal(self) -> Message:
        topic = self.tape.pick(self.topics)
        user = f"Forget what I said about the tool for {topic}. Note {self.marker()}."
        return Message(user=user, assistant=self._fine())

    def _fine(self) -> str:
        return f"Fine, noted as {self.marker()}."


def title_of(topic: str) -> str:
    """Give the title a careful model gives: one subject per topic."""
    return f"Tool for {topic}"
