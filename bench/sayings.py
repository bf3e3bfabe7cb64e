"""What two people say at work, as many turns as wanted, the same each time.

English, Chinese and both in one turn. Every turn names things of its own, so that no clause that
matters comes twice. One turn in ten says what lasts, which is more than people do at work.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

SESSION_TURNS: Final = 50

_SAID: Final = (
    (
        "We use {name} for the {part}, not the old one. Please look at the {part} again: the last "
        "row is lost when the file ends without a newline, and nobody noticed it in the review."
    ),
    (
        "The build of {name} failed twice today, first in the lexer and then in the writer; can "
        "you find out which change broke it and tell me why? The log of step {number} is below."
    ),
    (
        "请再看一下{part}：文件末尾没有换行的时候，最后一行会丢，评审的时候谁也没有发现这个问题，"
        "用户昨天才报上来。{name} 的日志里有一条警告，第{number}步之后就没有了，你看看是什么原因？"
    ),
    (
        "Please rename it in {name} 和{part}里所有的地方，然后把测试再跑一遍。"
        "The log of step {number} is below; 如果还有失败的就告诉我是哪一个。"
    ),
    "What does the {part} do with an empty line? I only want to know, change nothing for now.",
    "Go on with the {part}. Then run the tests of {name} again and show me what is still red.",
    (
        "为什么{part}比昨天慢了这么多？我看 {name} 里多了一次查询，是不是那里的问题？先别改，"
        "只告诉我你怎么看，第{number}步的结果在下面。"
    ),
    (
        "Here is the trace of step {number}: {name} waits for the {part}, the {part} waits for the "
        "disk, and the disk is full. Could you make it say so instead of hanging for a minute?"
    ),
    "Thanks, that was it. Now write a test for the {part} that fails without the change.",
    (
        "The table of step {number} has three columns too many, and {name} prints them all. Drop "
        "the ones that nobody reads, keep the order of the rest, and tell me what depended on it."
    ),
)
_ANSWERED: Final = (
    (
        "The reader of {name} stopped one line early. Fixed, and a test holds it now: an empty "
        "file, one without a newline, one of one byte. Nothing else was touched in step {number}."
    ),
    (
        "已经改好了，{name} 的测试也都通过了。{part}现在会把最后一行也读进来，没有换行也一样；"
        "我还加了三个用例：空文件、只有一个字节的文件，还有没有换行的文件。"
    ),
    (
        "It was the change of yesterday: {name} now closes the {part} before the last write. I put "
        "the order right and ran everything again; step {number} is done."
    ),
)
_NAMES: Final = ("Postgres", "Redis", "Ruff", "Vite", "Kafka", "Falcon", "nginx", "poetry")
_PARTS: Final = ("parser", "report", "importer", "解析器", "配置", "日志", "queue", "front end")


def said(number: int) -> tuple[str, str]:
    """Make the two sides of a turn, the same each time; no two turns are alike."""
    words = {
        "name": f"{_NAMES[number % len(_NAMES)]}{number % 997}",
        "part": f"{_PARTS[number // 3 % len(_PARTS)]}{number}",
        "number": number,
    }
    user = _SAID[number % len(_SAID)].format(**words)
    answer = _ANSWERED[number // 2 % len(_ANSWERED)].format(**words)
    return f"{number}. {user}", answer


def write_log(path: Path, turns: Iterable[tuple[str, str]]) -> None:
    """Write a plain log of turns, a session every so many."""
    with path.open("w", encoding="utf-8") as file:
        for number, (user, answer) in enumerate(turns):
            row = {"user": user, "assistant": answer, "session": f"s{number // SESSION_TURNS}"}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
