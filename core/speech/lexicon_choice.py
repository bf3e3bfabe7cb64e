"""The markers of decisions, constraints and reversals, as data.

Same conventions as `lexicon`.
"""

from __future__ import annotations

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
|venue|date|menu|plan|question|matter|issue|topic|everything
|(?<!\w)\w+)(?:'s| is| has been| was| are
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
(?:let's|lets) (?:now |just |finally )?(?:lock in|fix|nail down|finali[sz]e|agree on|settle on)
(?:the|our|my) (?:director|owners?|client|boss|head|chef|principal|manager|editor|board|bank|court
|committee|council|landlord|trustees|publisher|producer|steering group|works council
|architect)(?: has
| have|'s|'ve)?(?: now| just| finally| formally)? (?:approved|okayed|agreed to|signed off on|ruled
|chosen|picked|voted (?:for|to)|decided (?:on|for|to)) (?!it$|that$|this$)
that's (?:the|my|our) (?:call|choice|decision|ruling)(?=$|,)
(?:the|our|my) final [a-z]+(?: [a-z]+){0,5}? (?:is|are|will be)(?! (?:due|not|still|tomorrow
|pending))
^(?:agreed|settled|cleared|confirmed|fixed) with(?= [a-z])|(?:i've|i have|we've|we have)(?: now
| just| finally)? decided (?:to|against)(?! (?:meet|eat|grab|watch|sleep|have|stay|call
|order)(?![a-z]))
""",
    han=r"""
(?<!先别)(?<!没有)(?<!还没)(?<!尚未)(?<!没)(?<!未)(?<!待)(?<!先不)(?<!不)(?:敲定|拍板(?!的(?!是))
|拍定
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
[\u4e00-\u9fff]{2}定 ?\d|不再(?!见|会|来往|生气|难过|害怕|哭)[\u4e00-\u9fff]{1,6}了?(?=$|,)
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
改要|换要|改订|改买|改租
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
(?<!\d )(?:minimum|maximum|min|max|lowest|highest)(?: [a-z]+){0,3} (?:is|are|stays?
|will be)(?= [\w.])
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
(?:聊|看|比|问|试|跑|对比|考察|谈|选|挑|走访)了(?:[一二两三四五六七八九十几好]+
|\d+)(?:来)?[家个款种处套版圈轮天周]
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
|计划|选|订|想)|(?:不要|撤|不算|取消)了(?=$|,)|^算了$
""",
)
CONTRARY: Final = pattern(
    latin=r"""
instead of|rather than|not (?:the|in|on|a|an|inside|via|with)|no longer|and not|(?:,|:|^) ?(?:no
|not|without|never) [\w-]+|(?:gets?|is|are|goes|go) (?:archived|dropped|retired|replaced
|cancell?ed|scrapped|out|gone|dead)|[a-z]+ goes$|instead
""",
    han=r"""
不(?!(?:早|晚|多|少|行|好|大|小|够|对|远|近|动|通|成|灵)了)[^,]{1,5}了(?=$|,)
不(?:用|上|做|走|拆|再|要|接|出|设|请|搞|开|加|改|自研|引入|考虑|落|支持|采用
|收|卖|买|续|办|去|管|租|定|选|找|换)|放弃|取消|停(?:止|掉|用|办|售)|砍掉|下线|淘汰|退役|而不是
|而非|代替|取代
""",
)
WILL_BE: Final = pattern(
    latin=r"""
(?:will|'ll|is going to|are going to|won't) (?:be|stay|remain|use|run|live|go|have|keep|serve|open
|close|start|end|take place|cost|include|not|move|become|get)
(?:stays|remains)(?=$|,)
(?:stays|remains|lives|goes|moves|becomes|gets|go into|goes into|happens) (?!wrong|away
|on and|back to sleep|crazy|weird|down|off)
it's .{1,30} now$|it's .{1,30} (?:everywhere|throughout|all the way|across the board
|from (?:the next|now|next|monday|v\d|\d))
minimum is|maximum is|limit is
(?!(?:i|we|you|they|he|she)'ll)(?:(?<![a-z-])|(?<=\d-))[a-z-]+'ll (?:be|stay|remain|use|run|live
|go|have|keep|serve|open|close|start|end|take place|cost|include|move|become|get)
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
