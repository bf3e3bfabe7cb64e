"""The markers of what an assistant proposes, and of what only looks like it, as data.

Same conventions as `lexicon`.
"""

from __future__ import annotations

import re
from typing import Final

from sayso.core.speech.tables import pattern

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
would you be (?:open|up|game|willing) (?:to|for)|what if (?:we|the|our|you|all|every|each|it)
|perhaps (?:we|the team) (?:should|ought)
|(?:how|what) about (?=[a-z]+ing )
would it be (?:ok|okay|fine|alright|all right) (?:to|if we) .{3,120}(?:as (?:our|the|a) |standing
|from now on|by default|in future|always|permanently|throughout)
(?:i think|i'd say|i would say|in my view|to my mind|personally|imo|for me)[^.?!]{0,80} (?:better
|best|cleaner|cleanest|safer|safest|simpler|simplest|wiser|stronger|right|nicer|cheaper
|easier|preferable)(?![a-z])
i'd (?:say|vote|argue) (?:for |we )?|you (?:might|may) (?:want to|simply|well|as well)
|(?:one|an) option (?:is|would be)|it (?:would|may|might) be (?:best|better|wise|worth|sensible)
|we (?:might|ought to) (?!not|be able|see)
(?:do|can) we agree
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
我(?:的)?(?:想法|思路|打算|建议|意思)(?:是|:)|(?:我)?(?:觉得|认为|看)[^,。]{0,12}(?:更|比较
|最)?(?:合适|好|稳妥
|划算|省事|靠谱|妥当|保险)|何不|干脆|就(?:这么|按这个)定(?:吧|如何)
要么(?:我们|咱们|就)
""",
)
# What sounds like advice, and a question that wants a yes or a choice: enough where a model cites
# the words as what was agreed to.
ADVICE: Final = pattern(
    latin=r"""
(?:we|you|it|they|one|that) (?:should|could|might|may as well|ought to|had better)|i think|i'd
|i would
|better|best|rather|ideally|option|either|let me suggest|worth|prefer(?:red|able)?|my vote
|in favou?r
|suggest(?:ion|ed|s)?|recommend(?:ation|ed|s)?|advi[cs]e|propos(?:al|ed?|es)|lean(?:ing)?|would be
""",
    han=r"""
应该|应当|最好|不如|倾向|主张|会选|更(?:好|合适|稳|省|划算)|建议|推荐|提议|方案|要不|要么|不妨
|可以|考虑
|我选|值得|宜
""",
)
SEEKS_YES: Final = pattern(
    latin=r"""
(?:(?:shall|should|could|would|do|does|is|are|can|will|may|which|what|ok|okay|agree|agreed|any|sound
|sounds|how|right|deal|everyone|either|or)(?![a-z])[^?]{0,90})\?$
""",
    han=r"""
(?:吗|呢|么|嘛|如何|怎么样|怎样|哪个|哪种|好不好|行不行|可否|是否[^?]{0,20}|要不要[^?]{0,20})\??$
""",
)
# Asking leave for one act of one's own, or telling what was or will be done: no proposal.
PERMISSION: Final = pattern(
    latin=r"""
(?:may|can|could|shall|should|might) i|do you want me to|would you like me to|want me to|i(?:'ll
| will| can| could|'m going to| am going to| need to| have to| want to|'d like to| must) (?:now[ ]
|first |just |quickly |also |then |go ahead and )?(?!suggest|propose|recommend|go with|prefer)
is it (?:ok|okay|fine|alright) (?:if|for me|to)|mind if i|ok if i|okay if i|let me(?! suggest
| propose| recommend)|(?:shall|should
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
# Offering an act of one's own: a proposal only where it is to last.
OWN_OFFER: Final = pattern(
    latin=r"""
(?:shall|should|may|can|could) i|want me to|(?:would you )?like me to
""",
    han=r"""
(?:要|需要|希望)我(?!们)|(?:以后|今后|往后|每次|一律)(?:都|就)?(?:由)?我(?!们)(?:都|就)?(?:来|给|帮
|替)
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
OPTION_LABEL: Final = re.compile(
    r"(?:^|(?<=[\n,;:(。!?])|(?<=[,;:。!?.] )|(?<=[\u4e00-\u9fff] )(?=\d))"
    r"(?:\(?(?P<number>\d{1,2})[.):]|(?P<letter>[a-h])[.):])(?=\s|(?<=[.)])[\u4e00-\u9fff])"
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
|定|是否|意下|方案|方式|的|下|得|说|个|这|那|了|不|ok|能|否|接受|按|照|来|做|办|选|用|哪|种|一|意见
|认为|请
|确认|是|我们|咱们
""",
)
POINTER: Final = re.compile(
    r"(?:shall|should|can|could|do|may|will) we [a-z]+ (?:it|that|this|them)(?: at that| so)?"
    r"|shall i (?:set (?:that|it|this) up|do (?:that|it)|arrange (?:that|it)|plan (?:that|it) in)"
    r"|(?:is (?:that|it) )?(?:ok|okay|fine|good|alright|all right) (?:for|with|by) (?:you|everyone"
    r"|you all|all of you)(?: all)?|(?:shall|may|can) (?:i|we) take (?:that|it|this) as [\w ]{2,40}"
    r"|(?:and |so )?that(?:'s| is| would be) (?:what (?:i|we)(?:'d| would)? (?:advise|suggest"
    r"|recommend"
    r"|propose|do|go for|pick)|my (?:advice|suggestion|recommendation|proposal|pick|vote))"
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
# "Let's …" without a question is a proposal only where nobody cheers.
CHEER: Final = re.compile(r"let's|lets")
