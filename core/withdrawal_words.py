"""Words of withdrawing, which name no object, and patterns for where the object stands: data."""

from typing import Final

HAN_WITHDRAWING: Final = frozenset(
    """
    作废 不算数 不算 算了 收回 撤回 撤销 撤掉 取消 忘掉 忘记 忘了 删掉 删除 去掉 拿掉 划掉
    抹掉 当我没说过 当我没说 就当没说过 没说过 没说 刚才 刚刚 方才 之前 先前 上面 前面 上次
    上一条 上条 说的 说过 说 那条 这条 那个 这个 那句 这句 那句话 这句话 那项 这项 规矩 规则
    规定 要求 偏好 决定 约定 设定 设置 请 把 别管 别记 不要记 别再记 不用记 无效 失效 废掉
    废除 废弃 不作数 不用遵守 不用管 内容 记忆 记录 那些 这些 话 等等 等下 前一条 反悔 后悔
    改主意 说错 错了 当成 当作 当
    """.split()
)

LATIN_WITHDRAWING: Final = frozenset(
    """
    forget drop scratch strike scrap ignore disregard delete remove erase cancel undo revoke
    retract withdraw withdrawn void unsay takeback applies apply anymore rule rules preference
    decision instruction instructions request statement remark comment wish memory memories note
    thing things earlier previously previous last message recent recently sentence longer valid
    invalid never mind nevermind hold pretend treat consider counts count stands stand hadn't
    haven't hadnt havent wrong mistake mistaken mistakenly stupid silly bad idea
    """.split()
)

_NAMED: Final = "(?:rule|thing|decision|preference|instruction|request|choice|bit|comment|remark)s?"
_HAN_NAMED: Final = "(?:的|这|那)(?:条|个|句|项|件|事|规矩|规则|要求|决定|偏好|约定)"

# Tried in order; the first that yields a content word names the object. An object is a few words:
# without a bound each place would be tried up to the end of the text.
OBJECT_PATTERNS: Final = (
    r"\b(?:about|regarding|concerning|on\s+using|to\s+use)\s+(?P<object>[^,.;:!?，。；]+)",
    rf"\b(?:the|that|this|my|our)\s(?P<object>[^,.;:!?，。；]{{1,80}}?)\s{_NAMED}\b",
    r"(?:关于|有关|对于)(?P<object>[^，。；,.;!！]+)",
    rf"(?P<object>[^，。；,.;!！]{{1,40}}?){_HAN_NAMED}",
)

# A clause that names nothing else and points with one of these means what was just said.
POINTING: Final = r"(?:那|这)(?:一)?(?:条|个|句|项|件|点|话)|\b(?:that|this|it|the\s+last\s+one)\b"

# Nouns of their own, which are no form of the verb they look like.
NOUNS_IN_ING: Final = frozenset(
    """
    building meeting ceiling evening morning wedding clothing feeling painting drawing housing
    shipping offering
    """.split()
)
