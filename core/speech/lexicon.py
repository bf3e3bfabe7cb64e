"""The markers of what lasts and of what the assistant makes, in English and Chinese, as data.

Each table holds alternatives of a regular expression over plain text (see `clauses`): lower case,
simplified Han, ASCII punctuation. Latin alternatives are matched between word borders, Han ones
anywhere. Common slips of the keyboard are part of the tables where they are cheap.
"""

from __future__ import annotations

import re
from typing import Final

from sayso.core.speech.tables import pattern

# What lasts from now on, whatever stands beside it.
ONWARD: Final = pattern(
    latin=r"""
f(?:ro|or|r)m (?:now|here|today|this point|this day|tomorrow|next time)(?: on| onwards?| forward
| forth)
from (?:now|here|today|this point)(?=[,:])
(?:going|moving) forwards?
from (?:this|that) (?:moment|session|chat) on(?:wards?)?
from (?:tomorrow|next week|monday|next month)|henceforth|hereafter|(?:for|in) the long(?:er)? run
|long[- ]term|in (?:the )?future|for (?:the|all|any) future|in future
(?:all|any|every|each) (?:future|later|coming|subsequent)
(?:for )?(?:every|each|any|the) next time
until (?:i say|i tell you|further notice|i ask|told otherwise)
as of (?:now|today)
for good|permanently
from here on(?: in| out)?
from [\w' -]{2,28} on(?:wards?(?= |,|$)|(?=,|$))
(?:after|from) this (?:one|point|lesson|issue|letter|draft|round|chapter|edition|job|batch|week
|order|season)(?= please| put| leave| use| always| never| i| no|,|$)(?<!for after this one)
till further notice|for the rest of (?:our|the|this) (?:\w+ )?(?:work|time|season|project|series
|book|year|term|collaboration)
(?:all|any|every|each)(?: of)?(?: the| my| our
| your)? (?:\w+ ){0,2}?(?:\w+ )(?:after this(?: one)?|to come|to follow|that follows?|from here
|hereafter|yet to come|still to come)
(?:all|those|the ones|the others|any)(?: \w+)? (?:to come|to follow|that follow|that come after)
now or ever|now and ever|not now,? not (?:later|ever)|today or any (?:other )?day
(?:^|,|for |now and )(?:forever|always)$|for (?:always|all time|ever and ever)$
""",
    han=r"""
(?:从|自|打)(?:今|这|此|即)(?:天|日|刻|儿|里)?(?:以后|之后|往后|起|开始)|即日起|从(?:明天|明年
|明早|今晚|下周|下月|下个月|下学期|周一|\d{1,2}月)\S{0,3}(?:起|开始)|今(?:天|日)(?:起|以后|往后)
从现在(?:开始|起)
(?:打|从)今儿?(?:起|往后|以后)?
(?:今后|往后(?!挪|推|移|拖|延|退|排|靠|站|看)|日后|从此(?!以)|此后|(?<![\u4e00-\u9fff])(?:以后
|一后)(?!.{0,4}(?:聊(?!到|起)|见(?!到)|约|玩
|聚|喝|再说|联系|常来|常联|再来|继续|加油|努力|有机会|有空|有时间|有缘|请你|合作))
|(?<=[你我请说外且还是有的候事过])以后|以后(?=都|一律|请(?!你|客)|别|不要|不用|要|就|每|也|只|得
|给|跟|全|统一|麻烦))
(?<![完好后成了过束会议到])之后(?=帮我[^,]{1,8}都|的|给|你|请|都|一律|每|写|回|跟|凡|所有|只要)
下次(?:起|开始|再(?!问|找|说|聊|谈|来|约|讨论|麻烦|请教))
(?:直到|一直到|除非)我(?:说|讲|喊停|改口|通知|同意)
下回(?:起|开始|再)
将来(?:都|也|所有|每)
长期(?:记|都|有效|这样|按)
永远|永久|一律|任何时候
(?:这|那)?(?:一)?(?:条|个)?(?:规矩|规则|习惯)(?:不变|照旧|一直|长期)
(?:一直|一路|照旧|永远|就)(?:\S{0,4})下去
往下(?:都|也|一直)|接下来(?:都|每|所有|一律)|后续(?:都|也|一律|所有|每)|打从今|自此|从今往后
^(?:那|对了|还有|另外)?以后(?=[^,]{2,})(?!.{0,6}(?:聊|见面|约|再|可能|也许|会(?!议|员)|说|有机会
|有空
|常|继续|加油|想|打算|是不是|要是|如果|联系|怎么|谁|我们|咱|我(?!的|发|给|问|说|写|要)))
""",
)

# A whole-time word: it lasts only together with a directive.
ALWAYS_WORD: Final = pattern(latin=r"al+wa(?:ys|sy)|nev(?:er|re)|(?:do not|don't|dont) ever")
REGULAR: Final = pattern(
    latin=r"""
every (?:single |damn )?time|each (?:and every )?time|any ?time(?! you (?:need|want|like|feel|wish))
whenever|wherever|everytime
by default|as a (?:general |standing |hard |basic |strict |firm )?(?:rule|principle|default|habit
|policy|matter of course)
in general|generally|normally|ordinarily|usually|as standard|standard practice|routinely
|consistently|without exception|no exceptions?
(?:every|each) (?:morning|evening|afternoon|day|night|week|month|quarter|monday|tuesday|wednesday
|thursday|friday|saturday|sunday)
once and for all|(?:whenever|wherever|where|when|if) possible|unless (?:told|stated|noted
|specified|otherwise|i say|i tell)
at all times|under no circumstances?|on no account
across the board|no matter (?:what|how|which)
for ?ever(?! grateful| yours| in my| and a day)|till the end of time
on (?:all|every) occasions?|at every turn|in (?:all|any|every|each) cases?|each and every
without (?:fail|my having to ask|being asked|asking)|day in,? day out|like clockwork
in (?:any|every|each|all) (?:\w+ ){0,2}?\w+ (?:you|we|i)(?![a-z])
(?:on|for|with|in|about) (?:anything|everything|whatever)(?: to do with| about| on| involving
| related to| official| you| that)
as (?:always|usual|ever)(?= with|:)
""",
    han=r"""
每次|每回|每一次|每逢|逢\S{1,6}必|凡\S{1,8}必|每当|始终|总是|一直|默认(?!值|情况|配置|设置|端口
|参数|选中|展开|是|为| ?[\d"'`]| ?(?:true|false|null))|不管|无论|不论|凡是|但凡|只要(?:是|有|遇到
|涉及|碰到|提到|关于|跟|和)|(?:^|[,;:。])凡|次次|回回
平时|通常|一般(?!般)|向来|一向|从来|长期|原则上|固定(?!的)|统统|通通|一概
回回|趟趟|篇篇|封封|次次|每每|历来|素来|一贯|从来都|横竖|一应|概不|永不|一条都|随便哪|不管哪
|无论哪|哪怕
默认(?=给|只|先|都|不(?!是)|写|走|出|带|推|按|用我|别)
每次(?:\S{0,6})完
""",
)
# All of a kind; lasting only where the kind is something the assistant makes.
EACH: Final = pattern(
    han=r"""
所有|全部|无论|不论|只要|任何|每(?:个|篇|份|条|封|张|段|周|天|月|道|件|位|场|顿|单|笔|批|组|句|页
|步)|都
""",
)

# Words at the end (or as a sentence of their own) that make what stands before them last.
TAIL: Final = pattern(
    latin=r"""
every (?:single |damn )?time(?: please| pls)?$
(?:each|any) (?:and every )?time(?: please)?$
(?:same|like this|like that|that way|this way|so) (?:every|each) (?:single )?time
,? ever$|,? ever again$|(?:^|,|all of them|and) ?al+wa(?:ys|sy)$
(?:now|today|tonight|this time) (?:or|and) (?:later|any (?:other )?(?:day|time)|ever
|in (?:the )?future|every (?:other )?time)|now and (?:always|forever)|(?:this|that) one and (?:all
|every|any) (?:later|future|other|coming)
not (?:just )?(?:in )?(?:this|now|today).{0,20}(?:not|but|and|or) (?:in )?(?:later|every|any|all
|the next|future)
(?:that|this|it)(?:'s| is| stays| remains)? (?:permanent|a standing (?:\w+)|for good
|how i (?:\w+ )?(?:like|want|prefer|read|work|do|need)(?: \w+)?|my (?:\w+ )?(?:rule|habit
|preference|default|style|way)(?! (?:of|to)(?![a-z])))
(?:that|this|it|same) (?:goes|applies|holds|counts) (?:for|to) (?:all|any|every|each|the rest
|everything|future|later|whatever|anything)
make (?:it|that|this) a (?:habit|rule|point|practice|principle)|get (?:in|into) the habit
|as a standing
(?:keep|treat|take|save|note|remember|store|consider) (?:that|this|it) (?:as|for|in) (?:a|my|the
|your|all|future|later|good|mind)(?: \w+)?
(?:stick to|stay with|keep to|hold on to|follow|do|keep) (?:that|this|it) (?:in|for|with|from|on
|every|each|going|at all) ?(?:all|every|any|each|our|now|whatever|forward|times|everything
|anything|future)?(?: (?:of )?(?:our|my|your|future|later|the))?(?: (?:sessions|chats
|conversations|answers|replies|time|cases|projects))?
(?:that|this|it)(?: is|'s)? not (?:just |only )?(?:for )?(?:this|today|once|now|tonight)|not ever
|not tomorrow|or ever$
in this (?:\w+ ){0,2}?and (?:in )?(?:all|every|any|the) (?:\w+ )?(?:ones?|others?|rest|after
|following|next|later|future)
that's how (?:i|we) (?!found|did|got|had|left|made|met|saw|came|heard|put|lost|built
|wrote)\w+ (?:it|them
|that|the|my|our|every|all|this)
(?:a|the|my|one) standing (?:rule|order|request|instruction|wish|one|preference|policy)
house rules?|rule of (?:mine|the house)|(?:make|that's|is) (?:that|this|it|your|the) ?(?:your[ ]
|the |a )?default|(?:keep|leave) it (?:that|this) way|the way i (?:like|want|prefer|need) (?:it
|them|things)|(?:same|this) (?:format|style|way|layout|order|rule|tone|structure) for (?:all|every
|any|each|future)
without exception|no exceptions?
unless i \w+
(?:only|except|until) (?:when|if|after|where|once)? ?(?:i|i've|i have) (?:\w+ )?(?:ask|asked|say
|said|tell|told|request|approve|approved|confirm|confirmed|sign|signed|okay|ok)
(?:same|likewise|ditto|so|like (?:this|that)|(?:this|that) way|(?:this|that)) (?:goes |applies[ ]
|holds |counts |too |also |please )?(?:for|on|in|with|to) (?:all|any|every|each|the (?:rest|others
|next)|whatever|anything|everything|everyone|future|later|those)
(?:do|keep|apply|use|repeat|follow|stick to|hold to|want|need) (?:it|this|that|the same|so
|like (?:this|that)|them)(?: (?:like (?:this|that)|(?:this|that) way|so))? (?:in|on|for|to|with|at
|by) (?:all|any|every|each|everything|anything|whatever|future)
(?:make|call|consider) (?:it|that|this) (?:a|an|your|the|our|my) (?:\w+ )?(?:habit|rule|standard
|practice|routine|custom|norm|default|standing order)
(?:that|this|it)(?:'s| is) (?:how|the way|what) (?:i|we) (?:always |usually |generally )?(?:like
|want|prefer|do|read|need|work|expect|take)
(?:always|every time|each time|same) (?:and )?(?:for|with|in) (?:me|us|all|every|each)
(?:every|each) time (?:there's|there is|you|i|we|it|one|a|an)
(?:now|today) or (?:ever|later|at any time|any other time)|not (?:now|today),? (?:not
|nor) (?:later|ever|tomorrow)
always (?:have|did|has),? (?:and )?always will|i (?:won't|will not|shan't|don't want to
|'m not going to) (?:say|repeat|tell you|ask|change)(?: it| this| that| myself)? (?:twice|again
|every time|now)
(?:don't|do not) make me (?:say|repeat|ask)
in (?:this|that) and (?:all|every|any)|(?:this|that)(?: \w+)? and (?:all|every|each
|any)(?: of)?(?: the)? (?:\w+ )?(?:to come|that follow|others?|after|later|ones)
^ever$|^always$|^not (?:now|later|ever|today|tomorrow)$
(?:that|this|it)(?:'s| is)(?: just| simply)? (?:(?:my|our) (?:\w+ )?(?:taste|thing|custom|policy
|principle|practice|standard|convention|quirk|pet peeve|style|preference|habit|rule|routine|way)
|(?:a|the) (?:house style|house rule|matter of principle|standing \w+))(?=$|,)
(?:keep|stick|hold|adhere) to (?:it|that|this)(?=$|,)|(?:please )?(?:follow|respect|observe) (?:it
|that|this) (?:everywhere|throughout|always|consistently)
i(?:'ve| have) (?:told|asked|said)(?: you)? (?:this |that |so |it )?(?:before|already|twice
|a hundred times|many times)
(?:whatever|whichever|no matter which|regardless of) (?:the )?(?:\w+)$
same as (?:in|on|for|with) (?:all|every|any|each|my|our|the)
(?:that|this)(?:'s| is) (?:how|the way) (?:i|we) (?:\w+ )?(?:want|like|need|prefer|expect) (?:it
|them|things|this|that|these)(?: \w+)?(?: \w+)?
like never(?: ever)?|never ever$
^(?:in |on |for |with |at )?(?:every|each|any)(?: single| and every)? (?!one |body|thing)[a-z]+$
|^(?:in|on|for|with|at) all (?!one |body|thing)[a-z]+$
(?:week|day|month|year)s? in,? (?:week|day|month|year)s? out|^in each and every [a-z]+$
(?:here|this time|in this) and (?:in|for|on) (?:anything|everything|all|any|every)
^as (?:always|ever|before)$|that's how (?:it|they|this|that) (?:should|must|has to|have to|needs? to
|ought to) be
(?:that|this|it)(?:'s| is) (?:true|so|valid|meant) for (?:all|every|each|any)
(?:that|this|it)(?:'?s| is) not (?:just )?(?:a )?(?:one[- ](?:time|off)|exception|for once)
(?:don't|do not|dont) do (?:it|that|this) (?:again|agian|any ?more)
^tomorrow and (?:next|every|all|ever|the|from)|(?:that|this|it|which) (?:won't|will not
|isn't going to
|never) (?:ever )?changes?
""",
    han=r"""
(?:每|次)(?:次|回|周|天|月|篇|份|封|张)?都(?:这样|这么|如此|按|照|一样|要这|得这)
(?:以后|今后|往后|将来|下次|平时)(?:也|都|也都)?(?:一样|这样|这么|如此|照|按|同样|保持)
(?:一直|始终|永远|长期|都|就)(?:这么(?!大|多|点|些|长|高|小|少)|这样|按这|照这|照着|照此|按此
|如此)(?:来|办|做|执行|写|走|弄
|搞)?
(?:任何时候|什么时候|哪次|啥时候|每次)都?(?:别|不|要|得|是|一样)?$
(?:这|那)?(?:就)?是我(?:的)?(?:\S{0,6})?(?:规矩|习惯|原则|要求|偏好|风格|口味|底线|讲究)
(?:这个|这条|这)(?:规矩|规则|习惯|要求|原则)(?:不变|照旧|一直|长期|也|都|你|要|请|得)?
除非我|没让你|没叫你|我没(?:特别|主动|明确)?(?:要求|说|让|问|提)|不(?:问|说|提)就别
(?:这|那)(?:就)?是(?:个|条)?(?:我的|我们的|老|死|硬|铁)?(?:\S{0,4})(?:规矩|原则|惯例|铁律)
(?:后面|之后|其他|其余|剩下|别的|下面|新加|后续)(?:的)?\S{0,6}也(?:是|一样|这样|同样|都|按|照|得|要)
(?:保持|沿用|养成|维持)(?:这个|这种|这一|着)?(?:习惯|做法|规矩|风格|方式)
长期(?:记|有效|保持|这样)
(?:哪|任何|不管哪|无论哪|随便哪)(?:一)?[\u4e00-\u9fff]{1,3}(?:都|也)(?:一样|这样|别|不|是|要|得|算
|照|按|如此|行不通)
任何一[\u4e00-\u9fff]{1,2}(?:都|也)
(?:每|回|次)(?:一)?[\u4e00-\u9fff]{0,2}(?:都|也|皆)(?:是)?(?:这样|这么|如此|照|按|一样|同样|得)
(?:次次|回回|每每|篇篇|一直|永远|始终|往后|以后)(?:都|也)?(?:如此|这样|这么|照此|照办|同样|一样)
都(?:照|按|依|跟|随)(?:着|此|这个|这样|这么|这|我|上面|上述)(?:\S{0,6})?(?:来|办|做|写|改|走|排
|执行|弄|找|处理|安排|算)?$
(?:^|你|您)[^,]{0,10}也(?:守|照|按|别|不要|得|要|用|跟着|遵|依|保持|沿用)
(?:不想|别让我|懒得|不愿|免得我)再(?:\S{0,2})(?:提醒|说|讲|强调|重复|叮嘱)|第二遍$|不再(?:另行)?提醒
我(?:一贯|一向|向来|历来|素来)的(?:要求|习惯|做法|规矩|风格)
就(?:是)?(?:这个|这种|这|认这)(?:风格|习惯|规矩|口味|脾气|讲究|原则|路子)
一(?:个|本|句|条|次|处|篇|张|点|样|封|份|位|笔)(?:字)?(?:都|也)(?:别|不要|不许|不准|不用|不可)
(?:照|按)(?:这个|这|此|我这)(?:路子|规矩|办法|法子|格式|样子|标准|口径|模板|方式)(?:一直|来|办|做
|写|走|都)?
(?:作为|当作|当成|算作|立为|定为|列为)(?:\S{0,4})(?:惯例|规矩|习惯|默认|常规|通例|准则)
(?:养成|形成)(?:\S{0,3})习惯
每(?:一)?[\u4e00-\u9fff]{1,2}都(?:别忘|记得|要|得|是|一个样|有|没商量)$|(?:固定|一直|永远|统统
|全部?)(?:都)?(?:这样|如此|这么|照这|按这)
(?:我|我们|我家|咱|咱们)[^,]{0,8}(?:都|就|一直)(?:是)?(?:这个|这种|这|按这|照这)(?:路子|样|风格|规矩
|写法|做法|口味|习惯)
(?:这|那)(?:是|算)(?:我|我们|咱)(?:的|家的|店的)?(?:老|一贯的|一向的)?(?:规矩|习惯|原则|风格|讲究
|忌讳|底线|要求)|老规矩了?$
给我(?:牢牢)?记(?:牢|住|好|死)|^(?:这(?:条|点))?雷打不动$
我(?:一向|向来|一直|历来|素来)(?:都)?(?:是)?(?:这样|这么|如此)
(?P<each>[部篇趟封回件份场节页条本道幅首段批期集届盘顿天日次年月周])(?P=each)(?:都|皆|也)?(?:是
|这样|如此|一样
|照此
|这么|照办|一个样)
(?:任何时候|什么时候|哪时候)都?(?:不许|不行|不准|不能|不可以)$|都(?:得|要|必须)(?:这样|这么|如此
|照此
|按这)
我的\S{1,4}(?:都|从来|一律|从)不(?:搞|用|要|写|收|做|吃|放)这(?:个|种|套)
(?:这事|这条|这点)?(?:没有|没)例外$|哪次都一样|回回一样
都(?:以|按|照)(?:这|此)(?:个|条|一条)?(?:为准|来|办|走|写)
""",
)

# All of a kind of thing that the assistant makes for the user.
PRODUCT: Final = pattern(
    latin=r"""
(?:every|any|all|each|anything|everything|whatever|whichever)(?: \S+){0,4}? (?:you|u)(?:'ll
|'d)? (?!are |were |have |had |want |need |like |know |see |said |think |feel |love |can |could[ ]
|couldn't |can't |don't |didn't |won't |missed |find[ ]
|believe |get(?! to)|got |meet |met |did |was |face |faced |go |went |enjoy |tried |look |guys)\w+
the \w+(?: \w+)? (?:you|u) (?:give|write|draft|send|make|show|produce|prepare|create|hand|generate
|build|translate|edit)(?: (?:me|us|for me|for us))
(?:all|any|every|each|both)(?: of)? (?:your|ur) \w+
(?:in|to|of|from|with|at|for) (?:your|ur) (?:\w+ )?(?:answers|replies|responses|summaries|drafts
|emails|mails|messages|texts|lists|reports|notes|explanations|outputs?|suggestions|reviews
|comments|commits?|code|tables|letters|posts|plans|translations|recipes|schedules|documents|docs
|writeups?|memos?)
(?:your|ur) (?:\w+ )?(?:answers|replies|responses|summaries|drafts|emails|mails|messages|lists
|reports|explanations|suggestions|reviews|commit messages|letters|posts|plans|translations|recipes
|schedules|documents|memos)
in (?:all|any|every|each)(?: of)?(?: our| my| your| the)? (?:\w+ )?(?:sessions?|chats?
|conversations?|answers?|replies|emails?|documents?|drafts?|messages?)
(?:in|on|of|at|with|for|to|into|across|throughout|from) (?:every|any|all|each
|whatever)(?: of)?(?: the)?(?: \S+){1,4}? (?:(?:meant |intended |written |made |done )?for (?:me
|us|my|our)(?! to)|i (?:send|give|show|bring|hand|post|forward)|we (?:work|plan|make|do|write|cook
|build|prepare)|meant for)
(?:anything|everything|whatever|stuff|things|work) (?:you|u) (?:\w+ )?(?:write|draft|send|make|do
|prepare|produce|plan|book|post|print|translate)
[a-z]+s for (?:me|us) (?:must|should|need|have to|ought|always|never|are|go|come)
(?:when|whenever|if|should|every time|each time|any ?time|once) (?:you|u)(?: ever)? (?:write|draft
|send|make|prepare|produce|plan|book|quote|cite|translate|transcribe|list|summari[sz]e|recommend
|suggest|draw|format|label|describe|explain|report|reply|answer|edit|proofread|type|compose|design
|schedule|calculate|convert|name|address|mention|refer|print|look up|search|review|correct|mark
|grade|teach)(?:e?s)? (?:up |out |down |back )?(?:me|us|my|our|a|an|any|some|something|anything
|someone|one|one of|to|for|[a-z]+s)(?![a-z])
^(?:anything|everything|whatever) (?:\S+ ){1,7}?(?:needs|gets|must|should|has to|goes)
^(?:so |and |also )?(?:\w+ ){0,3}[a-z]+s (?:that )?(?:you|u) [a-z]+ (?:for |to )?(?:me
|us) (?:need|have to|must|should|go|get|are to|ought|belong|come|start|end)(?![a-z])
(?:before|after) (?:you|u) (?:write|draft|send|make|prepare|plan|book|translate|list|summari[sz]e
|recommend|suggest|draw|describe|explain|report|answer|edit|design|change|touch|delete|install
|start|commit|push) (?:a|an|any)(?![a-z])
(?:keep|leave|use|avoid|treat|stick|hold|stay|write|spell|put|name|call|count) .{3,60}(?:in|on|for
|with|across|throughout) (?:all|any|every|each)(?: of)?(?: (?:our|my|the))? (?:\w+ ){0,2}[a-z]+s?$
(?:of|on|in|to|at|from|with) [a-z]+s (?:that )?(?:you|u) (?:write|draft|make|send|prepare|do|plan
|create|edit|translate|compose|put together) (?:for )?(?:me|us)
(?:in|on|for) (?:anything|everything|whatever) (?:that )?(?:goes|leaves|comes out)(?![a-z])
(?:in|on|for) (?:anything|everything|whatever) (?:i|we) (?:publish|send|post|print|write|sell
|hand out)
(?:every|each|any|all) [a-z]+ (?:that|which) (?:leaves?|goes out of|comes out of) (?:this|my|our)
(?:in|on|for|to) (?:all|every|each|any)(?: (?:my|our|the))?(?: \w+)? (?:letters?|mails?|emails?
|minutes|captions?|programmes?|articles?|papers?|invoices?|replies|reply|notices?|bulletins?
|leaflets?|newsletters?|transcripts?|translations?|quotes|recipes?)(?=$|,)
(?:the|any|all|those) [a-z]+s (?:that )?(?:you|u) (?:write|draft|make|send|prepare|do|give|produce
|plan|create|edit|translate|compose|put together)
""",
    han=r"""
你[^,的了过这那]{1,4}的(?!那|这)[^,了过]{1,8}?(?:都得|都要|都必须|一律|必须|全得|都别|都不要
|都不许|都不能)
^(?:你|您|平时|帮我)?(?:报|写|列|回复|回答|汇报|排|算|引用|翻译|校对|起草|介绍|推荐|解释|总结|整理
|统计|录入)[^,我了这那]{0,6}(?:的时候|时)(?=请|别|不要|都|先|要|只|用|一律)
(?:帮|给|替|为)我(?:写|做|列|排|翻|译|画|拟|整理|起草|订|安排|找|挑)的(?!那|这|话|上)
你(?:写|给|发|做|出|列|画|起草|回|回答|回复|提|整理|生成|拟|改|翻译|推荐|安排|准备|汇报|总结|报|算
|排|记|引用|念|输出|查|翻|讲|解释)(?:的|我)
(?:给|帮|发|回|写给|交给)我的(?!话)|(?:回答|回复|答复|输出|解释|总结|汇报)(?:里|中|的时候|时)
我(?:发|给|交|传|寄|转|贴)(?:给)?(?:你|您)的(?!话)
(?:发|寄|交|报|念|读|讲|放)(?:给)?我的(?!话|东西是)[^,]{1,6}(?:都|要|得|别|一律|只|先|必|全|字)
(?:你|您)(?:给我|帮我|替我|为我|给我们|帮我们|替我们)[^,了过]{1,6}的
(?:你|您)(?:给我|帮我|替我|为我|给我们|帮我们|替我们)?(?:推荐|列|写|拟|起草|翻译|整理|做|画|排
|安排|订|找|挑|选|出|算|报|查|讲|解释|总结|汇报|改|回复|校对|记|标)[^,]{0,8}(?:的时候|时候|时|之前
|前)(?=[,，]|[^,]{0,3}(?:只|别|不|要|先|都|给|用|请|得|必|一律|尽量|避|记得|注意|少|多|把|按|照|推
|加|附|带|标|留))
(?:你|您)(?:替|帮|给)我[^,了过]{1,6}也
(?:写给|发给|回给|寄给|交给|报给|给|回)(?!我|你|您|他|她|它|自己)[^,的]{1,6}的[^,的]{1,6}?(?:都|别
|不要|一律|默认|必须|统统|请勿|得先|要先|先.{1,6}再)
^(?!.*(?:把|这|那|下面|以下|刚才|上面|附件|今天))[^,]{0,20}(?:都|全|全都|一律|统统)给我(?:写|标|留
|附|用|带|放|改成|列|加|配|做成|注|换成|翻|排|算|按|讲|出|说)
(?:跟|给|帮|替|为|和)我[^,了]{1,8}(?:的时候|时)(?=[,，]|$|.{0,3}(?:用|只|别|不|先|都|要|给|把|按
|写|说
|请|加|附|带|标))
""",
)
FOR_ME: Final = pattern(
    latin=r"for me|(?:give|show|send|tell|write|hand|bring|report)(?:ing|s)? (?:to )?me",
    han=r"""
(?:给|帮|替|跟|对|和|向|为|发|回|陪)我(?!看看|看下|看一下|把|先|再|查一下|查下|查查)
""",
)
# A standing case in the assistant's own work: "after each answer", "before any change".
AFTER_EACH: Final = (
    r"(?:after|before|at the (?:end|top|start|bottom) of) (?:each|every|any) (?:answer|reply"
    r"|response|message|draft|summary|change|edit|commit|review|session|lesson|translation"
    r"|explanation|suggestion|plan|list|report|text|e?mail|letter|post)(?![a-z])"
)
GIVEN: Final = re.compile(
    rf"{AFTER_EACH}|(?:when(?:ever)?|each time|every time|any ?time) (?:you|u|i) "
    r"(?!(?:are|is|have|'re|get|got|see this|finish|done|can|come|return|wake|hear|were|was|had"
    r"|need|want|like|feel|try|love)(?![a-z]))"
)
