"""The markers of what keeps a sentence from being kept, as data: doubt, report, question, venting.

Same conventions as `lexicon`.
"""

from __future__ import annotations

import re
from typing import Final

from sayso.core.speech.tables import pattern

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
(?:gets?|be|is|are) thrown away|throw-?away|temporar(?:y|ily)
until (?:i|we|the|my|he|she|they) (?:\w+ )?(?:get|come|have|fix|am|are|is|comes
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
(?:for|in|on|with) (?:this|the next|tomorrow's|tonight's|today's) (?:demo|show|exam|interview|flyer
|visit|trip|talk|concert|workshop|dinner|weekend|one day|occasion)
for the (?:demo|show|exam|interview|visit|trip|talk|audit|photo|launch|party) (?:tomorrow|today
|tonight|on [a-z]+day|next [a-z]+|this [a-z]+)
(?:normal|usual|regular|back|ordinary)(?: [a-z]+){0,3} (?:from|on|again|after|as of) (?:tomorrow
|next
|[a-z]+day)(?![a-z])
""",
    han=r"""
(?:这次|本次)(?!\S{0,2}(?:活动|比赛|展览|展会|考试|年会|团建|演出|会议|大会|项目|婚礼|招标|招聘
|评审|装修|采购|培训
|选举|义卖|拍卖))
这回|这一次|此次|这一回|今次|(?:就|仅|只)(?:这|此|限)?一次|仅此|下不为例|破例|例外一次
(?:只|仅|单)(?:针对|限|对|是|在|给)?(?:这|今|本(?=次|周|月|回|期|轮|篇|份|章|节|场|页|段|批))(?!样
|么)|(?:这|本)\S{1,4}先|先(?:不|别)(?:用|要
|做|加|管|写|动|改|上|放|发)?|临时|暂时|暂且|权宜|先凑合|先顶|将就
(?:今天|今晚|明天|这周|本周|眼下|这会儿|这阵子|这两天|这几天)(?:先|就(?!订|签|付|下单|交|买)|只|的
|暂|这)|目前先|现在先
|先这么|先这样|先到(?:这|此)|先(?:撤|歇|停|走|忙|睡|散|休息|收工|缓)(?:了|吧|一下|会|$)
回头(?:再)?改|之后再改|改回来|过后再|再改回|恢复原样
^你先(?!生)|就这(?:一)?(?:封|单|桌|批|版|周|天|次|回|场|篇|首|段|份|张|章|期|趟|顿|晚|个月)
|(?:下周|下次|下篇|之后|明天|过后
|以后|下回|下期)(?:再)?(?:照旧|恢复|还原|回到|改回)|(?:今晚|今天|今早|明早|眼下|这回
|此番)(?:\S{0,4})(?:先|包场|例外)|破一次例|特例|特殊情况
下(?:一)?(?:趟|单|批|场|顿|节|班|次|回|期|周|月|个月|篇|份)[^,]{0,2}(?:照旧|照常|恢复|还是原来|还按)
""",
)
# One thing pointed at: a wish about it is for this once, a choice about it is a choice.
THIS_ONE: Final = pattern(
    latin=r"""
(?:^|(?:in|on|to|of|from) )(?:this|these) (?:\w+ )?(?:answer|reply|one|e?mail|message
|letter|table|list|file|paragraph|section|page|slide|deck|draft|text|poem|flyer|poster|chapter
|script|function|commit|branch|ticket|picture|image|photo|song|scene|quote|invoice|post|menu|card)s?
""",
    han=r"""
(?:这|那)(?:一)?(?:批|单|份|封|张|桌|场|段|轮|篇|版|稿)
(?:这|那)(?:一)?(?:趟|张图|个图|个文件|个函数|段话|句话|条消息|页|首|幅)
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
到(?!我(?:说|讲|喊|通知|改口))[^,]{1,6}为止|决定(?:今天|今晚|明天|明早|今早|现在|先|待会|一会儿
|晚上|周末)|定了,?(?:明天|回头
|晚上|待会|到时)(?:见|说|聊)
""",
)
# An order for one day or one occasion.
DAYBOUND: Final = pattern(
    latin=r"""
(?:today|tonight|tomorrow)'s|for (?:today|tonight|tomorrow)(?= |,|$)|(?:today|tonight)(?=$|,)
for the [a-z]+ (?:on|this|next|tomorrow) ?[a-z]*day|this (?:morning|afternoon|evening)(?=$|,)
(?:today|tonight)(?! or | and (?:every|always|all|any|from))|tomorrow(?=$|,| morning| evening| only)
|this (?:week|weekend|month|morning|evening|afternoon)(?:'s)?
""",
    han=r"""
(?:今天|今晚|明天|明早|今早)(?!起|开始|以后)|这(?:一)?(?:单|趟|顿|桌)|散会|散场
这(?:趟|回|单|周末|个周末)|刚[^,]{0,6}这几天
这(?:两|几|一)(?:天|周|晚|个月|日|阵)(?!起|开始)
""",
)
# Background: how things are or were, told for information.
BACKGROUND: Final = pattern(
    latin=r"""
for (?:background|context|your information|info)|fyi|(?:just )?so you know|for the record only
at present$|how things (?:run|work|are)|nobody knows why|(?:still|currently) runs? on
for what it's worth|(?:i'm|just) telling you (?:so|how)|as it (?:is|was) now
(?:used to be|it was always|back then|in the old days|until last year)
(?:to |just )fill you in|lie of the land|how i found it|since (?:19|20)\d\d|(?:was|were) (?:always
|originally|first) (?:built|set up|done|made|written)
that's how it (?:was|is|works|got|has)(?! to be| supposed)|no change needed|nothing to (?:do|change)
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
至今(?:如此|还|都|仍)|从[^,]{1,12}(?:起|开始)就(?:一直)?(?:是|用|在|有)|这个?(?:仓库|项目|系统
|店|厂|地方|庙|学校)(?:一直|历来|向来|从来)(?:没|都|是|在)
^(?:现在|目前)[^,]{0,10}(?:的是|都是)|^[^,]{2,8}(?:里|上|中)[^,]{1,6}的是
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
maybe|perhaps|might|probably|possibly|could be|(?<!you )may be|(?<!you're )(?<!you are )(?:not
|never) (?:\w+ )?(?:sure
|certain
|decided|settled|agreed|final|finali[sz]ed|committed|convinced)(?! to do| it's not)
lean(?:ing|s)?(?: \w+)? (?:towards?|to|for|against)|consider(?:ing)?
|(?<!while i )think(?:ing)? (?:about|of|over|it|on|we)|i think (?:we|i) (?:should|could|might|may)
|still (?:thinking|debating|undecided
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
|^(?!.*(?<![a-z])(?:say|tell|give|show|check|state|mention|note|know|see|write|report|mark|list|ask
|add|include|care|matter|regardless of) ).*?whether|(?<=wondering )whether|either .{1,60} or
|some(?:day
|time later)|at some point|one of these days|would be nice|i guess we (?:could|might)|in two minds
|of two minds|revisit|think twice|not commit|draft idea|just an idea|brainstorm
hold (?:off|that thought|your horses)|not so fast|need to (?:see|hear|know|get) (?:the|a|some|what
|from)|up for grabs|keep (?:going back and forth|wavering)|go(?:ing)? back and forth
|can't make up my mind|ask me (?:again|next|later|tomorrow)|jury's (?:still )?out|toss-?up
|no idea yet|waver(?:ing)?
(?<!n't )(?<!not )(?<!never )(?<!you )(?<!no )(?:needs?|has|have) to (?:confirm|check|ask
|approve|agree|decide|see|think)(?! (?:me|before|first)(?![a-z]))
(?:won't|will not|can't|cannot|wouldn't) (?:yet )?(?:commit|decide|promise|settle)(?! to (?:less
|more))
(?:nothing|not a thing|not anything) is (?:fixed|settled|decided|final|agreed|certain)
run (?:it|this|that|them) (?:by|past)|(?:need|have|want|has) to (?:check|discuss|talk|clear|speak)
|(?:check|discuss|clear|talk) (?:it |this |that )?(?:over )?with [\w' ]{2,30} first
""",
    han=r"""
可能|也许|或许|大概(?!率都)|说不定|没准|兴许|似乎|好像
想着(?!你)|(?:还|都)没(?:有)?[^,]{0,8}(?:谈|讨论|商量|确认|想|批|松口)|要不(?!要|是|然)|有(?:点
|些)想|(?:还|都|也|并|仍|尚)?(?:没|没有|未|尚未)(?:想好|讨论(?!余地)|商量(?!余地|的)|谈|回我|回复
|批|点头|松口|答复|确认|决定|定|想清楚|拿定|确定|敲定|谈妥|商量好|最终|结论|达成|完全定|考虑好
|想明白|谈好|拍板)
考虑(?:中|一下|下|考虑|是否|要不要|换|用|改|把)|在考虑|还在(?:想|看|比|考虑|纠结|犹豫|讨论|商量|谈
|权衡|评估|等)|正在(?:考虑|讨论|权衡|评估|商量|比较)|在想(?!着)|(?<![不别])再(?:想|看|考虑|议|商量
|讨论|研究|琢磨|比较|斟酌|合计|比)(?=$|看|想|吧|一|下|,|。|呢|情况|比|几|两|琢|商|讨)|再说(?=$
|[^\u4e00-\u9fff]|[吧呗啦了])|容我
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
^if (?:the |our |my )?[\w ]{2,20} (?:approves?|agrees?|accepts?|says? (?:yes|ok)|signs?|votes?
|holds?|allows?|permits?|comes? through|goes through|works out|(?:is|gets) (?:approved|accepted))
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
|让你|有人|要|换成|改成|用|上|选|真)|如果[^,，。]{1,14}(?:同意|批准|批下来|批了|通过|点头|签字|答应
|到位|允许)|练习题|模拟题|角色扮演|造句|例句
""",
)
REPORTED: Final = pattern(
    latin=r"""
(?<!as )(?<!like )(?:he|she|they|someone|somebody|people|everyone|everybody|folks|others
|most people|the internet|reddit|twitter|chatgpt|google) (?:\w+ )?(?:says?|said|told|tells|claims?
|claimed|insists?
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
(?:grandma|grandpa|gran|granny|mum|mom|dad|grandmother|grandfather|father|mother
|(?<!\w)\w+) (?:used to
|would
|liked to|likes to) (?:always )?(?:say|tell|insist|preach|swear)
(?:wrote|says|said|writes|replied|insisted|went) (?:the|my|our|his|her|an?|one) [a-z]+(?: [a-z]+)?$
i(?:'ve)? (?:read|heard|saw|overheard|was told|am told|see|noticed|seen)(?: (?:somewhere|that
|people|about|once|online|recently|an?|in an?|on an? (?:blog|forum|site|board|list)|on reddit
|elsewhere|of))|according to|apparently
|rumou?r|supposedly|allegedly|word is|it is said|they say|reportedly|conventional wisdom
|as the saying goes
^(?:so |and |well |btw )?(?!(?:i|we|you|it|that|this|which|who|what|there|everyone|everybody|nobody
|everything|nothing|one)(?![a-z]))[a-z'-]{2,20} (?:prefers|wants|likes|hates|loves|dislikes)
(?:blog|article|book|podcast|docs?|documentation|readme|tutorial|video|post|guide|website|textbook
|manual|influencer|guy|colleague|coworker|friend|boss|neighbou?r|professor|teacher|competitor
|supplier|vendor)s?(?:'s)? (?:\w+ )?(?:says?|said|claims?|claimed|recommends?|suggests?|tells|told
|insists?|argues?|always|never|swears|prefers?|decided|wrote|writes|announced|warns?)
^(?:so |and |well |btw |apparently )?(?!(?:i|we|you|it|that|this|which|who|what|there|he|she
|they|contract|law|policy|lease|rule|rules|legal)(?![a-z]))[a-z.'-]+(?: (?!and |i |we |you |to |for
|in |on |of )[a-z.'-]+){0,2} (?:says|said|claims|claimed|insists|insisted|swears|swore|argues
|reckons
|preaches|recommends|recommended|told (?:me|us))(?= [a-z])(?! (?:so|it|no|yes|ok|fine|on that
|on it)(?![a-z]))
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
(?:it's|it is|that's|that is|it was) (?:not|never|hardly) true|it isn't true|it wasn't true|not true
|untrue|said (?:nobody|no one|noone) ever
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
(?<!如果)(?:并|谁|人)?没有?(?:人)?(?:说过|拍板|定过|决定|要求|答应|同意|说要|说以后|规定|承诺
|说定|拍板)
不是(?:说|要求|决定|规定|规矩|让你|要你|叫你|这个意思|那个意思|命令|定了)|别误会|误会了|理解错
|误解|你听错|弄错了|谁说(?=我|要|以后|一定)|谁定的|谁让|哪有说|别当真|开玩笑|说着玩|随口|别当成
|不要当成|别记|不用记|不代表|不等于|不算(?:规|决|定|要)|别理解成
不是(?:以后|每次|一直|永远|都要|要以后)|没(?:有)?要你(?:以后|一直|每次)
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
^(?:never|always) (?:gets?|goes|works?|fails?|ends?|happens?|breaks?|rises?|stops?) [a-z]+
(?:takes|took) (?:forever|ages)|i swear$|always (?:breaks?|fails?|crashes|dies|hangs)
(?:every|each) time (?:i|we) [^,]{2,40}? (?:it|they|the [a-z]+|he|she) (?:asks?|crashes|fails|breaks
|hangs|goes|does|says|takes|throws|shows|gets|wants|tells|starts|stops|just|still)
^(?:so |and |but )?(?:back when|when i was (?:a|in|at|young|little|small)|when we (?:lived|were)
|growing up|as a (?:kid|child|boy|girl|student)|(?:in|at) (?:my|our) (?:old|last|previous|former
|first) [a-z]+)
^(?:but |and |so )?you (?:always|never|keep|constantly) (?:forget|miss|get|break|ignore|lose|leave
|say|make|start|skip|mix|do)(?:ing)?(?![a-z])
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
总(?:是)?把|永远(?:都)?(?:在|是|说|等|排队|差|慢|改不完)|(?:没一次|没有一次|从来没|哪次都)
(?:说|讲|提|改)了(?:多少|好几|几百|无数|八百)(?:遍|次|回)|没(?:有)?人(?:听|管|理|看|在意|收拾)
一到[^,]{1,8}就|每次都(?:说|这样[,。!]?$)
小时候|(?:前|老|上)(?:一个|一家|个|家)?(?:东家|公司|单位|学校)[^,]{0,3}(?:那会|那时|的时候)
|^[^,]{0,6}(?:那会儿|那时候|那些年)
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
    # A path, a file, an identifier and a call: each is tried where its word begins, and there only.
    r"(?<![a-z0-9_-])[a-z0-9_-]++(?:/[a-z0-9_.-]+)+"
    r"|(?<![\w-])(?:[^\Wa-z_]|-)*+[a-z_][\w-]*+\.(?:py|js|ts|tsx|jsx|json|ya?ml|toml|rs|go|java"
    r"|kt|c|cpp|h|md|sql|sh|html|css|ini|cfg|conf|env|lock|xml|rb|php|cs|vue|docx?|xlsx?"
    r"|pdf)(?![a-z])"
    r"|(?<![a-z0-9])[0-9]*+[a-z][a-z0-9]*+_[a-z0-9_]+|(?<![a-z])[a-z]++\([^)]{0,40}\)|`"
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
    r"|(?<!管)(?<!论)(?:里|上|中|都|还|到底)有没有(?!的)|会不会"
    r"|能不能够|值不值|难不难|贵不贵|来着[。.!~]*$"
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
# "so am I": it only says the same of somebody else.
SAME_HERE: Final = re.compile(r"(?:and )?(?:so|nor|neither) [a-z']+ (?:i|we|you|he|she|they)$")
# 写清楚是什么: a question that is told, not asked.
TOLD_QUESTION: Final = re.compile(
    r"(?<!请)(?:说|讲|告诉|写|标|注|列|解释|知道|清楚|明白|看出|交代|介绍|报|提醒|说明|附上)"
    r"[^,]{0,14}(?:哪|什么|怎么|多少|几|为什么|为啥|谁)[^吗么呢嘛]{0,4}$"
)
# A standing case ("when a guest says …"), which hands on nobody's words.
CONDITION: Final = re.compile(
    r"(?:and |so |but )?(?:when(?:ever)?|if|each time|every time|any ?time|in case|as soon as"
    r"|once|unless)(?![a-z])|.*(?:的时候|的话|时)$|(?:只要|凡是|每当|遇到|碰到|一旦|但凡)"
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
