"""Whether a line break stands inside a sentence: what the line before it leaves open.

Input: the plain, masked line before a line break and the one after it. Output: whether the sentence
goes on. It does when the line before is unfinished: it ends in a comma, in a word that calls for
more, or in somebody's "said"; or it holds nothing but a condition, a reservation or a "not" that
governs what comes. Invariant: where structure stands between (a blank line, a list item, a heading,
a quotation), the sentence is over; a statement that is whole is never joined to the next one.
"""

from __future__ import annotations

import re
from typing import Final

_SOFT_WRAP_CHARS: Final = 50
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_READ_CHARS: Final = 200  # of a line's end; what it leaves open stands there
_STRUCTURE: Final = re.compile(
    r"\s*(?:$|[-*+•·◦▪●–—]\s|[-=_*]{3}|#|>|\||》|```|~~~|<|\[|【"
    r"|\(?(?:\d{1,3}|[a-z]|[一二三四五六七八九十]{1,3})[.)、]|第[一二三四五六七八九十\d]+[条点项]"
    r"|\d{1,4}[-:/]\d)"
)
_HEADING: Final = re.compile(r"\s*(?:#|>|\||```|~~~|\[|【)")
_CLOSED: Final = ".:;!?。…)]}»”"
_HEARD: Final = (
    "(?:says?|said|claims?|claimed|thinks?|thought|believes?|argues?|argued|suggests?|suggested"
    "|insists?|insisted|recommends?|recommended|reckons?|mentioned|writes?|wrote|announced|stated"
    "|replied|heard|read|overheard|(?:told|tells|informed) (?:me|us|him|her|them|everyone"
    "|everybody|[a-z]+))"
)
_OPEN_END: Final = re.compile(
    r"[,、]$"
    # A word that calls for more.
    r"|(?<![a-z])(?:to|the|a|an|of|and|or|but|nor|not|never|don't|dont|doesn't|didn't|won't|can't"
    r"|cannot|shouldn't|wouldn't|isn't|aren't|if|unless|because|although|whether|than|from|by|for"
    r"|with|at|into|onto|about|as|is|are|was|were|be|been|we|i|he|she|they|we're|i'm|i'd|i'll"
    r"|i've|we'd|we'll|we've|should|shall|must|would|will|could|might|may|always|every|each|any"
    r"|my|our|your|their|its|his|let|let's|please|whenever|when|while|until|till|after|before"
    r"|from now on|in future|going forward)$"
    r"|(?<!do )(?<!like )(?<!about )(?<!with )(?<!for )(?<!of )(?<!to )(?<!is )(?<!all )"
    r"(?<![a-z])that$"
    # A wish without its object, negated or not.
    r"|(?:(?<![a-z])(?:i|we|you|they|he|she|not|never|really|would|to)|n't|'d)"
    r" (?:want|wants|wish|need|like|prefer|expect|suppose|mean|think|believe|say)"
    r"(?: (?:you|us|it|him|her|them|the app|everyone))?$"
    # What somebody says, before it is said.
    rf"|(?<![a-z]){_HEARD}(?: (?:yesterday|today|again|once|recently|earlier|the other day"
    r"|this \w+|last \w+|in (?:the|a|our|his|her) \w+|to (?:me|us)))?[: ]*$"
    r"|according to(?: [\w'-]+){1,4}[: ]*$"
    r"|(?<![a-z])(?:not|never|hardly) (?:so|true|right|the case|certain|sure)$"
    # A reservation and nothing else.
    r"|^(?:so |but |and |ok |just |only )*(?:(?:for|in|on|with|during) (?:this|today|tonight|now"
    r"|once|example|instance|the moment|the time being)(?: [\w'-]+){0,3}|this (?:time|once)"
    r"|(?:just |only )?(?:today|tonight|temporarily|hypothetically|theoretically|in theory|maybe"
    r"|perhaps|possibly|e\.g|as an example))(?: only| alone)?:?$"
    # A condition, or a supposed case, that has no consequence yet.
    r"|^(?:so |but |and |ok |only )*(?:if|unless|suppose|supposing|imagine|assume|assuming"
    r"|let's say|say|pretend|what if|provided|had (?:we|i)|until|till)(?![a-z])[^,:]*$"
    # The same in Chinese.
    r"|(?:[^不]说(?:过|了|是)?|说|表示|声称|宣布|建议|推荐|要求|主张|认为|觉得|告诉(?:我|我们|大家)"
    r"|(?:让|叫)(?:我|我们|大家|你)|[希期]望|不想|(?<!谢)(?<!感)你们?|(?<!谢)(?<!感)您"
    r"|[^是]我们?|咱们?|因为|所以|如果|假如|但是?|不过|而且|并且|或者|以及|以后|今后|从今往后"
    r"|每次|一律|永远|必须|应该|不能|不应该|不该|不必|(?<!好)不是|(?<!还)没有?|规则是|决定)[: ]*$"
    r"|^[我你您请们也就都并但那可千万从再]{0,4}(?:不要|别|勿|不用|不许|不准|不要再|不希望)$"
    r"|^(?:如果|假如|假设|要是|倘若|万一|除非|设想|想象一下)[^,:]*$"
    r"|^(?:只|仅|就|但|先|我)*(?:这次|本次|这回|这一次|今天|今晚|暂时|临时|目前|眼下|例如|比如说?"
    r"|譬如|可能|也许|或许|大概|听说|据说)[: ]*$"
)
_ASKED_ON: Final = re.compile(r"(?<![a-z])(?:decided|agreed|going|supposed|plan|chose|opted)$")
_GOES_ON: Final = re.compile(r"\s*(?:to|that|on|not|against|for)(?![a-z'])")


def goes_on(line: str, after: str) -> bool:
    """Tell whether the sentence of a line goes on in the line after it."""
    if _STRUCTURE.match(after) or _HEADING.match(line):
        return False
    end = line.rstrip()[-_READ_CHARS:].lstrip()
    if not end or end[-1] in ".;!?。…":
        return False
    if _OPEN_END.search(end) or (_ASKED_ON.search(end) and _GOES_ON.match(after)):
        return True
    wrapped = len(line) >= _SOFT_WRAP_CHARS and after[0] in _LETTERS
    return wrapped and line[-1] not in _CLOSED
