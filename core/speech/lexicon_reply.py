"""The markers of answers, of proposals by the assistant and of withdrawals, as data.

Same conventions as `lexicon`.
"""

from __future__ import annotations

import re
from typing import Final

from sayso.core.speech.tables import pattern

# A clause that is nothing but agreement.
AGREE: Final = re.compile(
    r"(?:(?:(?:it|that) (?:does|would|will|is|suits (?:me|us))|ja|jawohl|oui|that sounds (?:good"
    r"|great|fine|right|perfect|reasonable|sensible"
    r"|lovely|ok"
    r"|okay|alright|like a plan)(?: to (?:me|us))?|(?:very |quite |perfectly |more than |totally )?"
    r"(?:happy|content|pleased)(?: with (?:that|it|this))?|final(?: answer)?"
    r"|(?:you (?:may|can) )?(?:take|consider|treat) (?:it|that|this) (?:as )?(?:agreed|settled|read"
    r"|decided|done|approved)|(?:let's|lets) (?:have|do|keep|leave) it (?:that way|like that"
    r"|at that)"
    r"|none(?: at all| here| from me| whatsoever)?|not from me|nothing against (?:it|that)"
    r"|be it so|so it is|signed off|(?:you've|you have) got (?:yourself )?a deal|it's a deal"
    r"|that(?:'ll| will)(?: all)? (?:do|work|be (?:fine|great|good|perfect))"
    r"(?: (?:nicely|fine|for (?:me|us)))?|(?:yup |yes |yeah )?all good"
    r"|(?:let's|lets) (?:have|lock|fix|book|run|plan|roll|stick) (?:it|that|this"
    r"|with (?:it|that|this))(?: in| down| up)?|(?:lock|book|write|put|pencil|mark|note) (?:it|that"
    r"|this)(?: in| down| up| as (?:the |our )?(?:plan|decision|agreed))?|go on|carry on|proceed"
    r"|on you go|crack on|on that (?:footing|basis)|(?:happy|fine|ok|okay|good|great"
    r"|alright) (?:here|all round|for everyone|with everyone|by all of us)|(?:suits|works for"
    r"|fine with|ok with) (?:everyone|everybody|all of us|us all|us both|me|us)(?: fine| well"
    r"| perfectly)?|you're on|i'm game|right you are|very well|as you wish"
    r"|i(?:'ll| will) go along with (?:that|it)|it's a yes(?: from (?:me|us))?"
    r"|yes from (?:me|us)|amen|hear hear|affirmative|by me|spot on|sorted|two thumbs up|thumbs up"
    r"|that's the one|we'll do (?:just |exactly )?(?:that|it|so)|let's do (?:just|exactly) that"
    r"|just that|exactly that|i can live with (?:that|it)|nothing to add|so agreed|adopted|adopt"
    r"|make it official|do (?:just|exactly) that|perfect plan|good (?:idea|call|plan|choice"
    r"|thinking|point)|great (?:idea|call|plan"
    r"|choice)|sounds (?:good|great|fine|right|perfect|reasonable|sensible|like a plan|lovely|ok"
    r"|okay|alright)(?: to me)?|looks (?:good|great|fine|right)(?: to me)?|that(?:'s"
    r"| is)? (?:works?|fine|good|great|perfect|ok|okay|right|sensible|settled|the plan|it"
    r"|what we(?:'ll)? do)(?: (?:for|with|by) (?:me|us))?|works(?: well| fine"
    r"| great)?(?: for (?:me|us))|fine (?:by|with) (?:me|us)|ok (?:by|with|for) (?:me|us)"
    r"|good (?:by|with|for) (?:me|us)|i'm (?:fine|good|ok|okay|happy|in|on board|all for it|sold"
    r"|convinced)(?: with (?:that|this|it))?|we're (?:fine|good|ok|in|on board)(?: with (?:that"
    r"|this|it))?|makes sense(?: to me)?|no objections?(?: (?:here|from me|from us))?"
    r"|(?:i )?(?:have )?no (?:problem|issues?)(?: with (?:that|it|this))?|by all means|(?:let's"
    r"|lets|we(?:'ll)?|please|just|pls)? ?(?:do|go with|go for|adopt|take|use|keep|make|run with"
    r"|settle on|stick with|have|book|choose|pick|roll with|proceed with|lock in|lock) (?:it"
    r"|that|this|so|them)(?: (?:one|way|like that|like this|that way|this way|in|then|so|plan"
    r"|option|approach|proposal|version|solution|recommendation|as (?:proposed|suggested"
    r"|described|you (?:say|suggest|propose)|is)))?|(?:let's|lets|please|just) (?:go|do"
    r"|proceed)(?: (?:ahead|that way|this way|it|so))?|go(?: right)? ahead(?: (?:with"
    r"|and do) (?:that|it|this))?|go for (?:it|that|this)|do so|so be it|as (?:you )?(?:proposed"
    r"|suggested|recommended|say|said|you said|described)|(?:yes|yeah|ok|okay|agreed"
    r"|fine) to (?:that|this|it|both|all)|(?:i|we) (?:approve|accept|confirm|support"
    r"|second)(?: (?:it|that|this|your \w+|the \w+))?|(?:i'm|we're) (?:for|with) (?:it|that|you)"
    r"|(?:go|come) on then|you have my blessing|yes let's|let's|(?:i'd|i'll|i) (?:take|go with"
    r"|go for|say yes to) (?:it|that|this)|no (?:complaints|objection)|be my guest"
    r"|music to my ears|perfect for (?:me|us)|consider it (?:agreed|approved|done)|make it so"
    r"|let's roll|say no more|sign me up|count me in|ship it|you have my (?:ok|blessing|approval"
    r"|go-ahead|vote)|green light|i like (?:it|that|this)|love it|like it|the plan|our plan"
    r"|that plan|(?:it|that) is|then|please|pls|thanks|thank you|thx|ty|cheers|👍|✅|👌|🙏|💯|🎉"
    r"|yes please|please do|why not|(?:it's|its|that's) (?:a )?(?:settled|decided|agreed|deal"
    r"|final|yes|go|plan)|you're right|true|fair enough|suits (?:me|us)|(?:happy|glad"
    r"|fine) (?:with|to do|to go with) (?:that|it|this|so)|(?:you|you've|you have) (?:convinced"
    r"|sold|persuaded) (?:me|us)|sold|convinced|i agree|we agree|fully agree|totally agree"
    r"|sure thing|all right|of course|hm+|mm+|um+|ah|oh|so|well|and|then|alright|right|great"
    r"|perfect|cool|nice|excellent|awesome|brilliant|lovely|wonderful|fantastic|good|fine|super"
    r"|ok(?:ay)?|k|kk|okey|yes|yep|yeah|yup|ya|ye|aye|sure|sure thing|of course|absolutely"
    r"|definitely|certainly|totally|exactly|indeed|deal|done|agreed?|i agree|we agree"
    r"|fully agree|totally agree|approved?|confirmed?|accepted|settled|decided|lgtm|\+1|sgtm|y"
    r"|works)(?:[\s,.!;:~-]+|$|(?=[^\x00-\x7f])))"
    r"|(?:(?:我)?看(?:行|成|中|可以)|准奏|照准|采用|可(?=$|[,。!])|就(?:它|他|那天|那个|那家|那样"
    r"|那款|那种"
    r"|那套|这天|这家|这款|这种"
    r"|这套|这条)|那[行成好]|说定|一言为定|(?:按|照|用|选|要)(?:这个|那个|它)|没二话|允了"
    r"|就?听你(?:的|安排)?"
    r"|你(?:说了算|做主|安排|看着办)|双手赞成|(?:我这边|我们这边)|用吧|上吧|选它|我?喜欢"
    r"|蛮好(?:的)?|(?:很)?合适|不赖|赞|棒"
    r"|就(?:这么|这样) ?[^,\s]{1,3}$|那|嗯+|哦+|噢|唔|呃|额|诶|欸|哈+|啊|呀|好+(?:的|呀|啊|嘞|咧"
    r"|吧|滴|哒|勒|哦|啦|了)?"
    r"|可以(?:的|啊|呀|吧|了|哦|嘛)?|行(?:的|啊|吧|呀|了|嘞|哦|呗)?|中|成(?:的|啊|吧|交)?"
    r"|妥(?:了|的|妥)?|对(?:的|啊|呀)?|是(?:的|啊|呀)|没错|不错|没问题|没意见|(?:我)?(?:没有|没"
    r"|无)(?:意见|异议|问题|不同意见)|(?:我(?:们)?)?(?:完全|都|也|双手|非常|举双手"
    r"|原则上)?(?:同意|赞成|赞同|认可|支持|接受|批准|通过|采纳|认同|准了|首肯)(?:了|的"
    r"|你的\S{0,6}|这个\S{0,6}|该\S{0,6}|这\S{0,4})?|(?:那)?(?:就|都|咱)?(?:按|照|依|用|听|采用"
    r"|采纳|选|走|定|要)(?:你|您|这|那|此|上面|上述|刚才|着|照)(?:个|些|份|样|条|种|套|版"
    r"|么)?(?:的|所)?(?:方案|建议|[说讲提写列想推选给]的|提议|思路|计划|办法|推荐|想法|意见|版本"
    r"|来|办|做|执行|走|定|干|实施|落实|弄|搞|落地|推进|安排|proposal|plan|设计|做法|方式)*(?:来"
    r"|办|做|执行|走|定|干|实施|落实|弄|搞|落地|推进|安排|吧|了|好了|就行|即可)*"
    r"|(?:那)?就(?:这么|这样|那么|那样|这个|它|他|这)(?:着|了|吧|定|办|做|干|执行|走|来|弄|搞"
    r"|安排|说定)*(?:吧|了|好了|啦)?|(?:那)?(?:就)?(?:定|敲定|说定|决定|确定|拍板)(?:了|下来|下"
    r"|吧|啦|咯|喽)|(?:那)?就 ?(?:go with|走|用|选|定|要) ?(?:这个|它|这)|听你的|依你(?:的"
    r"|说的)?|随你|你定|如你所说|照办|照做|准(?:了|奏)?|(?:方案|建议|提议|proposal|plan|做法"
    r"|办法|设计|思路)(?:走|来|办|做|执行|吧)?|(?:走|来|办|做|执行|go)(?:吧|了|就行)?|ok(?:的|啊"
    r"|吧|了|k)?|欧克|中肯|有道理|合理|英明|(?:做|搞|弄|办|安排|走|写|开干|干|来|冲|整)(?:吧|起"
    r"|上|起来)|安排|批了|准了|走起|就酱|成交|没毛病|没悬念|没跑|毫无疑问|都听你的|都行|甚好"
    r"|妥妥的|那就这样|没啥问题"
    r"|ok没问题|正合我意|完美|很好|非常好|太好了|挺好(?:的)?|好主意|好办法|好方案|谢谢|多谢"
    r"|辛苦(?:了)?|麻烦(?:你|您)?(?:了)?|拜托(?:了)?|yes|agree|lgtm|\+1|吧|的|了|啦|呀|就|也|都"
    r"|👍|👌|✅|🙏)(?:[\s,。.!;:~、]+|$)?"
)
# A clause that only tells that something was heard.
HEARD: Final = re.compile(
    r"(?:ok(?:ay)? |oh |ah |i |alright |yes |right )?(?:got it|i see|see|understood|noted"
    r"|good to know|thanks|thank you|interesting|cool|nice|great|roger|copy that|makes sense now"
    r"|fair|thx|ty|heard|clear|ah ok)(?: now| then| thanks)?[.! ]*$"
    r"|(?:嗯+|哦+|噢|好+的?|ok)?[, ]*(?:我)?(?:明白|知道|了解|懂|收到|清楚|看到|理解|晓得"
    r"|原来如此|这样啊|辛苦|谢谢|有意思|厉害)(?:了|啦|啊|呀|了解|明白|你|您)*[。.!~ ]*$"
)
# A no, or a yes with a string attached.
RESERVED: Final = pattern(
    latin=r"""
but|not|never|isn't|don't|however|except|although|though|unless|only if|provided|as long as
|on (?:the )?condition|not (?:yet|sure|now|that|so fast|quite|really)|wait|hold on|hang on|let me
|give me|before (?:i|we|you)|(?:check|ask|talk|speak|discuss|think).{0,40}first|no|nope|nah|don't
|dont|rather|instead|later|maybe|perhaps|might|think about|tomorrow|until|what about|how about|or
|heard (?:you|that|it)|whatever|once|funny|as if
|if|with one (?:change|exception)|one (?:change|exception|caveat)|change|depends
""",
    han=r"""
但|不过|可是|只是|除了|除非|前提|先别|先不|别急|等等|等一下|再想|再看|再说|再议|想想|考虑|问问
|商量|也许|可能|不行|不好|不同意|不可以|不要|不对|算了|如果|要是|改成|改为|换成|回头|晚点|明天再
|同行|人家|别人|都这么[干做来搞]|离谱|真够|可笑|荒唐|才怪
|不太|有点|可惜|然而|暂时|让我|容我|还是(?!选|用|走|按)
""",
)

# Choosing one of several.
_ORDINALS: Final = (
    "first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th|latter|former|middle|other"
)
CHOICE_LATIN: Final = re.compile(
    rf"(?<![a-z0-9])(?:the )?(?P<ordinal>{_ORDINALS})(?: (?:one|option|choice|approach|variant"
    rf"|version|way|alternative|idea|suggestion|proposal|plan|method|route|design|of (?:the|those"
    rf"|them) (?:two|three|four)|solution|setup|possibility|quote|offer|candidate|venue"
    rf"|supplier))?(?![a-z0-9])"
    r"|(?<![a-z0-9])(?:option|choice|plan|variant|version|approach|proposal|number|no\.?"
    r"|alternative|scenario|route|design|method|way|package) ?#?(?P<label>[a-h]|\d{1,2}|one|two"
    r"|three|four|five|i{1,3})(?![a-z0-9])"
    r"|^(?:(?:ok(?:ay)?|yes|then|so|let's|lets|go|do|take|pick|with|for|i|we|choose|i'd|i'll|say"
    r"|definitely|use|let us|make it|i vote|vote|my vote is|my pick is|hm+|well|going|we'll"
    r"|please|prefer|for me|it's|it)[ ,:]+){0,5}\(?(?P<letter>[a-h]|\d)\)?(?: (?:it is|please"
    r"|pls|then|sounds \w+|for me|is (?:fine|better|best|good|the one)|works|wins"
    r"|thanks))?[.! ,]*$"
)
CHOICE_HAN: Final = re.compile(
    r"第(?P<han_ordinal>[一二两三四五六1-6])(?:个|种|条|项|套|款|版|家|份|点|方案|种方案|个方案"
    r"|位|间|张|档|号)?"
    r"|(?:方案|选项|选择|选|选的|就选|要|走|用|option|plan|plan |option |版本|方式|路线"
    r"|套餐)[ ]?(?P<han_label>[a-h](?![a-z])|[一二三四五六](?![个点下次直定起样些种条]"
    r"|\S{0,2}[年月天])|[1-6](?!\d|个|点|月|号|人|天|年|小时|万|块|元|楼|层|点))"
    r"|(?P<side>前者|后者|前一(?:种|个)|后一(?:种|个)|前面(?:那|这)(?:个|种)|后面(?:那|这)(?:个"
    r"|种)|头一(?:个|种)|最后一(?:个|种))"
    r"|(?P<circled>[①②③④⑤⑥])"
    r"|(?:^|(?<=[选要走用定按就投,， ]))(?P<stem>[甲乙丙丁])(?=案|方案|款|组|吧|了|好|$|[,。! ])"
    r"|^(?:那|就|那就|嗯+|好的?|行|ok|我)?[, ]*(?:选|要|用|走|投"
    r"|站)?[ ]?(?P<han_letter>[a-h]) ?(?:吧|方案|了|好了|案|款|组|版|计划)?[。.!~ ]*$"
)
# "go with the event-driven one": a choice by naming it.
CHOICE_NAMED: Final = re.compile(
    r"(?:go(?:ing)? (?:with|for)|take|pick|choose|use|let's (?:do|use|take|have)|i(?:'d"
    r"| would)? (?:like|prefer|want|take|choose)|we(?:'ll)? (?:take|use|do|have)"
    r"|make it) (?:the )?(?P<named>[^,.;!?]{2,60})"
    r"|^(?P<han_echo>[^,。的]{2,8})吧$|(?:用|选|走|要|上|采用|按"
    r"|定)(?P<han_named>[^,。;!?]{2,24}?)(?:吧|好了|了|这个|那个|那种|这种|的方案|方案|来|做|$)"
)

# An answer that repeats what was proposed and says yes to it: "Mondays then", 就报告厅.
ECHO: Final = pattern(
    latin=r"""
it is|then(?=$|,)|please(?=$|,)|wins|gets (?:my|our) vote|agreed|yes|aye|yep|yup|let's (?:do|go
|have)
(?:suits|works for|fine (?:by|with)|good (?:by|for)|ok (?:by|with)|great for|perfect for) \w+
lock (?:it|that) in|do (?:it|that)|deal|my vote|sold|settled|go (?:for|with) (?:it|that)|sure thing
sounds (?:good|great|right|perfect|lovely|fine|ideal)|(?:is|'s) (?:the one|perfect|ideal|it)
^(?:yes,? |ok,? |please |right,? )*[a-z]+ (?:it|them|those)(?: in| out| up| down| off)?$
no objections?|i second (?:it|that)|seconded|for me|for us
it (?:shall|will|can|may) be|let's [a-z]+ (?:it|them|that|those)|makes (?:more |better |good )?sense
""",
    han=r"""
吧$|^(?:那)?就|(?<=[,。])(?:那)?就|用(?:这|那|它)|没(?:有)?(?:问题|意见|异议)|同意|赞成|支持|听你
|照办
|定了?(?=$|[,。])|可以(?!了|的话|吗)|行(?=$|[,。])|好(?=$|[,。])|喜欢|要(?=$|[,。])|选
^(.{1,4})就\1|让[^,]{1,4}来
合(?:我|咱)?意|中意|挺(?:好|合适)|甚好
""",
)
# The same once more, in a sentence of its own.
AGAIN: Final = re.compile(
    r"(?<![a-z])(?:it is|then|please|works)[.! ]*$|^(?:那)?就[^,也]{1,10}$|^[^,也]{1,10}吧[。!]*$"
)
# What only says that something is well: a yes where a clause of agreement stands beside it.
WELL: Final = pattern(
    latin=r"works|fine|good|great|perfect|lovely|ideal|nice|ok|okay|suits|brilliant"
)
# An answer that finds fault, or tells what happened.
FAULT: Final = pattern(
    latin=r"""
too \w+|not \w+|didn't|doesn't|isn't|won't|can't|hate|dislike|worried|tried|already|still|was|were
|did|had
tempting|hold (?:off|that|on)|keen|could (?:we|you|i)|what|why|how|which|who|when (?:i|we|did|do)
""",
    han=r"""
太[^,好棒赞妙]{1,5}(?:了|吧)|不如|贵|赶|行不通|够呛|悬|难|担心|没必要|不合适|不妥|不想|不喜欢|不用
|过了|试了
|后(?:可以|好|行)|已经|刚才|为什么|怎么|吗|呢$|什么|多少|哪|先(?!生)|再(?!说一遍)
""",
)

# How an assistant proposes.
PROPOSE: Final = pattern(
    latin=r"""
(?:i|we|i'd|we'd|i would|we would|here i'd)(?: \w+)? (?:propose|suggest|recommend|advise)|(?:i
|we) (?:\w+ )?(?:favou?r|opt for|vote for|lean towards?|lean to|propose)|(?:i'd|i would|we'd
|we would)(?: \w+)? ?(?:go for|go with|pick|choose|use|keep|put|take|rather|say we|stick|make it
|start with|move|lean|settle|drop|opt|vote|favou?r|hold|split|serve|set|book|order|hire)
(?:my|our|the) (?:proposal|recommendation|suggestion|recommended \w+|suggested \w+|proposed \w+
|advice|preferred \w+|pick|preference)(?: \w+){0,4}?(?: is|:| would be| -)
(?:proposal|recommendation|suggestion|plan|idea|rule)(?: for| on| about) [\w' ]{2,40}(?=:)
(?:proposal|recommendation|suggestion|proposed [\w ]{1,30}|suggested [\w ]{1,20}|plan|draft rule
|draft decision|proposed)(?= ?:)
(?:shall|should|could|can|do|why don't|what if|how about|would) (?:we|the (?:project|team|whole)
|all|every)
(?:let's|lets(?= (?:go|use|take|do|make|keep|have|set|put|fix|move|book|start|say|settle))
|then let's) (?!see|look|check|find out|take a look|run|start by|try|first)
(?:it )?(?:would|might|may) (?:be (?:better|best|good|wise|sensible|safer|simpler)
|make sense) (?:to|if)
which (?:one|option|of (?:these|the two|them)|approach|would you prefer|should|shall|way|variant
|version)|(?:pick|choose) one|your (?:choice|call|pick)|(?:two|three|four|several|a few
|couple of) (?:options|ways|approaches|choices|alternatives|possibilities|candidates|routes
|variants)|options?(?= ?:| are| would)|either .{3,80} or
can we (?:agree|fix|settle)|(?:would|are) you (?:be )?(?:fine|ok|okay|happy|good
|comfortable) with (?!me |my )|adopt (?:this|that|it) as
(?:shall|should) (?:the|our|it|this|each|both) [a-z]+
(?:how|what) about (?!you|your|that|this|it|them|me)
would you (?:agree|be willing|prefer|rather|consider) (?:to |we |that )?
we could (?!not|only|never|all |see|hear|tell|feel)[a-z]+
""",
    han=r"""
我的(?:意见|想法|看法|主张)是
建议|推荐|提议|提案|方案|我(?:更)?(?:倾向|偏向|主张|赞成|会选|认为(?:应|可)|觉得(?:应|可|用|选))
|(?:可以|不妨|最好|应该|应当|宜)(?:采用|考虑|用|选|改|统一|定|把|设|按|放|换|走)|要不(?:就|然|我们
|要)?|不如|(?:更|最|比较|较)(?:看好|合适|省心|稳妥|划算|适合|推荐|好|优|可取|省事|保险)|首选|看好
|那(?:就)?(?:我们|咱们)?(?:就)?(?:定|统一|把\S{1,20}定)
(?:您|你)?(?:看|觉得|意下)(?:这样|如何|行|可以|怎么样|怎样|呢|好)|(?:是否|要不要|可否|能否)(?:同意
|采用|采纳|这样|就|按|改|统一|定|换|用)|(?:同意|可以|行|好|这样定|就这么定|要采用|采用|ok)(?:吗|么
|不|嘛)?\?|有(?:两|二|三|四|几|2|3|4)(?:个|种|套|条|款)?(?:方案|做法|选择|选项|办法|思路|路线|方式
|路|选法|种)|(?:两|三|四|几)(?:个|种|套|条|款)(?:方案|做法|选择|选项|办法|思路|路线|方式)|(?:选|用
|要|走|定)哪(?:个|种|一)|(?:我|我会|个人) ?(?:propose|suggest|recommend)|proposal ?:|就定
拟(?:将|把|定|以|采用)|可否|妥否|当否|是否妥当
""",
)
# Asking leave for one act of one's own, or telling what was or will be done: no proposal.
PERMISSION: Final = pattern(
    latin=r"""
(?:may|can|could|shall|should|might) i|do you want me to|would you like me to|want me to|i(?:'ll
| will| can| could|'m going to| am going to| need to| have to| want to|'d like to| must) (?:now[ ]
|first |just |quickly |also |then |go ahead and )?(?!suggest|propose|recommend|go with|prefer)
is it (?:ok|okay|fine|alright) (?:if|for me|to)|mind if i|ok if i|okay if i|let me|(?:shall|should
|can|may) i (?:go ahead|proceed|continue)|permission to|ready for me to|am i (?:allowed|cleared)
""",
    han=r"""
(?:我|需要我|要我|让我)(?:需要|想|要|现在|先|再|可以|能|得|来|就|马上|这就|准备|打算
|将)(?:\S{0,3})?(?:执行|运行|跑|查|看|读|打开|删|发|装|下载|安装|重启|试|改|写|开始|继续|提交|确认
|检查|搜|联系|打|寄|订|打印|拿|去|做|把|帮|给|拉)|需要(?:我)?(?:现在|先|帮|继续|执行|运行)|(?:是否
|要不要|能否|可否)(?:需要我|让我|允许|现在|继续|执行|运行|我)|允许我|要我(?:现在|先|帮|继续)
|(?:现在|马上|立刻)(?:执行|运行|发送|提交|删除|开始)
我(?:先|来|去|这就|马上)(?:把)?[^,]{1,12}(?:一下|下|一遍|看看)
""",
)
DONE: Final = pattern(
    latin=r"""
(?:i've|i have|i|we've|we have|all|it's|has been|have been|is now|are now) (?:just |already |now[ ]
|also )?(?:finished|done|completed|fixed|added|updated|changed|moved|renamed|removed|created
|installed|ran|run|pushed|sent|written|implemented|applied|checked|decided|set|chosen|switched
|booked|ordered|printed|uploaded|deployed|merged|committed|put|made|adjusted|upgraded|called|filed
|drafted|scheduled)
""",
    han=r"""
(?:已|已经|都已|均已)(?:\S{0,8})?(?:完成|修复|添加|更新|改|删|移|安装|执行|提交|写|建|处理|定为
|设为|设置|选|发|生成|安排|预订|打印|上传|通知|好|合并|升级|切换|整理)|完成了|修好了|改好了|写好了
|跑完了|弄好了
""",
)
# A question or remark that stands for the proposal before it.
POINTING: Final = re.compile(
    r"(?:shall|should|could|can|do|does|would|is|are|sound|sounds|ok|okay|agree|agreed"
    r"|any objections?|what do you think|thoughts|deal|want|may|how does|which|your call|both"
    r"|either|let me know|\(?y/n)(?![a-z]).{0,100}$"
)
OPTION_LABEL: Final = re.compile(
    r"(?:^|(?<=[\n,;:(。!?])|(?<=[,;:。!?.] )|(?<=[\u4e00-\u9fff] )(?=\d))"
    r"(?:\(?(?P<number>\d{1,2})[.):]|(?P<letter>[a-h])[.):])(?=\s)"
    r"|(?:^|(?<=[:,;。\n]))(?P<plain>[a-h])(?=在|是|走|靠|离|便宜|,[\u4e00-\u9fff])"
    r"|(?:^|(?<=[:,;。]))(?P<sort>一种|另一种)(?=是|,)"
    r"|(?:^|(?<=[\s,;:(。!?]))(?:\((?P<bracket>[a-h\d])\)"
    r"|(?:option|plan|variant|choice|approach|alternative|version|package) (?P<label>[a-h]|\d"
    r"|one|two|three)(?:\)|:| is| -|,| would|\.)"
    r"|(?P<circle>[①②③④⑤⑥])|(?P<word>first|second|third|fourth)(?:ly)?(?=[:,])"
    r")"
    r"|(?:方案|选项|选择|做法|option"
    r"|plan) ?(?P<han_label>[a-h一二三四五六1-6甲乙丙丁])(?=[:,、. 是用])"
    r"|第(?P<han_ordinal>[一二三四五六])(?:种|个|条|套|款|家|项)?(?:方案|做法|选择)?(?=[,:、是用 ])"
    r"|(?:(?<=^)|(?<=[,;:。\n ]))(?P<han_one>[一二三四五六甲乙丙丁])(?:是|、|:|,|案)"
)
LIST_LATIN: Final = re.compile(r"(?:^|\n)\s*[-*•] ")

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
|忽略|忘掉|忘了|忘记|不算(?:数|了)?|不作数|别记(?:了|着)?|不用记(?:了|着)?|不用管了?|不用遵守
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
# Words that make "ok got it" a receipt rather than an answer, and sounds that are neither.
HEARD_ONLY: Final = pattern(
    latin=r"""
got it|i see|see|understood|noted|good to know|thanks|thank you|interesting|roger|copy that|heard
|clear|thx|ty
""",
    han=r"""
明白|知道|了解|懂|收到|清楚|看到|理解|晓得|原来|谢谢|辛苦|有意思|厉害
""",
)
MURMUR: Final = re.compile(
    r"(?:(?:hm+|mm+|um+|ah|oh|so|well|and|then|alright|right|cool|nice|thanks|thank you|thx|ty"
    r"|cheers|please|pls|🙏|🎉"
    r"|嗯|哦|噢|唔|呃|额|诶|欸|啊|呀|哈+|那|就|也|都|谢谢|多谢|辛苦了?|吧|了|的|啦)[\s,.!~]*)+"
)
OWN_PROPOSAL: Final = pattern(
    latin=r"""
(?:i|i'd|i would|we)(?: \w+)? ?(?:propose|suggest|recommend|advise|favou?r|go for|go with|lean)
|(?:shall|should) we|let's
""",
    han=r"""
建议|推荐|提议|我(?:更)?倾向|主张
""",
)
POINTER_WORDS: Final = pattern(
    latin=r"""
shall|should|could|can|we|us|you|do|does|did|would|is|are|it|that|this|way|so|like|go|going|with
|for|adopt|settle|agree|agreed|ok|okay|fine|good|sound|sounds|look|looks|work|works|right|which
|one|ones|option|approach|prefer|want|choose|pick|use|the|a|as|project|team|on|in|by|to|convention
|rule|standard|decision|plan|proposal|your|call|choice|y|n|yes|no|any|objections?|what|think
|thoughts|or|and|me|let|know|confirm|happy|make|take|get|be|keep|them|there|then|here|how|about
|move|forward|ahead|proceed|i|may|deal|all|both|these|those|either|two|three
""",
    han=r"""
您|你|看|觉得|这样|那样|如何|行|可以|可|同意|怎么样|怎样|好|吗|么|呢|吧|要|采用|采纳|就|这么|那么
|定|是否|意下|方案|方式|的|个|这|那|了|不|ok|能|否|接受|按|照|来|做|办|选|用|哪|种|一|意见|认为|请
|确认|是|我们|咱们
""",
)
POINTER: Final = re.compile(
    r"(?:shall|should|can|could|do|may|will) we [a-z]+ (?:it|that|this|them)(?: at that| so)?"
    r"|shall i (?:set (?:that|it|this) up|do (?:that|it)|arrange (?:that|it)|plan (?:that|it) in)"
    r"|(?:is (?:that|it) )?(?:ok|okay|fine|good|alright|all right) (?:for|with|by) (?:you|everyone"
    r"|you all|all of you)(?: all)?|(?:shall|may|can) (?:i|we) take (?:that|it|this) as [\w ]{2,40}"
    r"|is that a (?:yes|deal)|yes|yes or no"
    r"|(?:大家|诸位|各位|您|你)(?:都)?(?:觉得|认为|看|说)(?:呢|如何|怎么样|怎样|行吗|可以吗)?"
    r"|(?:大家|诸位|各位|您|你)?(?:都)?(?:意下如何|可好|可行否|有异议|没异议|没意见)(?:吗|么|吧)?"
    r"|(?:shall|should|can|could|do|may) (?:we|i|you) \w+ (?:it|that|this|them) (?:that way"
    r"|this way|like (?:that|this)"
    r"|so|down as [\w ]{2,30}|as (?:the|a|our) (?:plan|rule|decision|standard))(?: (?:in|on|for"
    r"|as|into) [\w' ]{2,40})?"
    r"|(?:(?:and|so|then|well) )?(?:ok|okay|agreed?|deal|y/n|\(?y/n\)?|shall we|sounds? (?:good"
    r"|ok|okay|right|fine)|does (?:that|this|it) (?:work|suit|sound|look|make sense"
    r"|fit)[\w ]{0,30}|is (?:that|this) (?:ok|okay|fine|alright|good|acceptable)[\w ]{0,20}"
    r"|do you agree|are you (?:ok|okay|fine|happy|good)[\w ]{0,20}|what do you (?:think|say)"
    r"|thoughts|any objections?|(?:shall|should|can|could) (?:we|the \w+|i) (?:do|go|adopt"
    r"|settle|agree|use|take|keep|fix|make|proceed|choose|pick|move|lock|run"
    r"|write)(?: \w+)? (?:it|that|this|so|them|on (?:that|this|it)|with (?:that|this|it)"
    r"|for (?:that|this|it)|ahead)(?: [\w ]{0,40})?|which (?:one|do you|would you|should|option"
    r"|of)[\w ,]{0,60}|(?:your|up to you|you) (?:call|choice|decide|pick)|let me know[\w ]{0,40}"
    r"|how does that sound|may i take that as [\w ]{0,20})"
    r"|(?:那)?(?:您|你)?(?:看|觉得|认为)?(?:这样|这么|就这么|就这样|如此|此方案|这个方案"
    r"|这)?(?:定|做|办|安排|处理|可以|行|如何|怎么样|好|ok|是否可以|可行|是否可行|合适|妥"
    r"|成)?(?:可以|行|好|同意|如何|怎么样|要采用|采用|ok|没问题|有意见|意见|接受|确认)?(?:吗|么"
    r"|嘛|呢|不|吧)?"
    r"|(?:您|你)?(?:是否)?(?:同意|认可|接受|采纳|要采用|觉得)(?:这个|该|此|这样|上述)?(?:方案"
    r"|做法|提议|建议|安排)?(?:吗|么|嘛|呢|不)?|请(?:您|你)?(?:确认|定夺|拍板|指示|选择"
    r"|决定)(?:一下|下)?|(?:您|你)?(?:选|要|想用|定|用)哪(?:个|种|一个|一种|套)(?:方案"
    r"|做法)?(?:呢)?"
)
RECOMMENDED: Final = re.compile(
    r"(?:方案|选项|option |option|plan |做法|选|选择)(?P<a>[a-h一二三四五六1-6])"
    r"|(?<![\u4e00-\u9fff])(?P<stem>[甲乙丙丁])(?![\u4e00-\u9fff]{3})"
    r"|(?<=[向荐选用推])(?P<stemmed>[甲乙丙丁])"
    r"|第(?P<b>[一二三四五六])(?:种|个|条|套|款|项)?"
    r"|(?<![a-z])(?:option|plan|variant|number|choice|approach) (?P<c>[a-h]|\d|one|two"
    r"|three)(?![a-z])"
    r"|(?:towards?|prefer|for|with|recommend|suggest|pick|choose|favou?r|take|use"
    r"|to) \(?(?P<d>[a-h]|\d)\)?(?![a-z0-9'.])"
    r"|(?P<circ>[①②③④⑤⑥])|(?P<up>[a-h])(?= ?(?:更|比较|最|is|would be|looks|seems))"
    r"|the (?P<e>first|second|third|fourth|latter|former|last)(?![a-z])|(?P<f>前者|后者)"
)
# A question that any remark may end with: alone it makes no proposal of what precedes it.
WEAK_POINTER: Final = re.compile(
    r"(?:what do you (?:think|say)|make sense|thoughts|how does that sound|sounds? (?:good|ok"
    r"|okay|fine)"
    r"|let me know|怎么样|怎样|如何|呢)[^?]{0,20}\??$"
)
SYMBOLS: Final = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]+")
# A yes that in chats often says no more than "go on, I listen".
LIGHT_YES: Final = re.compile(
    r"(?:(?:yes|yeah|yep|yup|ok(?:ay)?|sure|right|well|of course|definitely|absolutely|totally"
    r"|exactly|good|fine|great|true|cool|嗯+|好的?|对|是的|行|可以)[\s,!.]*)+"
)
GOES_ON: Final = re.compile(
    r"(?:and|also|then|please|pls|but first|now|next|can you|could you|just|make|add|start|write"
    r"|use|go|do|send|put|let's|同时|另外|顺便|还有|然后|再|请|帮|那|先|就|麻烦|记得|你)"
)
# "Let's …" without a question is a proposal only where nobody cheers.
CHEER: Final = re.compile(r"let's|lets")
# What may stand beside a label when it is chosen.
CHOOSING: Final = pattern(
    latin=r"""
i|i'd|i'll|we|we'll|let's|let us|go|going|with|for|take|pick|choose|prefer|like|want|vote|my|is|it
|it's
better|best|more|most|please|pls|then|the|a|use|do|make|have|ok|okay|yes|yeah|yep|sure|definitely
|think|say
would|will|that|this|one|option|plan|so|and|to|me|us|fine|good|great|sounds|works|wins|agreed
|right|well|hm
clearly|obviously|probably not|thanks|thank you|approach|version|variant|on|of|them|those|these
|two|be|lean
""",
    han=r"""
选|用|要|走|投|就|那|吧|了|我|们|更|喜欢|觉得|好|比较|个|这|嗯|行|方案|来|种|的|按|定|采|可以|还是
|想|倾向|于|觉|得|最|合适|呀|啊|哈
""",
)
