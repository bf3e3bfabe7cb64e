"""The markers of decisions, constraints and reversals, and of what vetoes them, as data.

Same conventions as `lexicon`.
"""

from __future__ import annotations

import re
from typing import Final

from sayso.core.speech.tables import pattern

# Words that settle something by themselves.
SETTLED: Final = pattern(
    latin=r"""
(?:we|we've|we have|we all|our team|our \w+|the team|the (?:whole )?(?:owners|team|group|board
|committee|family|crew|council|choir|band|club|class|staff|jury|panel|troupe|ensemble|cast
|orchestra|parish|vestry|trustees|department|faculty|clinic|practice|co-op|cooperative|society
|association|household|partners|management|collective|residents|members)|everyone|both of us
|all of us|management and i)(?:'ve| have
| had| has)? ?(?:all |both |now |just |finally |already |unanimously |jointly |formally[ ]
|officially |also |then |therefore ){0,2}(?:decided|chose|chosen|picked|agreed|settled|opted
|selected|voted|committed|signed off|approved|accepted|resolved|ruled out|went with|gone with
|landed on|finali[sz]ed|fixed on|locked in|concluded|signed (?:with|on with|for)|hired|contracted)
(?:i|i've|i have)(?: now| just| finally| already| therefore)? (?:decided|settled|landed
|fixed) (?:on|for|against)|(?:i|i've|i have)(?: now| just| finally| already)? (?:decided|agreed
|ruled) (?:that|we|the|it|not|against)|(?:i|i've|i have)(?: now| just| finally
| already)? (?:chosen|chose|picked|opted for|ruled out|signed off on) .{2,60} (?:over|instead of
|rather than|for the|as the|as our|for our)
(?:and|then|so|but|,|^)(?: ?(?:so|and|then|finally|i|we|ok|well)){0,2} ?(?:picked|chose|chosen
|selected|took|preferred) (?!(?:you|me|him|her|them|up|it)(?![a-z]))(?:the |a |an[ ]
|our )?[\w-]+(?: [\w-]+){0,6}? (?:over|instead of|rather than|as our|as the|for the|for our
|against)
(?:and|then|so|but|,|^)(?: ?(?:so|and|then|finally|i|we|ok|well)){0,2} ?(?:decided on|settled on
|agreed on|opted for|voted for|ruled out) (?!you|me|him|her|them)
(?:(?:we're|we are|i'm|i am|we|let's|lets|so|then|ok|okay|we'll|we will|,|:) ?|^)(?:now |all[ ]
|definitely )?(?:go|going) w(?:ith|iht|tih) (?!you\b|me\b|him\b|her\b|them\b|it\b|friends|my[ ]
|the flow|your gut)
(?:we're|we are|i'm|i am|we'll|we will|we|let's|lets) (?:now |all |definitely |officially[ ]
|going to |gonna )?(?:settled|agreed|decided|sticking|stick|set|committed|locked|fixed|done) (?:on
|with|in|debating|discussing|comparing|deciding)
(?:the |a )?(?:name|date|price|budget|venue|menu|scope|format|deadline|location|order|schedule
|theme|title|colou?r|fee|rate|lineup|route|size|number|time|version|layout|team|topic|plan
|programme|program)(?: of [\w -]{1,25}?| for [\w -]{1,25}?)?(?:'s| is| are) (?:now[ ]
|finally )?(?:fixed|final|set|official|confirmed|done)(?= ?$| now|,| at| on)
(?:the|a|an) (?!(?:way|fact|reason|kid|child|dog|cat)s? )[\w-]+(?: [\w-]+)? (?:is|are|was|were
|has been|have been|got) (?:now |finally )?(?:rejected|approved|adopted|chosen|signed|voted down
|scrapped|dropped|axed)(?= ?$|,| for| by the)
(?:gets|got|has|wins|won) the (?:job|gig|contract|nod|slot|part|role|commission|vote|bid|tender)
|green light (?:for|to|on)|(?:motion|vote|resolution) (?:passed|carried)|by (?:unanimous|majority)
|voted .{1,12} (?:for|to|in favou?r)|(?:consensus|approved|sold|winner|the winner|the answer
|answer)(?: is)?(?=:)
(?:we're|we are) (?:now |also |officially |definitely )?(?:not doing|dropping|scrapping|abandoning
|cancell?ing|postponing|discontinuing|retiring|banning|phasing out
|switching (?:\w+ )?(?:over )?(?:to|from)|replacing|all set (?:on|with|for))
(?:it's a (?:go|yes|no|deal)|(?:we have|got) (?:a winner|the green light|the go-ahead))(?= | ?$)
[a-z]+ (?:has |have |is |was |'s )?signed off
(?:it|that|this|which|what|vote|benchmark|meeting|budget|price|contract|quote|design|scope|name
|venue|date|menu|plan|question|matter|issue|topic|everything|\w+)(?:'s| is| has been| was| are
| were) (?:now |all |already |finally |officially |therefore ){0,2}(?:decided|settled|finali[sz]ed
|agreed|a deal|set in stone|locked(?: in)?|signed off|non-negotiable|not negotiable
|not up for (?:debate|discussion|negotiation)|a done deal|ruled out|out of the question)(?! (?:for
|at) (?:you|me)| (?:in|into|down) )
(?:that|this)(?:'s| is) (?:final|confirmed|official|fixed)(?= ?$|,| now| then)
(?:final|definite|firm) (?:decision|answer|call|choice|word|verdict|say|ruling)(?! (?:is|will be
|was)? ?(?:due|next|coming|tomorrow|pending))
(?:final|finally|decision|decided|settled|conclusion|verdict|ruling|outcome|bottom line|final call
|resolved|agreed|confirmed|official)(?: is| (?:on|from|of|by|after|in|at) [\w' -]{1,30}
| for [\w -]{1,30}| about [\w -]{1,30}| made| here)?(?=:| -)
(?:decided|settled|final|decision made)(?=,? ?$)
(?:(?:is|are|were|was|got|been|'s) |^)(?:all )?(?:nailed down|done and dusted|carved in stone
|in the bag|signed and sealed|cut and dried)(?=:|,| ?$| and)
(?:this|that) settles it|settles (?:it|the|that)|(?:let's|lets) settle
(?:my|our|the) (?:final )?(?:decision|choice|verdict|call|conclusion|ruling)(?: is| stands
| has been made| on [\w -]{1,30} is| for [\w -]{1,30} is)(?! (?:up to|yours|pending|due|hard
|difficult|still|not|open|theirs|easy|tough|so|big|a big))(?=:| |$)
(?:the )?plan stands|thought (?:it|this|that) (?:through|over)|(?:settling|deciding|landing) on
|opting for|done (?:choosing|searching|looking)|^(?!they|he|she)[a-z]+ (?:all |both |have |has[ ]
|unanimously )?(?:agreed|signed off|approved|signed|on board)(?: (?:too|as well|to it|on it|it
|that))?$
^so (?:the|our|my) [a-z]+ (?:is|will be|becomes) (?:the )?(?:[a-z]+ )?(?:draft|version|option|number
|variant|design|first|second|third)(?= [a-z0-9]+$|$)
made up my mind|ruled (?:it|them|that|this|these|those) out
put (?:it|this|that) in writing that|(?:the|our) [a-z]+ (?:have |has )?resolved(?: on [a-z]+)? that
(?:we're|we are|i'm|i am) going for (?!an? |it|dinner|lunch|drinks?|coffee|beers?|broke|good|ice
|breakfast|walks?|runs?|food)|we settle (?:at|for|on)
(?:scrapped|ditched|dropped|axed|binned) (?:it|them|that) (?:for good|altogether|completely)
made (?:the|our|my) (?:decision|call|choice) (?:to|on|for|about|and|:)
|made our minds up|mind(?:'s| is) made up
enough (?:debate|debating|discussion|talk|talking|dithering|back and forth|deliberating)
|no (?:more|further) (?:discussion|discusion|debate|debating|arguments|back and forth|options)
|end of (?:discussion|debate)|case closed|done deal|discussion(?: is)? (?:closed|over)
|done (?:debating|discussing|comparing|deciding|deliberating|thinking|shopping)
(?:that|this)(?:'s| is) (?:the plan|our plan|the decision|our decision|the final|settled|decided
|how we(?:'ll)? (?:do|run|will|are going)|what we(?:'re| are| will|'ll)? (?:go|going|do|doing
|decided|agreed))
^(?!.*(?:how|what|where|why|think|know|as|than|because|love|like|sure|here|there|now|this|of|that
|when|if|so|whatever
|who|before|until|since) )(?:\S+ ){1,8}?it is(?= ?(?:then|,|\.|$|!|for the|for all|from now|from))
(?:and |so )?that's (?:that|the end of (?:it|that|the matter|the story|the debate)|flat
|our lot)(?=$|,)|end of (?:story|matter)|no two ways about it|(?:that's |it's )?(?:my|our) (?:last
|final) word(?: on (?:it|that|this))?
(?:i|we)(?:'m| am|'re| are)? (?:won't|will not|not going to|not) (?:be )?(?:chang(?:e|ing)
|budg(?:e|ing)|revisit(?:ing)?|reopen(?:ing)?|reconsider(?:ing)?)(?: (?:my|our) minds?| that| it
| this)(?: on (?:that|it|this))?(?=$|,| again| now)
no (?:going|turning) back|no (?:ifs|buts)|(?:subject|matter|case|debate|question)(?:'s
| is)? closed|nothing (?:more|left) to (?:discuss|decide|debate)
(?:was|were|is|it's|vote was|jury was) unanimous|unanimously|by a show of hands|(?:we
|they) (?:all )?(?:took|had) a vote|(?:shook|shaken) (?:hands )?(?:on|over) (?:it|that|this)
it's (?:a |an )?(?:firm |clear |definite |big )?(?:no|yes|go|deal|thumbs up|done deal
|green light) (?:to|for|on|from (?:us|me|everyone|the))
^(?:signed off|approved|green-?lit|adopted|carried|sealed|agreed and signed)(?=:|,|$)
no more (?:talk|dithering|arguing|arguments|votes|ideas|changes|second thoughts|back-and-forth)
|that's (?:us )?decided
(?:got|has|have|had) the last word
(?:verdict|decision|result|vote|answer|ruling|jury)(?:'s| is| are) in(?=:|,|$)|that's been (?:voted
|agreed|decided|settled|approved|signed off)|(?:of one mind|with one voice|to a (?:man|woman
|person))
(?:i've|i have|we've|we have)(?: now| just| finally| all)? (?:settled|decided|agreed|plumped|opted
|signed) (?:on|for|with)
made (?:the|our|my) (?:decision|call|choice|pick)(?=:|,|$)|(?:i|we)(?:'ve| have)(?: now| finally
| all)? (?:gone|plumped|opted) (?:for|with)
""",
    han=r"""
(?<!先别)(?<!没有)(?<!还没)(?<!尚未)(?<!没)(?<!未)(?<!待)(?<!先不)(?<!不)(?:敲定|拍板(?!的)|拍定
|议定|商定|谈妥|说定|选定|锁死|锁定(?=了|,|$)|讲定(?!义)|约定好|定案|(?<!再)定稿|定死|谈定)
(?<![没未不待肯一否固规制指稳判测鉴假设特设界限安镇淡坚协约既])(?<!亲自
|由我|由你|自己)定(?:了
|啦|咯|喽|下来|下|案|死|好了
|的是)(?!没|吗|么|义)
(?<![没未不待先别])(?<!亲自)(?<!由我)(?<!由你)(?<!自己)定(?=$|[,。!])
(?:已经|已|都|全|正式|最终|最后|当场)(?:决定|确定|定|选|敲定|谈好|说好|商量好|签)
(?<!没有|怎么|尚未)(?<![没未不难待要来的个大做])决定(?!性
|权|因素|不了
|要不要|于|是否|吗|呢|的因|一下)
(?:最终|最后|经讨论|讨论后|权衡下来|权衡之后|综合考虑)(?:还是)?(?:就)?(?:这么|选|定|用|采用|决定
|走|确定|改|保留|是|按|上|请|去|买|签|统一|落|维持)
(?<!不)(?<!没)(?<!未)(?<!能)(?<!法)(?<!请)(?<!再)(?<!先)(?<!待)确定(?:用|采用|选|下来|只|了|为|是
|在|以|由|走|按|不|把|改|就|:|统一|全)
就(?:这么|这样|这么着|那样)(?:定|办|执行|干|走|说定|写|来|做|弄|排|安排|拍)
(?:否了|否决了|毙了|枪毙了|pass ?(?:了|掉)|out ?了|排除了|不考虑了)
^(?![^,]{0,3}(?:请|帮|把|将|能|可|麻烦|要|先))[^,]{1,16}(?<!肯)(?<!否)(?<!不)(?<!没)定(?:为|在|于
|名)
(?<!没)(?<!没有)想(?:清楚|好|明白|通|定)了|别再?(?:比|纠结|讨论|争|挑|犹豫|改)了|(?:都|一致|全
|已经|已|也)(?:\S{0,2})(?:同意|认可|通过|点头|赞成)了?(?=$|[,。!])
就(?:这|那)(?:句|版|家|款|张|首|条)(?=[:,]|$)|就(?:定|选|[它他她这]了|这个了|那个了|选它|定为
|用它)|板上钉钉|尘埃落定|一锤定音|没跑了
就(?:叫|改叫|改用|改成|改为|换成)(?!你|我|他|什么)
结论(?:是|定|:|就|出来|如下|已)
(?:一致|集体|投票|开会|会上|群里|大家)(?:都)?(?:同意|决定|通过|表决|敲定|定|认可|赞成)
(?<!没)(?<!没 )(?<!未 )(?:confirm|fix|finalize|final|settle|lock|book)(?:ed)? ?了
(?:align|对齐|商量|沟通|谈|讨论|表决|投票) ?(?:过了|好了|完了|妥了)
(?:评估|评审|表决|审批|会议|董事会|会上|投票)(?:会上|会|已经|已|都|上)?(?:通过|批准|定)
(?<!没)(?<!还没)(?<!没有)(?:点头|批|签|过会|立项|盖章|敲)了(?=$|[,。!])
不再(?:讨论|考虑|改|变|动|纠结|争|议|商量|比较|看|拉|用|做|提供|支持|接|收|采|开|设|走|使|维护
|保留|单独|找|另|买|请|续|卖|摆)
(?:之前|上次|昨天|前面|原来|原先|原定|先前|早上|上周|此前)(?:\S{0,14})(?:推翻|作废|取消|不算|废掉
|收回|否了|不要了|改主意)
(?:推翻|作废|废弃|弃用|废除)(?=$|[,。!了])|推翻(?:之前|昨天|原来|上次|此前|先前)
改主意了?|变卦|还是(?:改回|换回|回到|退回)
(?:最终|final)(?:方案|版本|决定|答案|结论|decision|call)
(?<![没未不])(?:版本号)?\S{0,4}确认(?::|用|采用|按|为|走|是|在|下来|了[,:])
(?:全票|一致|举手|投票|表决)(?:通过|同意|赞成|决定|选出)|达成(?:了)?(?:一致|共识)|(?:主意|心意
|决心)已(?:定|决)
(?:就|绝|肯定|也|定了就)?不(?:会)?再?(?:改|变|动|换)了(?=$|,)|定(?:了|下)就不(?:改|变|换)|铁板钉钉
|(?:定|说|讲|钉)死了
拍了板|落槌|落锤|(?:这事|这件事|事情)(?:就)?(?:这么|这样)(?:定|成|办|结)了?|正式(?:启用|定名|官宣)
|官宣了
(?:日子|日期|地方|地点|场地|名字|人选|颜色|方案|款式|牌子|路线|题目|主题|曲目)(?:\S{0,3})?(?:选|挑
|定|敲|想|谈)(?:好|妥|定|下来)了?
(?:认准|认定)(?:了)?
(?:最终|最后|到底|终于)(?:我们|咱们|大家|还是|决定)?(?:我们|咱们)?(?:选|定|用|挑|要|订|买|签)了(?!吗
|没)
敲定由|(?:^|,)(?:已|已经)?敲定
""",
)

# Groups of words that lean towards a decision; two different groups make one.
PLAN: Final = pattern(
    latin=r"""
(?:we|our \w+) (?:won't|will not|no longer|aren't|are not) (?:be )?(?!know|able|see|need|get
|forget|going|sure)[a-z]+
(?:we|our team|the team|our \w+)(?:'re| are|'ll| will| shall| won't| will not| do not| don't
| no longer| only| never| always| can't| cannot| are not|'re not| aren't)? ?(?:not |no longer[ ]
|only |now |all |also |going to |gonna |just |never |always |be |still |fully |completely[ ]
|permanently ){0,3}(?:us(?:e|ing)|mov(?:e|ing)|switch(?:ing)?|drop(?:ping)?|adopt(?:ing)?
|keep(?:ing)?|tak(?:e|ing)|stay(?:ing)?|support(?:ing)?|introduc(?:e|ing)|build(?:ing)?
|hold(?:ing)?|serv(?:e|ing)|ship(?:ping)?|offer(?:ing)?|run(?:ning)?|replac(?:e|ing)|stop(?:ping)?
|reverse|abandon(?:ing)?|retir(?:e|ing)|mak(?:e|ing)|do(?:ing)?|hir(?:e|ing)|pay(?:ing)?
|sign(?:ing)?|buy(?:ing)?|rent(?:ing)?|book(?:ing)?|order(?:ing)?|charg(?:e|ing)|accept(?:ing)?
|allow(?:ing)?|start(?:ing)?|cut(?:ting)?|chang(?:e|ing)|stick(?:ing)?|host(?:ing)?|sell(?:ing)?
|clos(?:e|ing)|open(?:ing)?|writ(?:e|ing)|stor(?:e|ing)|publish(?:ing)?|fil(?:e|ing)|plead(?:ing)?
|settl(?:e|ing)|deliver(?:ing)?|go(?:ing)?|put(?:ting)?|standardi[sz](?:e|ing))
""",
    han=r"""
(?<![帮给替跟对让问])(?:我们|咱们|咱|我|本项目|这个项目|项目)(?:\S{0,6}?)(?:改为|改成|改用|换成
|换用|改由|改走|迁到|切到|转为|定为|定在|选用|采用|沿用|启用|不再|放弃|取消|停用|停掉|停止|只做
|只用|就用|就走|不用|不做|不上|不搞|不接|不拆|不办|不请)
直接(?:上|用|走|买|请|签|选)|(?:推迟|延期|提前|改期|挪|推|改|换|搬|调)(?:到|在|至)|改(?:去|成|在
|找|请|开)|(?:改为|改成|换成|改用|换用|选用|采用|沿用|启用|改由|改走)|就(?:用|走|上|按|放|在|做|请
|买|签|是|去|住|订|以)
move 到|go with|deprecate|drop 掉
""",
)
UNIFORM: Final = pattern(
    han=r"""
(?<!要不要)(?<!是否)统一(?:使用|用|采用|走|按|改用|改为|改成|以|由|放|叫|写|命名|换成|为|在|归|成)
全(?:部|都|线|面|屋|店|院|公司|校|队|组|书|场|剧|程|网|站|线|市|司)(?:都)?(?:用|走|放|改|换|采用
|使用|迁|上|切)|(?:全部|一律|都)(?:用|走|放|采用|使用)
""",
)
MUST: Final = pattern(
    latin=r"""
(?:has|have|(?<!no )needs?) to|must(?:n't| not)?|may not|shall(?: not)?|cannot exceed|can't exceed
|(?:is
|are) capped|no more than|not? (?:go )?(?:over|above|below|under|past)
(?:we|v\d+|the \w+(?: \w+)?)? ?only (?:support|accept|allow|use|serve|offer|take|do|ship|cover
|publish|deliver|work)
(?:out of|not in|in) scope|off limits|off the table|stays? (?:under|below|within|on|in|at|with|as
|[a-z]+)$
can(?:'t|not| not) (?:exceed|be (?:over|more|later|longer|bigger|heavier|under|less)|go (?:over
|above|past|beyond|below)|run (?:over|past|longer)|weigh|last|cost more|take longer)|mustn't
|must not|(?:may|must|can|shall) never|under the (?:terms|rules|conditions) of
nothing(?: [a-z]+){0,4}? (?:can be |may be |is )?[a-z]+er than
at (?:most|least|the latest)|a (?:maximum|minimum) of|(?:capped|limited|restricted) (?:at|to)
|no (?:later|earlier|bigger|longer|heavier|higher|less|fewer|lower|smaller|wider|taller) than
(?:has|have) to be (?:done|ready|finished|in|out|under|over|below)|in under \d|within (?:\d|the|a)
at the very (?:most|least)
""",
    han=r"""
必须|只能|不得|不准|禁止|封顶|卡死在|不少于|不能超过|不能低于|不能少于|不能晚于|严禁|不许|至少
|最多|不超过|不低于|不高于|最低(?:支持|要求)?|最高|上限|下限|只(?:支持|接|出|做|收|用|开|卖|提供
|考虑)|(?:以内|之内)$
不能破|不可(?:超|低|高|少|多|晚|早|有|用)|不能(?:晚|早|高|低|少|多|超|有|用|带)|顶多|至多|最迟
|最晚|起码|非得|务必在
""",
)
EFFECTIVE: Final = pattern(
    latin=r"""
(?:from|starting|effective|beginning|as of)(?: with| from| in| on)? (?:the )?(?:next|monday
|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july
|august|september|october|november|december|version|v\d|\d|today|tomorrow|this)
""",
    han=r"""
从(?:下|本|这|今|\d|明|v)\S{0,8}(?:起|开始)|(?:自|即)\S{1,8}起|即日起
""",
)
SCOPE: Final = pattern(
    latin=r"""
for (?:v\d|version \d|the (?:first|pilot|launch|season|trial|whole|entire|project)|this (?:project
|season|case|event|edition|site|menu|release|product|clinic|ward|matter|book|course))
(?:in|across|throughout|for) (?:the )?(?:whole|entire) \w+|across (?:all|the)|in (?:this
|the) project|everywhere|anywhere
this (?:year|season|term|time round|summer|winter|spring|autumn|fall)|from (?:january|february
|march|april|may|june|july|august
|september|october|november|december|monday|next)
""",
    han=r"""
本项目|这个项目|项目(?:里|内|中)?|整个|全部|全程|这个版本|本版本|这(?:一)?期|本期|首期|一期|第一版
|今年|本季|v\d
""",
)
CONCLUDE: Final = pattern(
    latin=r"""
(?:therefore|hence|in conclusion|so no|so yes|verdict|result|upshot|outcome|bottom line)(?=:| |,)
|plan(?: is)?(?=:)|so it's
(?:i|we) (?:promised|guaranteed|signed)|contract (?:is )?signed|it's in the contract|by law
|legally|by contract
after (?:all|much|a lot|weeks|days|months|hours|long|two|three|four|several|many|three) [\w ]{2,30}
after the (?:vote|meeting|count|talks?|tasting|trial)|it's clear(?= |,|:|$)
""",
    han=r"""
所以|因此|综上|总之|于是|结论|明确(?!的|说|一下|告诉)
(?:商量|讨论|权衡|合计|琢磨|盘算|研究)了[^,]{1,6}(?:天|周|礼拜|星期|个月|晚上|下午|夜|遍|回)$
(?:商量|讨论|比|权衡|聊|谈|算|想|看|挑|选|研究|琢磨|合计|盘算|争)(?:来[^,]{1,2}去|下来|了一圈|一圈
|半天|再三|到最后)|思来想去|到头来|归根(?:结底|到底)|想通了|想明白了
""",
)
# Who binds the user: a duty from outside that the user takes over.
DUTY: Final = pattern(
    latin=r"""
(?:under|by) the (?:terms|rules|conditions|will) of
(?:the |our )?(?:insurers?|insurance|law|contract|regulations?|regulators?|licen[cs]e|permit
|council|city|landlord|client|fire code|code|statute|court|judge|ministry|board|bank|funders?
|sponsors?|venue|auditors?|inspectors?|health department|hospital|union|treaty|grant|donors?
|terms)(?: \w+)? (?:requires?|demands?|insists?|allows?|forbids?|prohibits?|won't allow
|doesn't allow|mandates?|wants it)
""",
    han=r"""
(?:合同|法规|消防|卫生局|监管|甲方|客户|保险|医保|房东|物业|学校|院里|上面|总部|政府|法院|行业
|规范|标准|协议)(?:里|上|那边|方面)?(?:要求|规定|不允许|不让|明确|限定|写明|写死|死要求)
""",
)
REVERSAL: Final = pattern(
    latin=r"""
changed (?:my|our) mind|on reflection|scrap (?:what|that|the|this)|(?:we|i)(?:'re| are|'ll
| will)? (?:reverse
|reversing|revert|overturn|overturning|take back|taking back|withdraw)|on second thou?ghts?
|forget (?:the|what)|strike (?:the|what)|i was wrong about|u-turn|overrul(?:e|ed)
|after all(?! (?:the|these|those|this|that|of|my|your|our))
|(?<!give )(?<!giving )(?<!gave )back to (?!you|me|work|sleep|bed|school|normal)
(?:scratch|ditch|bin|never mind|skip|drop) (?:the|what|that|about)|undo(?:ing)?|bring(?:ing)? back
|reinstat(?:e|ing)|walk(?:ing)? (?:that |it )?back|call(?:ed|ing)? off|(?:that's|is|'s) off(?= |$
|,)|not any ?more
""",
    han=r"""
(?:原来|本来|原先|起初)(?:说|定|想|打算|计划)|推翻|作废|改主意|变卦|收回|换回|改回|还是(?:去|用|选
|走|回到|按|在|请|做|上|办|订|买|租|定|坐|住|要|回)|不(?:了|再)
(?:前两天|前天|前几天|上次|上回|上周|昨天|之前|先前|早先|原先|原来|本来|起初|最早|当初
|此前)[^,]{0,14}(?:不算|算了|不要了|作罢|取消|撤了|黄了|改了|不行了)
(?:前两天|前天|前几天|上次|上回|上周|昨天|之前|先前|早先|当初|此前)(?:\S{0,3})(?:说|定|讲|打算
|计划|选|订|想)|(?:不要|撤|不算|不行|取消)了(?=$|,)|^算了$
""",
)
CONTRARY: Final = pattern(
    latin=r"""
instead of|rather than|not (?:the|in|on|a|an|inside|via|with)|no longer|and not|(?:,|:|^) ?(?:no
|not|without|never) [\w-]+|(?:gets?|is|are|goes|go) (?:archived|dropped|retired|replaced
|cancell?ed|scrapped|out|gone|dead)|[a-z]+ goes$|instead
""",
    han=r"""
不[^,]{1,5}了(?=$|,)|不(?:用|上|做|走|拆|再|要|接|出|设|请|搞|开|加|改|自研|引入|考虑|落|支持|采用
|收|卖|买|续|办|去|管|租|定|选|找|换)|放弃|取消|停(?:止|掉|用|办|售)|砍掉|下线|淘汰|退役|而不是
|而非|代替|取代
""",
)
WILL_BE: Final = pattern(
    latin=r"""
(?:will|'ll|is going to|are going to|won't) (?:be|stay|remain|use|run|live|go|have|keep|serve|open
|close|start|end|take place|cost|include|not|move|become|get)
(?:stays|remains|lives|goes|moves|becomes|gets|go into|goes into|happens|runs) (?!wrong|away
|on and|back to sleep|crazy|weird|down|off)
it's .{1,30} now$|it's .{1,30} (?:everywhere|throughout|all the way|across the board
|from (?:the next|now|next|monday|v\d|\d))
minimum is|maximum is|limit is
(?!(?:i|we|you|they|he|she)'ll)[a-z-]+'ll (?:be|stay|remain|use|run|live|go|have|keep|serve|open
|close|start|end|take place|cost|include|move|become|get)
(?:opens|closes|ends|starts|takes place|trains|meets|sings|plays) (?:on|in|at|with|for|from|the)
""",
    han=r"""
(?:保持|保留|维持|不变|照旧|照常|为准|优先|按原|照原|原计划|原方案)
""",
)

# A binding limit, named as such.
CONSTRAINT: Final = pattern(
    latin=r"""
(?:hard|project|fixed|strict|firm|legal|contractual|absolute|binding|non-negotiable|budget
|regulatory|safety|statutory|mandatory|formal) (?:constraint|requirement|rule|limit|deadline|cap
|condition|ceiling|boundary|restriction)s?
(?:constraint|requirement|hard limit|restriction|ground rule|hard stop|red line
|dealbreaker)s?(?: here| for (?:the|this|our) \w+| on (?:the|this|our) \w+)?(?=:| is| -)
(?:is|are|that's|it's) (?:a |an |the |our |my )(?:\w+ )?(?:constraint|requirement|hard limit
|dealbreaker|red line|mandatory|compulsory)(?: for| of| by| in|,|$|\.)
(?:made|makes|making) (?:that|it|this) (?:a|an|the|our|their) (?:\w+ )?(?:condition|requirement
|rule|must|precondition)|(?:is|are|that's|it's) (?:legally |contractually |strictly )?(?:binding
|mandatory|compulsory)|non-negotiable|not negotiable|no exceptions allowed|set in stone
|mandated by
(?:the |our )?(?:by-?laws|statutes?|charter|deed|lease|contract|permit|licen[cs]e|insurance
|insurer|law) (?:caps?|limits?|restricts?|forbids?|prohibits?|obliges?|bars?)
not a (?:penny|cent|day|minute|gram|metre|meter|second|word|page|euro|pound|dollar) (?:more|longer
|later|less|higher|over)|(?:won't|will not) (?:go|pay|budge|move|bend
|stretch)(?: \w+){0,3} (?:higher|more|on (?:that|it|this)|further|later|past|beyond)
no (?:leeway|wiggle room|extensions?|way (?:a)?round it)|drop-?dead date|(?:it's[ ]
|that's )?(?:a )?condition of (?:our|the|my|their)|that's the law
""",
    han=r"""
(?:硬|刚)(?:性|指标|要求|条件|约束|规定|杠杠|限制|底线|需求|门槛)+
(?:项目|系统|团队|合同|法律|法规|业务|客户|预算|工期|安全)?(?:约束|限制条件|前提条件|红线|底线
|铁律|硬规定)(?=:|是|$|[,。])
(?:是|属于|作为)(?:\S{0,8})(?:硬\S{0,4}|约束|前提|红线|底线|规定|铁律|死规定|强制\S{0,2})
(?:封顶|卡死在)|一[分天个点米秒克人张](?:都|也)不(?:能|可|得|许|多|少)
不可(?:协商|商量|更改|动摇|突破)|没得商量|不能商量|没有商量|雷打不动|不容商量|死线
(?:合同|法规|监管|消防|卫生局|甲方|院里|法律|预算)(?:里|上)?(?:规定|要求|写明|写死|限定|批|明确)
卡得\S{0,2}死|卡死的$|死(?:命令|要求|规矩|任务|杠杠)|规定死|(?:没有?|不留|毫无)(?:任何)?(?:余地
|弹性|例外|回旋)|一分钱?(?:都|也)不|一(?:分|天|米|个|毛|块|张)(?:钱)?(?:都|也)(?:批|给|拿|加|多|少
|拖|挤|掏)不|一(?:天|分钟|刻|步|克|厘|公分|毛|块|个|两)(?:钱)?(?:都
|也)不(?:能|可|得|许|多|少|肯|行)|硬(?:要求|规定|杠杠|指标|限制)
""",
)

# What takes back or leaves open.
TEMPORARY: Final = pattern(
    latin=r"""
this time|(?<!not )(?:just|only) (?:this|for this|for today|for now|for tonight|for the|once|today
|tonight
|this once|for my|for one)|just once|(?<!not a )(?<!no )one[- ](?:off|time)
for (?:now|the moment|the time being|today|tonight|this (?:one|once|\w+ only|\w+ alone))
|today only|tonight only|for a (?:day|minute|moment|bit|while|sec|second)
for (?:this|that|the next|today's|tonight's|tomorrow's|monday's|friday's) (?:one |single[ ]
|particular )?(?:\w+ )?(?:answer|reply|message|email|mail|task|pr|commit|file|deck|draft|letter
|report|table|question|session|run|test|demo|meeting|order|party|shift|call|chat|conversation|post
|version|summary|list|doc|document|translation|batch|round|dish|patient|client|memo|slide|page
|week|evening|afternoon|morning|hour|day|presentation)
from (?:tomorrow|monday|next \w+) (?:on )?(?:the )?(?:normal|usual|old|regular)
temporar(?:y|ily)|until (?:i|we|the|my|he|she|they) (?:\w+ )?(?:get|come|have|fix|am|are|is|comes
|gets|finish|arrive|back|sort|return|gives|hear)|till tomorrow|until (?:tomorrow|monday|friday
|then|tonight|next week|noon)
right now|at the moment|currently|as a one[- ]off|exception(?:ally)?(?= |,|:)
|in this (?:one )?case|this (?:one )?(?:email|deck|pr|file|batch|letter|report|draft|message) only
|this once|quick and dirty
(?:in|for|on|with) this (?:\w+ )?(?:copy|version|one|draft|file|letter|mail|email|deck|report
|round|case)$
(?:just|only) (?:this|the) (?:scene|page|chapter|poster|slide|song|section|paragraph|evening|weekend
|week|event|eulogy|game|lesson|class)|one[- ]time thing|back to normal (?:after|tomorrow)
|for (?:tonight|today|tomorrow|the moment|this)(?:'s)? \w+ only|as an exception|just (?:the
|this) once
""",
    han=r"""
(?:这次|本次)(?!\S{0,2}(?:活动|比赛|展览|演出|会议|大会|项目|婚礼|招标|招聘|评审|装修|采购|培训
|选举|义卖|拍卖))
这回|这一次|此次|这一回|今次|(?:就|仅|只)(?:这|此|限)?一次|仅此|下不为例|破例|例外一次
(?:只|仅|单)(?:针对|限|对|是|在|给)?(?:这|今|本(?=次|周|月|回|期|轮|篇|份|章|节|场|页|段|批))(?!样
|么)|(?:这|本)\S{1,4}先|先(?:不|别)(?:用|要
|做|加|管|写|动|改|上|放|发)?|临时|暂时|暂且|权宜|先凑合|先顶|将就
(?:今天|今晚|明天|这周|本周|眼下|这会儿|这阵子|这两天|这几天)(?:先|就(?!订|签|付|下单|交|买)|只|的
|暂|这)|目前先|现在先
|先这么|先这样
回头(?:再)?改|之后再改|改回来|过后再|再改回|恢复原样
^你先(?!生)|就这(?:一)?(?:封|单|桌|批|版|周|天|次|回|场|篇|首|段|份|张|章|期|趟|顿|晚|个月)
|(?:下周|下次|下篇|之后|明天|过后
|以后|下回|下期)(?:再)?(?:照旧|恢复|还原|回到|改回)|(?:今晚|今天|今早|明早|眼下|这回
|此番)(?:\S{0,4})(?:先|包场|例外)|破一次例|特例|特殊情况
""",
)
# One thing pointed at: a wish about it is for this once, a choice about it is a choice.
THIS_ONE: Final = pattern(
    han=r"""
(?:这|那)(?:一)?(?:批|单|份|封|张|桌|场|段|轮|篇|版|稿)
""",
)
# This once and no more: even a lasting word beside it does not lift it.
ONLY_NOW: Final = pattern(
    latin=r"""
(?:this time|today|tonight|this (?:one|once)) only|(?<!not )only (?:this (?:time|once|one)|for this
|for today|today|tonight)
until (?:i'm back|i get back|i return|i come back|i am back|(?:next )?[a-z]+day|tomorrow|then)
(?:decided|agreed|settled)(?: on)? (?:to )?(?:meet(?:ing)?|have (?:dinner|lunch|breakfast|drinks)
|eat
|grab|watch|sleep|go (?:out|home|to bed)|call it a day|stay (?:in|home)|order (?:pizza|in
|takeaway))
(?:decided|agreed|settled) .{1,40}(?:today|tonight|this (?:evening|afternoon|morning))$
just this once|just (?:for )?this (?:one|once|time)
""",
    han=r"""
(?:就|仅|只)(?:这|此|限)一次|仅此|下不为例|(?:只|仅|单)(?:针对|限|对|限于)(?:这|今|本|此)
^(?:那)?(?:明天|后天|回头|晚上|待会儿?|到时|下周)(?:见|说|聊)$
在[^,]{1,8}(?:之前|以前|前)(?:都|先|就|一律)|接下来这(?:一)?(?:段|章|节|首|页|周|几)|(?:这
|本)(?:周|个月)(?:都|里都|内都)
到[^,]{1,6}为止|决定(?:今天|今晚|明天|明早|今早|现在|先|待会|一会儿|晚上|周末)|定了,?(?:明天|回头
|晚上|待会|到时)(?:见|说|聊)
""",
)
# An order for one day or one occasion.
DAYBOUND: Final = pattern(
    latin=r"""
(?:today|tonight|tomorrow)'s|for (?:today|tonight|tomorrow)(?= |,|$)|(?:today|tonight)(?=$|,)
for the [a-z]+ (?:on|this|next|tomorrow) ?[a-z]*day|this (?:morning|afternoon|evening)(?=$|,)
""",
    han=r"""
(?:今天|今晚|明天|明早|今早)(?!起|开始|以后)|这(?:一)?(?:单|趟|顿|桌)|散会|散场
""",
)
# Background: how things are or were, told for information.
BACKGROUND: Final = pattern(
    latin=r"""
for (?:background|context|your information|info)|fyi|(?:just )?so you know|for the record only
at present$|how things (?:run|work|are)|nobody knows why|(?:still|currently) runs? on
for what it's worth|(?:i'm|just) telling you (?:so|how)|as it (?:is|was) now
(?:used to be|it was always|back then|in the old days|until last year)
""",
    han=r"""
(?:给你|跟你|先|我)(?:交代|介绍|说明|讲讲?|说说?|科普)(?:一)?下?(?:背景|情况|现状|来历)|混着用
(?:跟你|给你)(?:说|讲|通报)一声$|你(?:了解|知道|清楚|有数|心里有数)(?:就行|就好|即可|一下)
|(?:仅)?供(?:你)?参考$
^(?:目前|眼下|如今|咱们?[^,]{1,6}现在)(?!开始|起|就|决定|改|请|你|先)[^,]{0,14}(?:都|是|有|在|用
|放|归|走)
^(?:背景|现状|情况)(?:是|:)|^老[^,板师规样]{1,6}(?:都|是|还|上下)[^,]{0,6}(?:是|在)|还在(?:档案
|仓库|库房)
^(?:以前|过去|从前|早年|那时候?|当年|小时候)(?:我们|我|大家|家里|厂里|店里)?[^,]{0,3}(?:都|总|一直
|一般|是)
""",
)
# A text to be written for others: what it shall say is not said by the user.
WORDING: Final = pattern(
    latin=r"""
(?:draft|write|compose|prepare|send|make|print|put up|post)(?: me| us| up)? (?:an?|the|this|some
|that) (?:[a-z]+ ){0,3}(?:emails?|mail|letter|notice|message|announcement|memo|post|note|text|sign
|reply|statement|speech|poster|slogan|release|invitation|card|flyer|caption|line|paragraph)(?: to
|for)?(?: [\w' ]{1,30}?)? (?:telling|saying|that says|announcing|informing|to say|stating|asking
|explaining|which says|that tells)
(?:tell|inform|email|write to|let) (?:the|my|our|all|every) [a-z]+(?: know)? that
""",
    han=r"""
(?:写|拟|起草|编|做|发|出|贴|来)(?:个|一?(?:条|段|份|个|封|则|篇|张|句))(?:\S{0,6}?)(?:公告|通知
|告示|邮件|信
|消息|短信|启事|声明|文案|海报|发言稿|稿子?|朋友圈|说明|标语|通告|横幅|广告)(?:$|:
|[^,的都]{0,6}(?:说|告诉|宣布
|通知|写明|表示|写着))
(?:通知|告诉|转告|提醒|回复)(?:一下|下)?(?:大家|各位|同事|客户|全员|员工|学生|家长|他们|她们|他
|她)[,:]
""",
)
UNDECIDED: Final = pattern(
    latin=r"""
maybe|perhaps|might|probably|possibly|could be|(?<!you )may be|(?:not|n't|never) (?:\w+ )?(?:sure
|certain
|decided|settled|agreed|final|finali[sz]ed|committed|convinced)(?! to do| it's not)
lean(?:ing|s)?(?: \w+)? (?:towards?|to|for|against)|consider(?:ing)?|think(?:ing)? (?:about|of
|over|it|on|we)|i think (?:we|i) (?:should|could|might|may)|still (?:thinking|debating|undecided
|open|weighing|comparing|torn|unsure|deciding|considering|looking|waiting|discussing|figuring
|on the fence|an open)
not ruling (?:it|that|anything) (?:out|in)|don't hold me to (?:it|that)|^i (?:guess|suppose
|reckon)$|undecided|on the fence|sleep on|who knows|let me (?:think|check|ask
|see|sleep|get back|discuss|talk|run it|consult|mull)|before we (?:settle|decide|commit|agree)
|to be (?:decided|determined|confirmed|discussed)|tbd|tbc|open question|up in the air
|wonder(?:ing)?|tempted|toying|playing with the idea|torn between
haven't (?:\w+ )?(?:decided|settled|agreed|chosen|picked|made|committed|finali[sz]ed)
|hasn't (?:\w+ )?(?:decided|been)|have(?:n't| not) made up|yet to (?:decide|choose|agree)
|no (?:decision|conclusion|verdict|final)(?: has| yet| was| so)?|not (?:a )?(?:final|decision)
|need(?:s)? (?:more|another) (?:time|thought|discussion)|can't decide|cannot decide|depends
|park (?:that|it|this)|if (?:we|i) (?:decide|go|end up)
|(?<!say )(?<!me )(?<!check )(?<!state )(?<!mention )(?<!note )whether|either .{1,60} or|some(?:day
|time later)|at some point|one of these days|would be nice|i guess we (?:could|might)|in two minds
|of two minds|revisit|think twice|not commit|draft idea|just an idea|brainstorm
hold (?:off|that thought|your horses)|not so fast|need to (?:see|hear|know|get) (?:the|a|some|what
|from)|up for grabs|keep (?:going back and forth|wavering)|go(?:ing)? back and forth
|can't make up my mind|ask me (?:again|next|later|tomorrow)|jury's (?:still )?out|toss-?up
|no idea yet|waver(?:ing)?
(?:needs?|has|have) to (?:confirm|check|ask|approve|agree|decide|see|think)
""",
    han=r"""
可能|也许|或许|大概(?!率都)|说不定|没准|兴许|似乎|好像
想着(?!你)|(?:还|都)没(?:有)?[^,]{0,8}(?:谈|讨论|商量|确认|想|批|松口)|要不(?!要|是|然)|有(?:点
|些)想|(?:还|都|也|并|仍|尚)?(?:没|没有|未|尚未)(?:想好|讨论(?!余地)|商量(?!余地|的)|谈|回我|回复
|批|点头|松口|答复|确认|决定|定|想清楚|拿定|确定|敲定|谈妥|商量好|最终|结论|达成|完全定|考虑好
|想明白|谈好|拍板)
考虑(?:中|一下|下|考虑|是否|要不要|换|用|改|把)|在考虑|还在(?:想|看|比|考虑|纠结|犹豫|讨论|商量|谈
|权衡|评估|等)|正在(?:考虑|讨论|权衡|评估|商量|比较)|在想(?!着)|(?<![不别])再(?:想|看|考虑|议|商量
|讨论|研究|琢磨|比较|斟酌|合计|比)(?=$|看|想|吧|一|下|,|。|呢|情况|比|几|两|琢|商|讨)|再说|容我
|(?<!别)让我(?:想|再|考虑)|待定|(?<!不)(?<!别)纠结|犹豫|拿不准(?!的)|(?<!不用)不确定|没有结论
|没结论|(?<!管)(?<!告诉我)(?<!说明)(?<!标明)(?:要不要|是不是|该不该|用不用)
|(?<!以后)(?<!今后)(?<!你)能不能|是否|先别定|先不定
|不急着定|别急着定|暂不定
|下周(?:再)?(?:开会)?定|到时候再|回头再|以后再|改天再|(?<!不)倾向|打算再|两难|摇摆|举棋|未定
|悬而未决|不一定|没定|考虑过|想过|想想|琢磨|问问|商量(?:一下|下(?!来)|商量)|有待|看情况|看看再
(?:还|都|仍)(?:在|没)(?:吵|争|比|挑|选|看|谈|犹豫|权衡|摇摆|打架)|八成|大概率|十有八九|暂定
|先这么放着|(?:之前|前)都不(?:作数|算)|等[^,]{1,10}(?:再|才)(?:说|定|看|议)|过(?:完|了)[^,]{1,4}再说
|没(?:个)?准信
不知道(?:选|用|买|该|怎么|去|要)|意见不一|为时(?:过|尚)早|(?:现在|眼下)谈\S{0,4}早|得看|别算数
|不拍板|得先(?:问|跟|和|看)
再(?:做)?(?:决定|定夺|拍板|下结论)|看看效果|试(?:一|几|两|个)(?:周|天|下|段|次|个月|阵)
""",
)
HYPOTHETICAL: Final = pattern(
    latin=r"""
(?:almost|nearly|had almost|came close to) (?:decided|deciding|went|going|chose|choosing|picked|used
|using|bought)
^if (?:the |our |my )?[\w ]{2,20} (?:approves?|agrees?|accepts?|says? (?:yes|ok)|signs?|votes?)
i wish|if only|suppose|supposing|imagine|imagining|hypothetical(?:ly)?|thought experiment|what if
|(?:^|and |say[ ]
|let's |we |just |now |so )assum(?:e
|ing)(?! (?:that|this|it) by| that you| i'm| i am| i know| i have| i speak| metric| unless)
|let's say|lets say
|^(?:so |ok |and |but |well )?say (?:somebody|someone|a (?:user|client|guest|patient|customer)|we
|you
|i|there)|pretend(?! (?:i|we) (?:never|didn't|hadn't))
|for the sake of (?:argument|the argument|it)|devil's advocate|for argument's sake
|for (?:example|instance)|e\.g\.|theoretically|in theory|in an ideal world
if (?:we|i|you|they|he|she|it|someone|somebody|a \w+|the \w+|one) (?:ever |really |were |was |had[ ]
|did |went |decided |chose |could |would |should |wanted |moved |used |ended )
would (?:have|it|that|we|you|i|be(?! (?:ideal|great|good|nice|lovely|fine|perfect|best|better
|helpful|appreciated|enough)))|could have|if ever|were (?:we|i|you) to|had (?:we|i)
as an example|an example (?:of|would)|example:|sample (?:rule|text|sentence|prompt)|role ?play
|quiz question|exam question|exercise:
""",
    han=r"""
差(?:一)?点(?:儿)?(?:就|没|把|都)?|险些|但愿|希望(?:以后|将来|今后)(?!.{0,3}你)(?:都|也|还)?(?:能
|可以|会|不会)
假如|假设|假使|假定|倘若|倘使|设想|试想|想象一下|万一|若是|比方说|打个比方|^(?:只是|就是|就|我
|给你|随便|随口)*举(?:个)?例(?:子|来说|说)?[:,。]?$|(?:^|,)比如说|譬如|例如|假想|思想实验|理论上
|what if|要是(?:哪天|将来|以后|有一天|我们|咱们|当初)|如果(?:将来|以后|哪天|有一天|我们|咱们|当初
|让你|有人|要|换成|改成|用|上|选|真)|练习题|模拟题|角色扮演|造句|例句
""",
)
REPORTED: Final = pattern(
    latin=r"""
(?:he|she|they|someone|somebody|people|everyone|everybody|folks|others|most people|the internet
|reddit|twitter|chatgpt|google) (?:\w+ )?(?:says?|said|told|tells|claims?|claimed|insists?
|insisted|thinks?|thought|believes?|argues?|argued|suggests?|suggested|recommends?|recommended
|prefers?|preferred|likes?|liked|loves?|hates?|swears?|wants?|wanted|decided|chose|picked|settled
|always|never|usually|mentioned|asked|asks|advises?|advised|writes?|wrote|uses?|used|went|goes|go
|do|does|refuses?|agreed|voted)
(?:an?|my|your|his|her|their|this|that|some|another|one|one of \w+|the other|these|those|the|our
|other) (?:(?!and |or |but |we |i |you |that |which |who |in |on |at |over |for |to |is[ ]
|are )[\w'-]+ )?(?:(?!and |or |but |we |i |you |that |which |in |on |at |over |for |to |is[ ]
|are )[\w'-]+ )?(?:(?!and |or |but |we |i |you |that |which |over |for |to |is[ ]
|are )[\w'-]+ )?(?:says|said|told|tells|claims|claimed|insists|insisted|thinks|thought|believes
|argues|argued|suggests|suggested|recommends|recommended|prefers|preferred|likes|liked|loves|hates
|swears|wanted|mentioned|advises|advised|writes|wrote|stated|announced|complained|keeps saying
|keep saying|wants me|tells me|asked me|asks me|decided|chose|picked|went with)(?= |:)
(?:grandma|grandpa|gran|granny|mum|mom|dad|grandmother|grandfather|father|mother|\w+) (?:used to
|would
|liked to|likes to) (?:always )?(?:say|tell|insist|preach|swear)
(?:wrote|says|said|writes|replied|insisted|went) (?:the|my|our|his|her|an?|one) [a-z]+(?: [a-z]+)?$
i(?:'ve)? (?:read|heard|saw|overheard|was told|am told|see|noticed|seen)(?: (?:somewhere|that
|people|about|once|online|recently|an?|in a|on a|on reddit|elsewhere|of))|according to|apparently
|rumou?r|supposedly|allegedly|word is|it is said|they say|reportedly|conventional wisdom
|as the saying goes
(?:blog|article|book|podcast|docs?|documentation|readme|tutorial|video|post|guide|website|textbook
|manual|influencer|guy|colleague|coworker|friend|boss|neighbou?r|professor|teacher|competitor
|supplier|vendor)s?(?:'s)? (?:\w+ )?(?:says?|said|claims?|claimed|recommends?|suggests?|tells|told
|insists?|argues?|always|never|swears|prefers?|decided|wrote|writes|announced|warns?)
""",
    han=r"""
(?:医生|大夫|老师|教练|老板|领导|婆婆|岳母|丈母娘|公公|妈|爸|客户|客人|老婆|老公|主任|护士|家长
|经理)(?:们)?(?:\S{0,3})(?:让|叫|要|劝
|嘱咐|叮嘱|总说|常说|老说)(?!我(?:们)?(?:定|决定|选|拿主意))我?
(?:^|,)(?:小|老|阿)[王李张刘陈杨赵黄周吴徐孙马朱胡林何高郑梁谢宋](?:决定|以后|打算|想|说|要|今后)
(?:^|[^我们])(?:上|里|那边)有 ?(?:人|[a-z]+|个[^,]{1,4}) ?(?:讲|说|推荐|建议)|班主任说|她说|他说
听说|据说|听闻|传闻|谣传|据传|风闻|网传|听\S{1,6}(?:说|讲|提)|所谓
(?:他|她|他们|她们|它|有人|别人|人家|有些人|有的人|某些人|很多人|大家|同事|前辈|前輩|朋友|老师
|老板|领导|室友|邻居|亲戚|同行|对手|竞品|隔壁\S{0,4}|对面\S{0,3}|群里\S{0,4}|网上\S{0,4}|网友|博主
|文章\S{0,3}|书上|博客\S{0,3}|视频\S{0,3}|教程\S{0,3}|帖子\S{0,3}|论坛\S{0,3}|新闻\S{0,2}|老婆
|老公|爸妈|我妈|我爸|我同事|我朋友|我老板|我师傅|师傅|师父|我们老板)(?:们)?(?:\S{0,4})?(?:说|讲
|表示|认为|觉得|声称|建议|推荐|要求|规定|习惯|喜欢|偏好|一律|总是|总|都说|都用|从来|一向|向来|主张
|提倡|安利|决定|定了|吩咐|嘱咐|强调|宣布|提议|坚持|非要|老是|爱用|不让|不许)
""",
)
# A third party is named by what stands before "say"; these endings do not name one.
SAY_ZH: Final = re.compile(
    r"([\u4e00-\u9fff]{2,8}?)(?:说|讲过|提过|告诉我|跟我讲|跟我说|问)(?!明|法|话|服|好|定|清|白"
    r"|一|下|过|到|实|的是|完|不|得|出|句|起|慌|理|究|题|我|你|问|死|妥|准|通|拢)"
)
SAY_OWN: Final = re.compile(
    r"[我你您咱]|(?:再|直|另外|总|按|也|就|来|要|得|句|话|一|比|敢|难|小|学|胡|传|如|前|才|天"
    r"|可以|能|想|先|多|少|别|不|没|可|应该|该|还|不妨|只|有|者|已经|请|都|用|么|实话|随便|刚|过"
    r"|往|且|虽|白|听|回|照|次|周|初|早|晚|日)$"
)
NEGATED: Final = pattern(
    latin=r"""
(?:i|we)(?:'ve| have| had)? (?:never|didn't|did not|haven't|have not|hadn't|don't|do not|didnt
|havent|never ever|not)(?: actually| really| ever| even| once| yet| say)? (?:said|say|asked|ask
|decide|decided|agree|agreed|told|tell|mean|meant|request|requested|wanted|settled|chose|choose
|promised|promise|approved|confirmed|committed|demanded|suggested|picked|signed off|instruct
|instructed|recall|remember (?:saying|asking|agreeing|deciding))
(?:isn't|is not|wasn't|was not|not|never) (?:a |an |my |our |meant as a |meant to be a[ ]
|intended as a )?(?:standing |general |final |hard |fixed |firm |permanent )?(?:rule|decision
|preference|requirement|order|instruction|policy|request|commitment|constraint|principle)
(?:don't|do not|dont) (?:read|take|treat|see|note|understand|interpret|save|store|record|turn|make
|count|remember) (?:that|this|it|my)
(?:nobody|no one|noone|none of us) (?:\w+ )?(?:said|decided|agreed|asked|told|wants (?:that
|this) as|settled
|approved)|(?:where|when) did (?:you|i|we) (?:get|say|ask|decide|agree)|no idea where you
|you misunderstood|misread me|that's not what i|i was (?:only |just )?(?:joking|kidding|asking
|wondering|thinking|venting|musing)|was (?:only |just )?(?:a joke|a thought|an idea|an example
|a slide|a question|a suggestion|thinking aloud)|just kidding|jk
""",
    han=r"""
我(?:可|就|都)?不(?:认|买账|同意|赞成|信)(?:这套|这个)?$
(?:我|我们|咱们|从|从来|并|可|也|又|根本|压根|好像)(?:\S{0,3})?(?:没|没有|未|不曾
|并未)(?:有)?(?:说|说过|讲过|要求|决定|答应|同意|定|定过|提过|让你|叫你|规定|承诺|确认|拍板|表示
|交代|吩咐|选|打算)
(?:^|我 ?)(?:可|并|又|也|从)?(?:没|没有|never|从没|从来没) ?(?:说|讲|要求|答应|决定|同意|让
|叫)(?!你)
(?<!如果)(?:并)?没有?(?:说过|决定|要求|答应|同意|说要|说以后|规定|承诺|说定|拍板)
不是(?:说|要求|决定|规定|规矩|让你|要你|叫你|这个意思|那个意思|命令|定了)|别误会|误会了|理解错
|误解|你听错|弄错了|谁说(?=我|要|以后|一定)|谁定的|谁让|哪有说|别当真|开玩笑|说着玩|随口|别当成
|不要当成|别记|不用记|不代表|不等于|不算(?:规|决|定|要)|别理解成
""",
)
NARRATIVE: Final = pattern(
    latin=r"""
(?:it|he|she|they|this|that|there|who|which|the \w+(?: (?!may |must |can |shall )\w+)?|my \w+
|our \w+|everyone|someone
|people|these|those) (?:(?!may |must |can |shall )\w+ )?(?:al+ways|never|keeps?|constantly|usually
|generally|normally
|every time|each time|whenever)
i (?:always |never |usually |keep |constantly )?(?:get|see|end up|have to|had|forget|hit|run into
|find|lose|feel|wonder|wait|fail|struggle|got|was|went|used to (?:be|have|live|work|think|do|go))
agreed (?:that )?(?:it|this|they|he|she|we) (?:was|were|had)(?![a-z])
(?:we|they|i|the [a-z]+) (?:went|chose|picked|decided|voted|had|held|took|did
|used)(?: [\w']+){0,8} (?:last (?:year
|summer|winter|spring|autumn|fall|time|season|month)|(?:years?|months?|ages) ago|back (?:in|then)
|in (?:19|20)\d\d)
""",
    han=r"""
[气烦累急吓]死(?:我|人)|真烦|又(?:改主意|变卦|来|挂|崩|坏|断|卡|报|失败|出|错|漏|迟|忘|停)
|老是(?:报|崩|挂|卡|断|漏|出|不|忘|迟
|坏)
|总(?:是)?(?:报|崩|挂|卡|断|漏|出错|失败|忘|迟|坏|会)|(?:每次|每回|每天
|每周)(?:.{0,14})(?:都(?:要等|要花|要排|报|崩|挂|卡|断|失败|出|得等|得排|得花|不(?!要|用|准|许)|漏
|忘|迟|会|很|晚|被|是|有|没|说)|就(?:崩|挂|卡|断|报|crash|fail|hang)|(?:crash|fail|hang|timeout))
(?:每次|每回|每到|一到|每逢)[^,]{1,14}(?:就|都|又|便)(?:把(?:我|人|它)|被|会|(?:要|得)(?!写|标|附
|含|注|列|加|带|留|先|用|按|报|放|填|记|盖|抄送)|掉|断|卡|停|黑|闪
|坏|漏|吵
|堵|踢|跳|死|慢|乱|没|崩|报|弹|自动|开始|听)
年年[^,]{1,2}年年|一(?:下雨|刮风|到|开|碰|关|启动|打开)[^,]{0,6}就|倒好$|也不知道(?:还能)?(?:找谁
|怎么|该)
这(?:破|烂|鬼|死|臭)|永远(?:都)?(?:卡|坏|一边|掉|断|漏|修不|堵|停|学不会|搞不清|不够)
^(?!我)[^,我]{1,6}从来(?:都)?不|都没用$
总(?:是)?把|永远(?:都)?(?:在|是|说|等|排|差|慢|改不完)|(?:没一次|没有一次|从来没|哪次都)
""",
)
# Venting and irony: what is said in such a breath is no order.
VENTING: Final = pattern(
    latin=r"""
(?:drives?|driving) me (?:mad|crazy|nuts|insane|up the wall)|annoying|annoyed|sick of|tired of
|fed up|driving me|ugh+|argh+|wtf|ffs|so frustrating|super slow
|lol|lmao|haha+
""",
    han=r"""
烦死|服了|崩溃|心态|气死|无语|头疼死|受够|要命|醉了|麻了|吐了|救命|抓狂|坑爹|累了|累死|心累|好家伙
|呵呵|哈哈|干脆.{0,10}(?:呗|得了|算了|好了)|呗$|先吃为敬
""",
)
SAYING: Final = re.compile(
    r"(?<![a-z])(?:says?|said|told|tells|claims?|claimed|insists?|insisted|argues?|argued"
    r"|suggests?|suggested|recommends?|recommended|mentioned|advises?|advised|writes|wrote"
    r"|stated|according to|apparently)(?![a-z])|说|讲|表示|声称|建议|推荐|提倡|主张"
)
CODE_FACT: Final = pattern(
    latin=r"""
(?:currently|right now|at the moment|today|as it stands|so far|the way it is|that's where we are)[ ]
(?:is|are|was|were)(?: currently| now)? (?:set|configured|stored|defined|located|written|built
|based|hard-?coded|mounted|pinned|called|used|loaded|running|deployed) (?:to|in|on|at|by|with|as
|from|using)
(?:uses|sets|runs|imports|returns|reads|writes|loads|calls|contains|points|defaults|builds|depends
|talks|requires|throws|prints|checks|expects|inherits|stores|sits|lives|handles|takes)
""",
    han=r"""
现状|一律用的|(?:老|旧|遗留|以前的|原来的|历史)(?:代码|系统|版本|服务|项目|模块|接口)|目前(?:用|是
|跑|走|的|在|放|还)|现在(?:用|是|跑|走|的|在|放|还|线上)|线上(?:跑|现在|用)|当年|旧系统|老系统
|历史上|里(?:写的|配的|设的|用的)是|跑在|跑的是|配置(?:里|是|成了)|写死(?:了|在)|返回的是
|默认值(?:是|为)
""",
)
ARTIFACT: Final = re.compile(
    r"[a-z0-9_-]+(?:/[a-z0-9_.-]+)+|[a-z_][\w-]*\.(?:py|js|ts|tsx|jsx|json|ya?ml|toml|rs|go|java"
    r"|kt|c|cpp|h|md|sql|sh|html|css|ini|cfg|conf|env|lock|xml|rb|php|cs|vue|docx?|xlsx?"
    r"|pdf)(?![a-z])"
    r"|[a-z][a-z0-9]*_[a-z0-9_]+|[a-z]+\([^)]{0,40}\)|`"
    r"|(?<![a-z])(?:code|codebase|function|module|class|method|endpoint|repo|repository|branch"
    r"|config|file|script|service|server|client|database|table|column|schema|dockerfile|pipeline"
    r"|workflow|build|test suite|parser|library|package|api|component|worker|system)(?![a-z])"
    r"|代码|函数|模块|类里|方法|接口|仓库|分支|配置|文件|脚本|服务|服务器|数据库|表里|字段|系统"
    r"|流水线|组件|库|目录|源码|日志"
)
CONTRAST: Final = pattern(
    latin=r"""
but|however|though|still|yet|instead|nonetheless|nevertheless|whereas|anyway|either way|regardless
|don't care|dont care|ignore (?:that|both|them|it|those)|that said|otherwise|except
""",
    han=r"""
但|但是|不过|然而|可是|反正|总之|其实|另外|还有|对了|所以|因此|现在(?!如果)|我这边|我就|别管
|不管他|我不管
""",
)
WH_START: Final = re.compile(
    r"(?:why|what|how|where|which|who|whose|when)(?:'s|'re)? (?:is|are|was|were|do|does|did"
    r"|should|would|can|could|will|about|come|if|kind|sort|many|much|long|exactly|else|one|ones"
    r"|of|happens|not|might|shall)(?![a-z])"
    r"|(?:is|are|was|were|am|does|did|can|could|would|will|should|shall|may|has|isn't|aren't"
    r"|doesn't|didn't|won't|wouldn't|shouldn't|couldn't|can't) (?:i|you|we|they|he|she|it|this"
    r"|that|there|the|a|an|my|your|our|one|people|anyone|someone|somebody|everyone|these"
    r"|those)(?![a-z])"
    r"|(?:do|have|don't|haven't) (?:i|you|we|they|people)(?![a-z])|do (?!this|is|us|focus|less"
    r"|always)[a-z]+s (?:\w+ )?(?:always |usually |normally |ever |really |still |need|have|want"
    r"|use|charge|get|go|take|make|like|work|do|pay|know|cost|come|accept|offer|run|mind|count"
    r"|prefer)|(?:any|anyone|anybody) (?:idea|reason|chance|thoughts|way|suggestions?|tips|know)"
    r"|why |wondering (?:if|whether)|curious (?:if|whether|why|how)"
)
QUESTION_ZH: Final = re.compile(
    r"(?:吗|(?<!着)呢|(?<!什)么|嘛|(?<![知晓带写说清]道)(?<!清)(?<!和带)(?<!写)什么)[~。.!)]*$"
    r"|(?:怎么(?:看|办|样|做|想|选|说|处理|弄|回事)|如何|好不好|行不行"
    r"|对不对|是不是|哪个好|哪种好|为什么|为啥|咋(?:办|样|回事)|啥意思|什么意思|多少|几个|哪里"
    r"|哪儿)[。.!~]*$"
    r"|^(?:为什么|为啥|怎么|如何|是不是|有没有|能不能|可不可以|要不要|请问|想问|啥时候(?!都|也)"
    r"|什么时候(?!都|也)"
    r"|难道|到底)"
    r"|还是.{1,30}(?:比较好|更好|好些|合适|合理|好[?]|划算|稳妥|靠谱)|哪(?:个|种|一种|家"
    r"|款)(?:比较|更|最)"
)
TAG_QUESTION: Final = re.compile(
    r"(?:and |so )?(?:ok|okay|k|alright|all right|please|pls|yes|yeah|deal|got it|understood"
    r"|clear|can you do that|would you|will you|could you|can you"
    r"|(?:好|行|可以|成|中|懂|明白|记住|知道|清楚|能做到|ok)(?:了)?(?:吗|么|不|嘛|吧)|好不好"
    r"|行不行|可不可以|能不能做到|好伐)[?!.~ ]*$"
)
TAG_ENDING: Final = re.compile(
    r"(?<=[\w,]) (?:ok|okay|k|alright|please|pls|yeah|deal)[?!. ]*$|(?<=.{4})(?:好吗|好么|行吗"
    r"|可以吗|成吗|好不好|行不行|好嘛|行不)[?!~ ]*$"
)
ASKED_FAVOUR: Final = re.compile(
    r"(?:can|could|would|will) you,? (?:please,? )?(?:as a (?:standing|general|rule|matter)"
    r"|as standard|in future|from now|going forward|every time|each time|whenever)"
    r"|(?:can|could|would|will) (?:you|u)(?: please| pls| also| just"
    r"| kindly)?(?: mind)?(?= (?:please |pls |also )?(?:from now on|always|never|stop|in future"
    r"|in the future|going forward|by default|make sure|keep|use|start))"
    r"|(?:以后|今后|往后|下次).{0,8}(?:能不能|可不可以|能否|可否|麻烦)|(?:能不能|可不可以|能否"
    r"|可否|麻烦你?)(?:以后|今后|往后|每次|一律|都)"
)
