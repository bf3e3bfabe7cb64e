"""Words that show how a statement chooses: choosing, rejecting, turning round. Data, zh and en.

All entries are patterns on folded, lower-case text. `CONTRASTS` lists words of which one excludes
the other wherever they speak about the same thing, as anchors (core.subjects).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

# What follows is chosen.
CHOOSING: Final = (
    r"\b(?:use|uses|using|choose|chose|chosen|pick|picked|adopt|adopting|prefer|keep|take|took)\b",
    r"\b(?:go|going|went|gone)\s+(?:with|for)\b",
    r"\b(?:settled?|standardi[sz]e|stick(?:ing)?|decided?|agreed)\s+(?:on|with|for)\b",
    (
        r"\b(?:is|are|(?:will|would)\s+be|stays?|becomes?"
        r"|should\s+be|must\s+be|runs?\s+on|lives?\s+in)\b"
    ),
    r"\b(?:mov(?:e|ing)|switch(?:ing)?|migrat(?:e|ing)|chang(?:e|ing)|back|over)\s+to\b",
    r"\b(?:into|onto|but)\b|而是",
    r"改用|改为|改成|改走|换成|换为|换到|换用|切换到|切到|采用|选用|使用|选定|选择|定为|规定为",
    r"统一用|一律用|都用|还是用|就用|只用|用|选|定|走|上(?=[ a-z])",
)

# What follows is turned down.
REJECTING: Final = (
    r"\b(?:instead\s+of|rather\s+than|no\s+longer|no\s+more|retire|ditch|remove|replac(?:e|ing))\b",
    r"\b(?:not|no|never|don't|dont|do\s+not|won't|wont|without|avoid|stop|drop(?:ping)?|scrap)\b",
    r"\b(?:get\s+rid\s+of|(?:mov|migrat|switch)(?:e|ing)?\s+(?:away\s+)?(?:off|from))\b",
    r"(?<=\w)\s+over\s+(?=[\w-]+(?:\s+(?:for|in|as|on)\b|\s*$))",
    (
        r"不用|不要|不再用|不再|不上|不走|不选|不采用|不许"
        r"|不能|不准|不(?=[按在给以从把])|别再|别用|别|禁止|放弃|弃用|停用|抛弃"
    ),
    r"而不是|不是|^不(?![过仅但只同足错论管如变动])",
)

# What follows says where the statement holds.
SCOPING: Final = (r"\b(?:for|in|inside|within|on|at|when|whenever|under|across|as)\b",)

# In a segment with a word of moving, what follows "to" is chosen.
MOVING: Final = r"\b(?:mov|switch|migrat|chang|port|convert|com)(?:e|es|ed|ing)?\b|\b(?:go|back)\b"
MOVED_TO: Final = r"\bto\b"

# What stands before, in the same segment, is turned down.
REJECTED_BEFORE: Final = (
    r"作废|推翻|不用了|不要了|不上了|不再用|停止|废弃|废掉|淘汰|下线|取消",
    r"\b(?:goes\s+away|goes$|is\s+(?:out|gone|dead)|gets?\s+(?:archived|dropped|removed))",
    r"\bdeprecated?\b|\bdrop$",
)

# What stands before, in the same segment, is chosen.
CHOSEN_BEFORE: Final = (r"\bit\s+is\b", r"\binstead$")

# The statement turns an earlier one round.
REVERSING: Final = (
    (
        r"\b(?:instead|no\s+longer|not\s+any\s?more|anymore"
        r"|after\s+all|change\s+of\s+(?:plans?|mind|heart)|changed?\s+(?:my|our)\s+mind)\b"
    ),
    (
        r"\b(?:switch(?:ed|ing)?|mov(?:e|ed|ing)"
        r"|migrat(?:e|ed|ing)|chang(?:e|ed|ing))\b.{0,120}\b(?:to|from)\b"
    ),
    r"\b(?:scrap|reverse|revert|overturn|undo|replac(?:e|es|ed|ing)|ditch|forget\s+what)\b",
    r"\b(?:from\s+now\s+on|now)\b.{0,120}\bnot\b|\bback\s+to\b|\brather\s+than\b",
    (
        r"改用|改为|改成|改走|换成|换为|换到|换用|切换到"
        r"|切到|推翻|作废|不再|不用了|不要了|不上了|还是用"
    ),
    r"不(?:再)?[用上走选要按].{0,30}?了|改主意|变卦|收回|取消|废弃|弃用|放弃|停用",
    r"计划有?变|之前说的|原来说的",
)

# The statement adds to an earlier one and leaves it standing.
ADDING: Final = (
    r"\b(?:also|too|as\s+well|in\s+addition|additionally|plus|besides|another)\b",
    r"也|另外|还要|还得|再加|加上|同时|此外|额外",
)

# Verbs that make a choice, unlike "is": of two such choices for one thing the later one stands.
FIRM: Final = (
    r"\b(?:use|using|choose|pick|adopt|prefer|switch(?:ing)?\s+to|standardi[sz]e\s+on)\b",
    r"\b(?:go|going)\s+(?:with|for)\b",
    r"用|选|采用|定为",
)

# Openings that name nothing; they are left out before a statement is taken apart.
PREFACES: Final = (
    r"\b(?:(?:a\s+)?(?:slight\s+|small\s+)?change\s+of\s+(?:plans?|mind|heart)|new\s+plan)\b",
    r"\bi(?:'ve|\s+have)?\s+changed\s+my\s+mind\b",
    r"\b(?:from\s+now\s+on|from\s+here\s+on|going\s+forward|later\s+on)\b",
    r"计划有变|计划变了|改主意了|我改主意|主意变了|变卦了",
)

# Words of place and order that carry no subject, yet turn a statement into its opposite.
SIDES: Final = (
    (
        r"\b(?:before|after|above|below|under|until|since|inside|outside|up|down|first|last"
        r"|least|most|more|less|front|back|left|right)\b"
    ),
    r"之前|之后|以前|以上|以下|至少|最多|不超过|不少于",
)

NUMBER_WORDS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "one": 1,
        "two": 2,
        "three": 3,
        "four": 4,
        "five": 5,
        "six": 6,
        "seven": 7,
        "eight": 8,
        "nine": 9,
        "ten": 10,
        "eleven": 11,
        "twelve": 12,
        "fifteen": 15,
        "twenty": 20,
        "thirty": 30,
    }
)
HAN_NUMERALS: Final = "一二两三四五六七八九十百千万"
HAN_MEASURES: Final = "字行条个天周月年次层句页分秒位点段度元块欧折倍份遍小"
# What follows a number that is an amount rather than a mark that tells things apart.
UNITS: Final = (
    r"(?:second|minute|hour|day|week|month|year|time|space|column|line|char|character|word|sentence"
    r"|paragraph|page|bullet|point|item|row|step|percent|degree|euro|dollar|pound|cent|kilo|gram"
    r"|litre|liter|metre|meter|mile|inch|inche|person|people|guest|copie|retrie|attempt)s?"
    r"|day|copy|retry|pt|px|em|ms|kg|g|km|m|cm|mm|mb|gb|kb|k|c|f|am|pm|o'clock|an\s+hour|a\s+day"
)
HAN_UNITS: Final = (
    rf"[{HAN_MEASURES}]|小时|分钟|公里|厘米|毫米|千克|公斤|米|克|人|张|杯|种|岁|号字|美元|欧元"
)
VALUE_BEFORE: Final = (
    r"\b(?:to|at|of|within|before|after|under|over|below|above|until|by|in|most|least|than|exactly"
    r"|only|is|be)\s+|[=:$€£]\s*|[到在为至过于是收价付]\s*"
)
# What people write or say: "English answers" says how to answer, "English clients" says whom.
WRITTEN: Final = frozenset(
    """
    answer reply response comment message commit summary sentence text doc docs documentation
    ink font explanation name title paragraph email mail letter note quote report
    description function
    """.split()
)

CONTRASTS: Final = tuple(
    frozenset(row.split())
    for row in """
    english chinese german french spanish japanese korean italian portuguese russian dutch
    英文 中文 英语 汉语 日文 日语 德语 德文 法语 法文 韩语 韩文 俄语 english chinese
    简体 繁体
    tab space 制表 空格
    short long brief detailed concise verbose terse lengthy
    简短 详细 简洁 冗长 简略 详尽 精简 详实
    formal informal casual 正式 随意 口语
    single double 单引 双引
    camelcase snake_case kebab-case pascalcase
    uppercase lowercase 大写 小写
    sync async 同步 异步
    monorepo polyrepo
    monolith microservice 单体 微服
    rest graphql grpc
    metric imperial 公制 英制
    light dark 浅色 深色
    online offline onsite remote 线上 线下
    white black grey gray red blue green yellow orange purple brown pink
    白色 黑色 灰色 红色 蓝色 绿色 黄色 橙色 紫色 棕色 粉色
    public private 公开 私有
    singular plural 单数 复数
    """.strip().splitlines()
)
