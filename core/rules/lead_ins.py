"""Words that lead in a statement without being part of it: patterns as data, zh and en.

They are regular expressions, tried at the front of a folded text (simplified characters). What
carries a negation is never among them, since leaving it out would turn the statement round.
"""

from typing import Final

HAN_LEAD_INS: Final = (
    "好的?(?=[ ，,])",
    "嗯+",
    "行(?=[ ，,])",
    "对了",
    "那就?",
    "另外",
    "还有",
    "然后",
    "顺便",
    "结论(?:定了|是|(?=[：:]))",
    "请(?:你|您)?",
    "麻烦(?:你|您)?",
    "拜托",
    "帮我",
    "给我(?=.*[^\\W])",
    "(?:我|咱)们(?:组|这边)?(?:一致)?",
    "大家",
    "(?:以|今|往|之|日)后",
    "从(?:今天|现在|今)(?:起|开始|以后|往后)?",
    "默认(?:情况下)?",
    "始终",
    "永远",
    "一律",
    "总是",
    "每次",
    "一般",
    "平时",
    "通常",
    "一向",
    "向来",
    "都(?!不|别)",
    "就",
    "(?:更|比较)?(?:希望|想要|偏好|喜欢|习惯|倾向于?)",
    "记[住得]",
    "决定",
    "最终",
    "最后",
    "确定",
    "定了",
    "统一",
    "务必",
    "一定要?",
    "必须",
    "建议",
    "推荐",
    "提议",
    "可以",
    "应该",
    "要(?!不)",
    "综合来看",
    "方案[一二三四甲乙丙a-dA-D](?=[:：])",
    "的",
)

HAN_PRONOUNS: Final = ("我", "你", "您")

_SPEAKER: Final = r"(?:i|we)(?:'d|'ll|'ve|'re|\s+would|\s+will|\s+have|\s+do|\s+are)?"
_ADVERB: Final = r"(?:\s+(?:really|strongly|also|all|finally|just|much|rather|generally))*"
_WILL: Final = (
    r"(?:prefer|like|want|wish|hope|decided?|agreed?|chose|choose|picked?|propose|suggest"
    r"|recommend|settled|going|go)"
)
_TAIL: Final = r"(?:\s+(?:you|that|to|on|for|with|going|go|it\s+if\s+you|have\s+you))*"

_CHOICE: Final = r"(?:decision|choice|recommendation|proposal|suggestion|preference)"

LATIN_LEAD_INS: Final = (
    r"ok(?:ay)?|yes|yeah|yep|sure|right|alright|well|so|and|also|btw|by\s+the\s+way|then|anyway",
    r"please|pls|plz|kindly|hey|hm+|oh|actually|just|now",
    r"(?:starting\s+)?from\s+(?:now|here|today|this\s+point)(?:\s+on(?:wards?)?)?",
    r"(?:going|moving)\s+forward|in\s+(?:the\s+)?future|in\s+general|by\s+default|as\s+a\s+rule",
    r"as\s+a\s+default|always|normally|generally|usually|in\s+future",
    rf"{_SPEAKER}{_ADVERB}\s+{_WILL}{_TAIL}",
    r"let(?:'|\u2019)?s(?:\s+(?:all|just|please))?",
    r"(?:shall|should|can)\s+we",
    rf"(?:(?:my|our|the)\s+)?(?:final\s+)?{_CHOICE}(?:\s+is)?(?:\s+(?:to|that))?",
    r"decided|final|settled|remember(?:\s+(?:that|to))?|note\s+that|keep\s+in\s+mind(?:\s+that)?",
    r"make\s+sure(?:\s+(?:to|that|you))*",
    r"\(?(?:option\s+)?[a-h1-9]\)|option\s+[a-h1-9](?=\s?[:：])",
)
