"""The markers of taking back what was said before, as data.

Same conventions as `lexicon`.
"""

from __future__ import annotations

import re
from typing import Final

from sayso.core.speech.tables import pattern

# Taking back what was said before.
TAKE_BACK: Final = pattern(
    latin=r"""
(?:i|we)(?:'d like to|'ll| will| want to| would like to| hereby| must| have to)? ?(?:take
|took) (?:it |that |this |the [\w -]{1,40} |my [\w -]{1,40} |all (?:of )?(?:that|it) )?back
|taking (?:that|it|this) back
(?:i|we)(?:'d like to|'ll| will| want to| hereby)? ?(?:withdraw|retract|revoke|rescind
|cancel) (?:it|that|this|what|my|our|the|everything|all)
(?<!don't )(?<!not )(?<!never )(?<!to )(?:forget|scratch|scrap|disregard|ignore|drop|cancel|delete
|undo|remove|erase|discard|strike|void|withdraw|retract|revoke|lift|kill|lose|dump|nix|unlearn
|wipe|delete) (?:about |out )?(?:(?:what|everything|anything|whatever|all)(?: that)? (?:i
|we)(?:'ve| have)? (?:\w+ )?(?:said|told|asked|wrote|decided|agreed|mentioned)|(?:that|the|this|my
|our|your|those|these) (?:[\w'-]+ )?(?:[\w'-]+ )?(?:[\w'-]+ )?(?:rule|decision|preference
|instruction|requirement|agreement|policy|restriction|constraint|convention|guideline)s?)
(?<!don't )(?<!not )(?<!never )(?:forget|scratch|scrap|disregard|ignore|nix|unlearn|strike|withdraw
|retract|revoke) (?:about )?(?:that|the|this|my|our|those
|these) (?:[\w'-]+ )?(?:[\w'-]+ )?(?:[\w'-]+ )?(?:request|thing|note|memory|order|choice|comment
|point|part|idea|wish|setting|one|bit|stuff|remark|plan)
(?:scratch|forget|scrap|strike|undo|cancel|disregard|nix) (?:that|it|this|the \w+)(?= ?[,.!]| ?$
| please| i | we | again| for good)
never ?mind (?:about )?(?:what|the|that|my|this)(?: \w+)?
(?:as if|as though|like|pretend) i (?:had never|hadn't|never|didn't|had not
|haven't)(?: ever)? (?:said|say|mention|told|tell|ask|asked|said it|mentioned)
(?:that|this|the|my|it)(?: [\w'-]+){0,4}? (?:no longer|doesn't|does not|don't|do not) (?:applies
|apply|counts|count|holds|hold|stands|stand)(?: any ?more| any longer)?|(?:is|are|'s) (?:off|void
|cancelled|canceled|withdrawn|revoked|moot|no longer valid|not valid any ?more|null and void|dead)
(?:i|we) (?:don't|do not|no longer|dont) (?:want|need|mean) (?:that|this|the \w+) (?:rule|\w+ rule
|decision|any ?more|any longer)
you can (?:forget|drop|ignore|scrap|remove|delete) (?:that|the|what|my|this|about)
(?:don't|do not|dont) (?:hold|bind|keep) me to (?:it|that|this|the|my|what)|you needn't (?:follow
|keep|stick to|mind|remember)|no need to (?:follow|keep|stick to|remember|mind) (?:that|the|my
|this|it)
(?:forget|pretend|act (?:like|as if)|imagine) (?:that )?i (?:ever |never |hadn't |didn't )?(?:said
|mentioned|asked|told|brought|say|mention|ask|even said)
(?:i|we) (?:spoke|said (?:that|it)|decided) too (?:soon|early|quickly)|i (?:shouldn't
|should not) have said|(?:that|this|it|the [\w' -]{1,30}) (?:was|is) a mistake of mine
(?:lift|end|cancel|drop|remove|undo|kill|nix|void|bin|ditch) (?:the|that|my
|this) (?:[\w'-]+ ){0,3}(?:ban|rule|thing|business|stuff|idea|bit|line|clause|note|wish|request
|requirement|order|plan|decision)
(?:the|that|my|this) (?:[\w'-]+ ){1,4}(?:thing|rule|business|request|wish|decision|plan|idea
|preference) (?:is |'s )?(?:off|gone|dead|out|over|history|cancelled|withdrawn)
""",
    han=r"""
(?:不要了|revert ?掉|drop ?掉|删了吧|作废|撤回|撤销|收回|取消|作罢|撤掉|废掉|废除|划掉|删掉|抹掉
|忽略|忘掉|忘了|忘记|不算(?:数|了|$)|不作数|别记(?:了|着)?|不用记(?:了|着)?|不用管了?|不用遵守
|不必遵守|别遵守|不再(?:适用|算数|有效|作数|生效)|失效|无效|当我没说(?:过)?|就当(?:我)?没(?:说|提
|有)(?:过|这回事)?|当(?:我)?没(?:说|提)(?:过)?|当没说(?:过)?|收回成命|不提了|免了|解除)
(?:先|都|就)?撤(?:了|掉)(?:吧|算了)?$
反悔|(?:不|别)(?:用|必|要)?(?:再)?(?:照|按|管|理会|理|遵守|执行)(?:那|这|之前|刚才
|我)(?:\S{0,6})(?:了|做|来)?$|翻篇|抹了|清掉|去掉那|拿掉那|取缔|不用(?:再)?(?:守|遵|按)|(?:那条
|这条|那个|这个|规矩|要求|说法)(?:就)?(?:算了|罢了|拉倒|免了|不要了|黄了|不用了|别管了)
|cancel ?(?:掉|了)
(?:不|别)(?:用|必|要)?(?:再)?(?:照做|照办|照着做|遵守|执行|守着)了
""",
)
# What only sounds like it: "don't forget the one about dates", 我没说那条不算了.
STILL_HOLDS: Final = pattern(
    latin=r"""
(?:don't|do not|dont|never|mustn't|won't|didn't|not) (?:\w+ )?(?:forget|drop|ignore|scrap|cancel
|remove|delete|withdraw|lift|undo)(?! (?:what|anything|everything) i (?:ever )?said)
(?:i|we|nobody) (?:never|didn't|did not|haven't|have not) (?:say|said|mean|meant|tell|told|ask
|asked) .{1,80}(?:off|void|cancel|drop|forget|over|gone|withdrawn)
""",
    han=r"""
(?:别|不要|不能|不许|勿|千万别|可别|不准)(?:给我)?(?:忘|忽略|漏|取消|撤|删|作废|划掉)(?!了我
|了.{0,6}吧)
^(?:我|我们|咱们|谁)(?:可|也|又|从来|并)?(?:没|没有|从没|不是)(?:说|讲|提|要
|让你?)(?:过)?[^,]+(?:不算|作废|取消
|不要|撤|算了|忘)
""",
)
# What says that something is not done any longer: it goes with a withdrawal and chooses nothing.
NO_MORE: Final = pattern(
    latin=r"""
(?:off|not on) the table|don't (?:want|need|do) (?:it|that|this)|no (?:more|longer)|any ?more$
(?:don't|do not) (?:treat|take|count|regard|consider) (?:it|that|this)
""",
    han=r"""
(?:不用|别|不要|不必|不)再(?:\S{1,6})了?$
""",
)
# What a withdrawal points at.
SAID_BEFORE: Final = pattern(
    latin=r"""
(?:what|everything|anything|whatever|all|thing|stuff|part|bit) (?:that )?(?:i|we)(?:'ve
| have)? (?:\w+ )?(?:said|told|asked|wrote|decided|agreed|mentioned|wanted)
(?:that|the|this|my|our|those|these|earlier|previous|last|your)(?: [\w'-]+){0,4}? (?:rule|decision
|preference|instruction|request|thing|requirement|note|memory|order|agreement|choice|policy
|restriction|constraint|comment|point|convention|wish|setting|one|bit|stuff)s?
(?:withdraw|retract|revoke|rescind|take back|taking back) (?:the|that|this|my|our|it)
(?:cancel|strike|undo|nix|disregard) (?:that|it|this)(?=$|,|\.| please)
i hadn't|i never|i didn't|take (?:that|it|this) back|scratch that|forget (?:that|it)|take back
(?:that|this|it) (?:no longer|doesn't)
i (?:ever |even )?(?:said|mentioned|asked|brought up)|(?:the|that|this
|my) (?:[\w'-]+ ){1,4}(?:thing|business|stuff|idea|ban|line|plan)|hold me to
""",
    han=r"""
(?:刚才|刚刚|之前|前面|先前|上次|上面|早先|昨天|那|这|原来|此前|上一)(?:\S{0,6})?(?:说|提|讲|定
|要求|那条|那个|那句|那项|这条|的|话|决定|规矩|规则|偏好)|我(?:\S{0,3})(?:说|提|讲|定|要求|讲过
|说过)(?:过)?(?:的)?|(?:那|这)(?:条|个|句|项|套|件|事|点)|(?:规矩|规则|决定|要求|偏好|约定|说法
|设定|记录|记忆|话)
""",
)
JUST_SAID: Final = pattern(
    latin=r"""
(?:what|thing) i just|just (?:said|told|now|asked)|(?:scratch|forget|undo|take|cancel|strike|scrap
|disregard|ignore|drop|nix) (?:that|it|this)(?! (?:\w+ )?(?:rule|thing|decision|preference|one))
|my last (?:message|instruction|request|rule|wish)|the last (?:one|rule|thing|instruction|request)
|(?:as if|as though|like|pretend) i
""",
    han=r"""
^(?:算了|好吧|等等|还是|那个)?[, ]?(?:那|这)(?:条|个|句|项|点|件事)?(?:就|还是|都)?(?:不算|作废
|取消|算了|不要|忘
|撤|免了|不作数)
刚才|刚刚|刚说|上一(?:条|句|个)|当我没说|就当没|当没说|前一(?:条|句)
""",
)
# That one is off, with a colon: what follows repeats it, unless it tells what takes its place.
THAT_ONE_OFF: Final = re.compile(
    r"(?:那|这)(?:条|个|项|句)(?:规矩|规则|决定|要求|偏好|约定)?(?:就|都|先)?"
    r"(?:不算|作废|取消|撤|收回|不要|免|不作数)[了掉数]{0,2}:$"
)
IN_PLACE: Final = re.compile(r"改|换|还是|现在|以后|今后|从|新的|而是|应该|再|变成|算了|不用|别")
