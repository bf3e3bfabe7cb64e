"""Which parts of a message are not the user's own words.

Input: the plain copy of a text. Output: spans, ascending and not overlapping, of fenced blocks,
quote blocks, forwarded mail, quoted documents, log lines and tool output, and memory that was
injected before (`<sayso-memory …>`). Such a span is never a source. Work is linear: each kind is
looked for only where its sign occurs at all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

Span = tuple[int, int]

_FENCE: Final = re.compile(r"^[ \t]*(```|~~~)", re.MULTILINE)
_QUOTE_LINE: Final = re.compile(r"^[ \t]*(?:>|\|>|》)[^\n]*", re.MULTILINE)
# A text between two rules, and a notice with its head in brackets.
_SET_OFF: Final = re.compile(
    r"^-{3,}[ \t]*\n(?:[^\n]*\n){1,60}?-{3,}[ \t]*$|^[ \t]*【[^】\n]{1,20}】[^\n]+", re.MULTILINE
)
_INDENTED: Final = re.compile(r"(?:\A|\n[ \t]*\n)((?:(?: {4}|\t)[^\n]*(?:\n|\Z))+)")
# The name of a tag is read once: what it holds is looked for ahead, then all of it is taken.
_TAG_OPEN: Final = re.compile(
    r"<((?=[a-z][\w-]*?(?:memory|context|reminder|output|result|stdout|stderr|log|document|file"
    r"|paste|quote|email|attachment|article|source|instruction|system|tool|caveat|command))"
    r"[a-z][\w-]*+|memory|context|output|result|stdout|stderr|logs?|documents?|file|paste|pasted"
    r"|quote|blockquote|email|attachment|article|source|system|instructions?|pre"
    r"|code)(?:\s[^<>]{0,300})?>"
)
_INJECTED: Final = re.compile(r"<(sayso-memory)(?:\s[^<>]{0,300})?>")
_LOG_LINE: Final = re.compile(
    r"^[ \t]*(?:"
    r"\[?\d{4}-\d\d-\d\d[t ]\d\d:\d\d[^\n]*"
    r"|\[?\d\d:\d\d:\d\d[^\n]*"
    r"|\[(?:[\w .:/-]{1,30})\][ :][^\n]*"
    r"|(?:[\w.-]+ )?(?:warn(?:ing)?|error|info|debug|fatal|trace|notice|critical"
    r"|err!)(?: [\w.-]+)?:? ?[\w\[(\"'/.:-][^\n]*"
    r"|traceback \(most[^\n]*|file \"[^\n]*|at [\w.$<>]+ ?\([^\n]*|thread '[^\n]*"
    r"|panic(?:ked)?[: ][^\n]*"
    r"|(?:npm|yarn|pip|cargo|docker|make|git|gradle|mvn)(?:\[\d+\])?[: ](?:warn|error|err"
    r"|notice)[^\n]*"
    r"|(?:system|assistant|bot|human|todo|fixme|developer)(?:\([^)\n]{1,20}\))?: ?[^\n]*"
    r"|(?:张三|李四|王五|[小老][王李张刘陈杨赵黄周吴徐孙马朱胡林何高郑]"
    r"|[王李张刘陈杨赵黄周吴徐孙马朱胡林何高郑](?:总|工|姐|哥|经理|老师|主任|师傅|医生"
    r"|老板)): ?[^\n]*"
    r"|(?:\$|#|>>>|%|ps [a-z]:\\[^>]*>) [^\n]+|(?:\+\+\+|---|@@|diff --git"
    r"|index [0-9a-f]{7}) ?[^\n]*"
    r"|[\w./\\-]+:\d+(?::\d+)?:[^\n]*|(?:caused by|exception in|stack ?trace|e  )[: ][^\n]*"
    r")$",
    re.MULTILINE,
)
_LOG_HINT: Final = re.compile(
    r"\n|^[^\n:]{1,30}: ?\S|^[ \t]*(?:\[|\d|warn|error|info|debug|fatal|npm|file|trace|\$|>>>)"
    r"|:\d+:"
)
_QUOTED_TEXT: Final = re.compile(
    r"“(?P<a>[^“”]{1,20000})”|「(?P<b>[^「」]{1,20000})」|『(?P<c>[^『』]{1,20000})』"
    r"|\"(?P<d>[^\"\n]{1,4000})\"|(?<=\n)[ \t]*\"(?P<e>[^\"]{1,20000})\"(?=\s*(?:\n|$))"
    r"|(?<![\w'])'(?=\S)(?P<f>[^'\n]{1,2000})'(?!\w)"
)
_MAIL_HEAD: Final = re.compile(
    r"^(?:-{2,} ?(?:original|forwarded|begin)[^\n]*|from: [^\n]+\n(?:sent|date|to|subject): [^\n]+"
    r"|on [^\n]{6,80} wrote:|(?:发件人|寄件人|主题|原始邮件)[: ][^\n]*"
    r"|begin forwarded message[^\n]*)",
    re.MULTILINE,
)
# "Translate this:" hands over a text: what follows is somebody's words, also without quotes.
_HANDED_OVER: Final = re.compile(
    r"(?:translate|proof-?read|rephrase|reword|paraphrase|summari[sz]e|polish|critique|typos?"
    r"|what does|got this|came across|wrote|(?:this|the|that|an?) (?:[\w-]+ )?(?:text|passage"
    r"|paragraph|section|clause|notice|sign|email|message|letter|memo|excerpt|extract|quote|log"
    r"|output|trace|article|contract|transcript|recipe|flyer|poster|policy|handout|leaflet"
    r"|page))"
    r"(?![^\n]{0,80}(?:\bmy rules|\bfor you\b))[^\n]{0,80}:[ \t]*\n+(?=[^\n])"
    r"|(?:翻译|校对|润色|改写|总结|概括|缩写|摘要|语病|错别字|通顺|审一下|点评|啥意思|什么意思"
    r"|原文|全文|这段|这句|这封|这份|这篇|这则|贴(?:一下|出来|在下面)|转发|写着|写的是|内容如下"
    r"|摘录|截取|节选)"
    r"[^\n]{0,40}[:?][ \t]*\n+(?=[^\n])"
    r"|(?:these|those|following|below|someone else's"
    r"|another (?:\w+ )?\w+'s)[^\n]{0,120}[:?][ \t]*\n+(?=[-*\d])"
    r"|(?:下面|以下|下列)(?:是|这|的)?(?!我|给你|你要)[^\n]{0,60}[:?][ \t]*\n+(?=[^\n])|(?:别人"
    r"|别的|人家|他们|对方|其他)[^\n]{0,40}[:?][ \t]*\n+(?=[^\n])"
    r"|(?:^|[.!?\n] *)(?:please |pls |can you |could you )?(?:translate|proof-?read|rephrase"
    r"|summari[sz]e|shorten|rewrite|polish|reword|paraphrase|correct the grammar"
    r"|fix the grammar)[^\n:]{0,60}:[ \t]*(?=\S)"
    r"|(?:this|the following|that|these|following|next) (?:line|sentence|phrase|quote|text"
    r"|paragraph|clause|slogan"
    r"|motto|headline|verse|message|note|sign|words?|sentences|lines)[^\n:]{0,30}:[ \t]*(?=\S)"
    r"|(?:译成|译为|翻成|翻作"
    r"|(?<!就)(?:下面|以下|后面|这)(?:这)?(?:一)?(?:句|段|条|则|行)(?:话|文字|台词"
    r"|标语)?)[^\n:。]{0,16}:[ \t]*(?=\S)"
    r"|(?:翻译|校对|润色|改写|语病|造句)[^\n:。]{0,20}:[ \t]*(?=\S)"
)
_DOCUMENT_MIN_CHARS: Final = 40
_SENTENCE_MIN_CHARS: Final = 16
_PRESENTED_MIN_CHARS: Final = 12
_SENTENCE_INSIDE: Final = re.compile(r"[。！？!?;；]|\.(?:\s|$)|\n")


def foreign_spans(plain: str) -> tuple[Span, ...]:
    """Give the spans of a user's message that are not the user's own words."""
    tagged = (block[:2] for block in _tagged(plain, _TAG_OPEN))
    return _merged([*_blocks(plain), *tagged, *_documents(plain), *_logs(plain)])


def injected_spans(plain: str) -> tuple[Span, ...]:
    """Give the spans of memory that was injected before, on either side of a turn."""
    return _merged([block[:2] for block in _tagged(plain, _INJECTED)])


def open_block_before(text: str, at: int) -> int:
    """Give where the fence or tagged block begins that is still open at an offset, else it."""
    head = text[:at].lower()
    blocks = (*_fenced(head), *_tagged(head, _TAG_OPEN))
    return min((start for start, _, closed in blocks if not closed), default=at)


def overlaps(spans: tuple[Span, ...], start: int, end: int) -> bool:
    """Tell whether text[start:end] shares a character with any span."""
    return any(start < span[1] and span[0] < end for span in spans)


def _blocks(plain: str) -> Iterator[Span]:
    if "```" in plain or "~~~" in plain:
        yield from (block[:2] for block in _fenced(plain))
    if ">" in plain or "》" in plain:
        yield from (match.span() for match in _QUOTE_LINE.finditer(plain))
    if "---" in plain or "【" in plain:
        yield from (match.span() for match in _SET_OFF.finditer(plain))
    if "    " in plain or "\t" in plain:
        yield from (match.span(1) for match in _INDENTED.finditer(plain))
    if (match := _MAIL_HEAD.search(plain)) is not None:
        yield match.start(), len(plain)


def _fenced(plain: str) -> Iterator[tuple[int, int, bool]]:
    """Yield fenced blocks, and whether each is closed; an open one reaches to the end."""
    opened: re.Match[str] | None = None
    for match in _FENCE.finditer(plain):
        if opened is None:
            opened = match
        elif match.group(1) == opened.group(1):
            yield opened.start(), match.end(), True
            opened = None
    if opened is not None:
        yield opened.start(), len(plain), False


def _tagged(plain: str, opening: re.Pattern[str]) -> Iterator[tuple[int, int, bool]]:
    """Yield tagged blocks, and whether each is closed; an open one reaches to the end."""
    at = 0
    while (match := opening.search(plain, at)) is not None:
        closing = plain.find(f"</{match.group(1)}>", match.end())
        closed = closing >= 0
        at = closing + len(match.group(1)) + 3 if closed else len(plain)
        yield match.start(), at, closed


def _documents(plain: str) -> Iterator[Span]:
    for match in _QUOTED_TEXT.finditer(plain):
        inside = match.group(match.lastgroup or 0)
        presented = (
            plain[max(0, match.start() - 3) : match.start()].rstrip(" \t").endswith(("\n", ":"))
        )
        long = len(inside) >= _DOCUMENT_MIN_CHARS
        several = len(inside) > _SENTENCE_MIN_CHARS and _SENTENCE_INSIDE.search(inside)
        if long or several or (presented and len(inside) > _PRESENTED_MIN_CHARS):
            yield match.span()
    if ":" in plain or "?" in plain:
        yield from _handed_over(plain)


def _handed_over(plain: str) -> Iterator[Span]:
    """Yield the paragraph that a request to work on a text hands over."""
    blank = -1  # looked for anew only behind the last one found: each character is read once
    for match in _HANDED_OVER.finditer(plain):
        if blank < match.end():
            found = plain.find("\n\n", match.end())
            blank = len(plain) if found < 0 else found
        yield match.end(), blank


def _logs(plain: str) -> Iterator[Span]:
    if _LOG_HINT.search(plain) is None:
        return
    yield from (match.span() for match in _LOG_LINE.finditer(plain))


def _merged(spans: list[Span]) -> tuple[Span, ...]:
    """Join overlapping spans and put them in order."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)
