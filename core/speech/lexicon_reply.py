"""The markers of answers: agreement, choice, reserve and mere hearing, as data.

Same conventions as `lexicon`.
"""

from __future__ import annotations

import re
from typing import Final

from sayso.core.speech.tables import pattern

# A clause that is nothing but agreement.
AGREE: Final = re.compile(
    r"(?:(?:(?:i|we) (?:do|would|will|am|can|could)(?: indeed| so)?(?=[,.!;]|$)|(?:it|that) (?:does"
    r"|would|will|is|suits (?:me|us))|ja|jawohl|oui|that sounds (?:good"
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
    r"|that plan|(?:it|that|this)(?: would|'d| will) be (?:great|lovely|perfect|good|wonderful"
    r"|ideal|nice|fine)"
    r"|(?:it|that) is|then|please|pls|thanks|thank you|thx|ty|cheers|👍|✅|👌|🙏|💯|🎉"
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
    r"|(?:要得|得嘞|得咧|得|(?:我)?看(?:行|成|中|可以)|准奏|照准|采用|可(?=$|[,。!])"
    r"|就(?:它|他|那天|那个|那家|那样"
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
|dont|rather|instead|later|maybe|perhaps|might|think about|tomorrow
|(?<!keep it )(?<!keep them )(?<!that )until|what about|how about|or
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
    r"|pls|then|sounds \w+|for me|is (?:fine|better|best|good|the one)|works(?: for (?:me|us))?"
    r"|wins|thanks))?[.! ,]*$"
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
    r"|(?:^|(?<=[选要走用定按就投采取,， ]))(?P<stem>[甲乙丙丁])"
    r"(?=案|方案|款|组|吧|了|好|$|[,。! ])"
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
^.{0,2}?(.{1,4})就\1|让[^,]{1,4}来
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
    r"|嗯|哦|噢|唔|呃|额|诶|欸|啊|呀|哈+|那|就|也|都|谢谢|多谢|辛苦了?|吧|了|的|啦)[\s,.!~]*)++"
)
SYMBOLS: Final = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]+")
# A yes that in chats often says no more than "go on, I listen".
LIGHT_YES: Final = re.compile(
    r"(?:(?:yes|yeah|yep|yup|ok(?:ay)?|sure|right|well|of course|definitely|absolutely|totally"
    r"|exactly|good|fine|great|true|cool|嗯+|好的?|对|是的|行|可以)[\s,!.]*)++"
)
GOES_ON: Final = re.compile(
    r"(?:and|also|then|please|pls|but first|now|next|can you|could you|just|make|add|start|write"
    r"|use|go|do|send|put|let's|同时|另外|顺便|还有|然后|再|请|帮|那|先|就|麻烦|记得|你)"
)
# What opens another matter in the same breath.
ASIDE: Final = re.compile(r"顺便|另外|对了|还有|(?:also|and also|btw|by the way|one more)(?![a-z])")
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
