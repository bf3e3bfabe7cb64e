"""The markers of requests, wishes, habits and bans, as data.

Same conventions as `lexicon`.
"""

from __future__ import annotations

import re
from typing import Final

from sayso.core.speech.lexicon import AFTER_EACH
from sayso.core.speech.tables import pattern

# The letter that stands for quoted text in a masked copy (see `clauses`); no marker holds it.
_MASK: Final = "\ufffc"

# How a directive starts. The verbs are the common ones of requests in any trade.
REQUEST_VERBS: Final = r"""
accept|add|address|adjust|agree|allow|annotate|announce|answer|append|apply|approve|archive|arrange
|ask|assign|assume|attach|attribute|avoid|back|bake|base|batch|be|begin|block|boil|book|break|brief
|bring|build|bump|bundle|buy|calculate|call|cancel|capitali[sz]e|carry|cast|change|charge|check
|chill|chop|circle|cite|clean|clear|clip|close|code|collect|colou?r|combine|comment|commit|compare
|compile|confirm|consider|consult|convert|cook|copy|correct|count|cover|create|crop|cross-check|cut
|date|declare|default|define|delete|deliver|describe|design|display|divide|do|document|double-check
|double|draft|draw|drop|dry|echo|edit|email|embed|emphasi[sz]e|encode|end|enter|escape|estimate
|exclude|expand|explain|export|express|extract|fetch|figure|file|fill|filter|find|finish|fix|flag
|fold|follow|format|forward|freeze|gather|generate|get|give|go|greet|group|guess|hand|handle|have
|heat|hide|highlight|hold|hyphenate|ignore|include|increase|indent|inform|initial|insert|install
|introduce|invite|itemi[sz]e|join|judge|jump|keep|label|lay|lead|leave|let|limit|link|list|load|log
|look|lowercase|mail|maintain|make|mark|mask|match|measure|mention|merge|mind|mix|move|mute|name
|note|notify|number|offer|omit|open|order|organi[sz]e|pack|pad|paint|pair|park|paste|pause|phone
|phrase|pick|pin|ping|place|plan|play|point|post|prefer|prefix|prepare|present|preserve|print
|prioriti[sz]e|process|pronounce|proofread|propose|provide|publish|pull|push|put|quote|raise|rank
|read|reach|recommend|record|redact|reduce|refer|reference|refrain|refuse|reheat|reject|rely
|remember|remind|remove|rename|render|repeat|rephrase|replace|reply|report|request|reserve|resist
|respect|respond|restrict|return|reuse|review|rewrite|rinse|roast|round|run|save|say|scale|schedule
|search|season|select|send|separate|serve|set|shorten|show|sign|simmer|skip|slice|sort|speak|spell
|split|spread|stage|stamp|start|state|stay|stick|stir|stop|store|strip|structure|submit|suggest
|summari[sz]e|suppress|swap|switch|tag|take|talk|tell|test|text|thank|throw|tick|tone|touch
|translate
|treat|trim|try|turn|type|undo|update|use|verify|wait|walk|warn|wash|watch|weigh|word|work|wrap
|write
|contact|disclose|reveal|promise|sell|seat|dress|wear|ring|visit|drive|wipe|light|water|plant
|cross|pay|refund|borrow|lend|hire|fire|teach|grade|discuss|negotiate|settle|rest|pour|taste|salt
|peel|grate|whisk|iron|sew|glue|interrupt|overwrite|hardcode|exceed|downgrade|upgrade|reinstall
|reboot|restart|retry|skimp|leak|expose|postpone|delay|rush|bother|abbreviate|invent
"""
_VERBS: Final = "".join(REQUEST_VERBS.split())

FILLER: Final = re.compile(
    r"(?:and|so|then|also|but|please|pleas|pls|plz|just|ok|okay|k|oh|hey|hi|btw|by the way|again"
    r"|anyway"
    r"|kindly|simply|well|right|now|yes|yeah|no(?=[,.;:!]|$)|one more thing|another thing"
    r"|also note|note|hm+|um+"
    r"|fyi|thanks|thx|besides|instead|rather|therefore|either way|in short|for me|generally"
    r"|remember"
    r"|(?:can|could|would|will) (?:you|u)(?: please| pls| also| just)?|listen|look|to be clear"
    r"|reminder|rule|important|therefore|though|however|because|since)"
    r"(?:[\s,:;!.-]+|$)"
)
IMPERATIVE: Final = re.compile(
    rf"(?:do not|don't|dont|do|never ever|nev(?:er|re)|al+wa(?:ys|sy)|stop|no more|no need|only"
    rf"|{_VERBS})(?![a-z0-9'_])"
)
# "In any chart you make for me use blue": the order comes after what it is about.
EMBEDDED: Final = re.compile(
    r"(?:(?:and|so|but|also|btw|please|then) )?(?:in|for|on|with|when(?:ever)?|each time"
    r"|every time|any ?time) [^,]{6,80}? "
    rf"(?<! to )(?<! you )(?<! i )(?<! the )(?<! a )(?<! we )(?<! and )(?:please |always |never "
    rf"|only |do not |don't |just )?(?:{_VERBS})(?= [a-z0-9])"
)
OWN_PROMISE: Final = re.compile(
    r"(?:i'll|i will|i'm going to|i'm gonna|we'll|i'm(?! (?:\w+ )?(?:used to|allergic|vegetarian"
    r"|vegan|colou?r|dyslexic|left-handed|a )))(?![a-z])"
)
# "always" and "never" ahead of a verb without a subject, and what only looks like it.
ALWAYS_FIRST: Final = re.compile(
    rf"(?:al+wa(?:ys|sy)|nev(?:er|re)(?: ever)?|(?:do not|don't|dont) ever) (?:{_VERBS})(?![a-z'])"
)
NOT_A_REQUEST: Final = re.compile(
    r"(?:al+wa(?:ys|sy)|nev(?:er|re)) [a-z]+[^aius\W]s(?![a-z'])"  # "never gets old"
    r"|(?:al+wa(?:ys|sy)|nev(?:er|re)) (?:there|here|been|a pleasure|good|nice|fun|happy|on my mind"
    r"|mind)(?![a-z])|"
    r"(?:(?:al+wa(?:ys|sy)|nev(?:er|re)(?: ever)?|(?:do not|don't|dont)(?: ever)?) )?(?:mind"
    r"|give up|stop (?:dream|believ|learn|try|hop|lov)\w*"
    r"|forget (?:that|how|what you|why|who)|underestimate|lose (?:hope|faith|sight|heart)"
    r"|be (?:afraid|yourself|safe|careful|well|strong|happy|proud|sorry|shy|scared|kind|grateful"
    r"|too|so)"
    r"|believe in|dream|trust your|love|cherish|hesitate|worry|sweat|stress|quit|thank|have fun"
    r"|have a (?:good|great|nice|lovely|safe|blast)|keep (?:up|going|it up|on|pushing|at it"
    r"|me (?:posted|updated)|smiling|shining|dreaming|believing)"
    r"|take care|go for it|get well|enjoy|stay (?:safe|strong|positive|true|tuned|focused"
    r"|healthy|in touch|warm|motivated)|let me know|let's|look (?:at (?:this|that|these|you|my)"
    r"|forward)|try new|say (?:never|no to|hi|hello)"
    r"|remember (?:that|you|how|your|why|to (?:take|enjoy|have|be|breathe))|count on"
    r"|make sure you (?:rest|eat|take))(?![a-z])"
)
POLITE: Final = pattern(
    latin=r"""
please|pls|plz|kindly|make sure|be sure|see to it|i ask (?:that|you)|i'd ask|i expect you|would you
you (?:should|must|can|may|need to|have to|are to|ought to|shall)(?: not| never| always| only)?
(?:should|must|needs? to|has to|have to|ought to) (?:always |never |only |not |all )?(?:be|come
|have|go|stay|use|include|start|end|get|carry|contain|show|say|fit|follow|keep)
(?:i|i'd) (?:\w+ )?(?:want|need|like|expect|prefer|would like|ask) (?:you|u|it|them|my|all|every
|each|any|your|the|to|one|no|only)
i (?:don't|dont|do not|never) (?:\w+ )?(?:want|need|like|care for)
is (?:enough|fine|plenty|banned|forbidden|off[ -]limits|required|mandatory)
(?:would|do) (?:you|u) mind (?=[a-z]+ing)|get (?:it|that|them|this) right|(?:must|should
|needs? to) (?:always|never|be)
[a-z]+s (?:for (?:me|us) )?(?:need|go|come|belong|stay) (?!to (?:bed|sleep|school|work|the)|home
|away|out|back|wrong|well|on|up|down|with|for a)
^(?:anything|everything|any [a-z]+|every [a-z]+|each [a-z]+) (?:\S+ ){1,7}?(?:needs|gets|must|should
|has to)
""",
    han=r"""
请(?!求|假|客|教|问|示|柬|帖)|麻烦(?:你|您)|拜托|务必|记得|记住|记一下|记着|注意|千万|一定(?:要|先
|得|别)?|必须|应当|不必|不用|不要|不许|不准|不得|不能|不需要
(?<![区特分性个类级识判告鉴差派离送])别(?!人|的|处|名|误会|墅|扭|致|说)|勿|尽量|最好
|(?<![他她们人师生长])(?:发|告诉|通知|提醒|问|叫|喊|抄送)(?:给)?我(?!的)|只(?:要|给|用|写|说|列|看
|标|留|发)|得(?:先|给|用|有|带|写|按)
(?:都|就|先|再|要|全|一律|统一)(?:得|要|给|用|按|写|附|带|放|加|标|列|先|以|换|改|省|拆|留|配|注
|控|采|记|照|别|提|分|备|存|贴|译|引|把)
默认(?=给|只|先|都|不(?!是)|写|走|出|带|推|按|用我|别)
(?:按|照)我(?:给|说|定|写|列)的|以我(?:给|说|定)的|(?:都|请|一律|全) ?(?:keep|use|put|stay|write
|mark)
(?<=我)只(?=认|收|吃|喝|看|读|穿|坐|住)
给我(?:列|标|附|留|讲|排|加|翻|按|报|出|准备|提醒|配|注)
(?:的时候|时候|时)(?:保留|保持|避|尽|只|用|先|别|不要|都|要|按|把|请|就|多|少|加|附|带|标|写)
""",
)
NO_THING: Final = re.compile(
    r"[\w-]+(?: [\w-]+){0,3} (?:first|last|only)$|(?:no|zero|not|without|less|fewer|only"
    r"|just) (?!opinion|comment|preference|after|idea|way|problem|one|worries|need|doubt|wonder"
    r"|clue|longer|matter|rush|sure|yet"
    r"|really|that|bad|a |the |in |like|because|for |if |when |more than|thing )\S+"
)

# The user's own likes, wants and habits.
PREFER: Final = pattern(
    latin=r"""
(?:i|i'd|i would) (?:much |really |strongly |very much |always |generally |usually |normally[ ]
|also |still |do |just |personally |definitely |rather )?(?:prefer|favou?r)(?! (?:not )?(?:that
|this) (?:one|time|option))
i(?:'d| would) (?:much |really |far |always )?(?:rather|sooner)[ ]
my (?:\w+ )?(?:preference|preferred \w+|default|habit|working style|style|rule|policy|house rule
|convention|principle)(?: here| for [\w ]{1,30}?| on [\w ]{1,20}?| in [\w ]{1,20}?
| with [\w ]{1,20}?| when [\w ]{1,30}?)?(?: is| are|:|'s)
(?:i'd|i would) (?:really |much )?appreciate it if you|it(?:'d| would) be (?:great|nice|good
|helpful|lovely|better|best) if you (?:could |would |can )?(?:always|never|from|in future|stop
|kept|keep)
(?:address|refer to) me (?:as|by|with)|call me (?!later|back|when|at|tomorrow|if|after|on|before
|tonight|now|asap|any|in|crazy|old|a )[a-z]+|treat me (?:as|like)|assume (?:i'm|i am|i know|i have
|i speak)
the (?:fewer|shorter|less|simpler|plainer) [\w ]{1,30},? the better|i (?:hate|don't like|dislike
|can't stand) it when you|it (?:bugs|annoys|bothers|irritates|helps) me (?:when|that|if) you
|the way you \w+ .{1,30} (?:bugs|annoys|bothers)
i (?:can't|cannot|can not|cant|could never) (?:stand|bear|abide|deal with|work with|read)
i'm (?:a|an) [\w -]{1,30}(?:person|guy|kind of)
(?:stop|quit|no more) (?!(?:call|text|ring|messag|bother|email|ask|phon)ing (?:me
|us)$)[a-z]+ing (?:me|my
|your|us)(?! (?:now|for now|today|till|until|right now
|time))
i(?:'d| would)? (?:expect|want|like|prefer|need) (?:the same|this|that|it|them|these) (?:from|in
|on|for|with|to) (?:all|any|every|each|anything|everything|whatever)
i (?:write|spell|count|measure|work|think|calculate|plan) in [a-z -]{3,40}(?:,|$)
(?:(?:can|could|would|will) you(?: please)?|please|pls) (?:start|begin|stop|quit) (?!cry|worry
|lying|shout)[a-z]+ing (?!the |this[ ]
|that |it |on |from )
(?:please|pleas|pls|plz|kindly) (?:stop|quit|don't|do not|dont) (?!worry|cry|go|leave|give up|be
|feel).{3,60}? (?:any ?more|again|agian|ever again)(?=$|,)
(?:please|pleas|pls|plz) stop put+ing
no more [a-z ]{2,30} in (?:the|my|our|your|any) (?:handouts?|letters?|mails?|emails?|texts?|replies
|answers|reports?|minutes|captions?|programmes?|posts?|notes?|summaries|plans?|lists?|drafts?
|articles?|newsletters?|translations?|recipes?|menus?|slides?|quotes)
(?:don't|do not|dont) .{3,60}? (?:on your own|by yourself|unasked|without (?:asking
|checking) me)(?: again)?(?=$|,)|^(?:but|and|so) (?:don't|do not|dont) .{3,60} again(?=$|,)
^(?:please |and |so |also )*(?:remember|note|keep in mind|bear in mind) that (?:my|our|we|i|all
|every
|each|any|no|[a-z]+s) (?!(?:\S+ )*(?:was|were|had|today|tomorrow|tonight|next|this|yesterday|time
|day)(?![a-z]))(?=\S+ )
you (?:only ever|are only to|are never to|never ever) (?:put|give|send|show|ask|hand|use|write|offer
|propose|suggest|call|quote|book)
(?:never|always) (?:go(?:es)?|belongs?|comes?|appears?|stays?|gets?|shows? up) (?:in|into|on|at
|out of) (?:any|every|each|all|anything|everything)
as (?:always|ever|usual) with (?:me|us)
(?:i|we)(?:'d| would)? (?:want|expect|need|like|wish|prefer) to be (?:asked|told|consulted|informed
|warned|shown|notified|reminded|copied|addressed|called)
(?:consider|make|treat|take|assume|regard) .{2,40} (?:as )?(?:the|my|our|your) default
for (?:me|us),? it's (?:always|never)|with (?:me|us),? it's (?:always|never)
""",
    han=r"""
(?:我(?:们)?|本人)(?:个人|本人)?(?:还是|比较|更|一直|一向|向来|就|都|很|最|特别|其实|平时|更加
|一贯)?(?:偏好|偏爱|倾向于看|偏向看|宁可|宁愿|情愿)
^(?:还是|有时)?(?:宁可|宁愿)
别再(?:用|叫|加|写|推|发)[^,这那]{2,}(?:了$|$)
每(?:次|回|一次)[^,我]{1,14}都(?:要|得|必须|应)(?:写|标|附|含|注|列|加|带|留|先|用|按|报|放|填|记
|盖|抄送)
我(?:的)?(?:\S{0,4})?(?:偏好|习惯|规矩|原则|要求|风格|口味|讲究)是
prefer(?! to be)
(?:^|[请就后你])(?:叫我|称呼我|喊我)(?=[^,]{1,6}$)(?!.{0,3}(?:去|来|起|一声|吃|过|回|的时候|怎么
|一下))|优先(?:用|选|给|考虑|推荐|看|写|说)|按?老规矩|老样子|按老习惯|一切照旧
别(?:老是?|总是?|动不动就?)(?:给我|用|写|加|叫|说|发|推|放|拿|跟我|在|搞|弄|堆)
我(?:这(?:个)?人)?(?:最|特别|很|就|顶)?(?:烦|讨厌|反感|受不了|看不惯|见不得|怕)(?:看|见|人
|别人)?[^,]{1,10},[^,]{0,12}(?:给我|别|都)
(?:跟|和|对)我(?:说话|聊天|讲话|交流|打字)[^,]{0,4}(?:用|要|别|不要|直接|简单|随意|就)
""",
)
WANT: Final = pattern(
    latin=r"""
(?:^|(?<=[,;:] )|(?<=and )|(?<=but )|(?<=so )|(?<=that )|(?<=because )|(?<=btw )|(?<=as )
|(?<=though )|(?<=here )|(?<=rule )|(?<=board )|(?<=general )|(?<=trace )|(?<= ))i(?:'d
| would)? (?:really |always |only |just |do |also |generally |usually |normally |still |never[ ]
|absolutely |strongly |want |though )?(?:want|like|hate|dislike|loathe|detest|need|expect|require
|insist)(?! to (?:go|see|be|know|say|thank|get|share|learn|help|make|try))
i (?:don't|dont|do not|never) (?:\w+ )?(?:want|like|need)
""",
    han=r"""
我(?:还是|比较|更|一直|一向|向来|就|都|很|最|特别|其实|平时|只|也|真|又|是)?(?:喜欢|不喜欢|讨厌
|不爱|爱|习惯|希望|想要|要求|需要|受不了|看不惯|见不得|不习惯|烦|怕|反感|忌)
(?:我看着|我看到|我见|我读|看得我|我这边)
""",
)
CODEWORD: Final = re.compile(
    r"(?:when(?:ever)?|if|each time|every time) i (?:say|type|write|send|text|post|shout) (?:"
    rf".{{0,3}}{_MASK}|.{{1,40}}?(?:means?|stands for|i mean|that's my|it's my|that is my"
    rf"|you (?:should|do|run|start|stop)))"
    r"|我(?:说|发|打|写|喊|输入|回|用).{0,20}?(?:就代表|就是指|就表示|的意思是|意思是|指的是"
    r"|就意味|代表|就等于|就是让你|就是要你|就当|是指)"
)
HABIT: Final = pattern(
    latin=r"""
i(?:'m| am) (?:\w+ )?(?:used to|allergic|vegetarian|vegan|colou?r ?blind|dyslexic|left-handed
|not a fan)
i (?:always|usually|normally|generally|never|only|mostly|tend to|skip|read|hate|dislike|loathe
|detest|like|love|don't like|do not like|dont like|don't read|don't eat|don't drink|don't use)
i (?:use a|travel|write|spell|work|can't (?:eat|see|read|hear|have|do|stand|drink)|can only
|don't (?:eat|drink|drive|fly|read|speak|do|own|have a)|only (?:eat|read|drink|work|have)|am[ ]
|have (?:a |an )?(?:allergy|bad|poor|weak)|get (?:motion|sea|car)[- ]?sick) ?
(?:i'm|i am|we're|we are) (?:a |an |both |all |just |only |mostly )?(?:vegetarians?|vegans?
|colou?r-?blind|deaf|blind|dyslexic|allergic|diabetic|coeliac|celiac|left-handed|short-sighted
|pescatarian|kosher|muslim|hindu|jewish|lactose)
(?:this|our|the) (?:office|house|firm|shop|studio|family|practice|school|kitchen
|company) has (?:always|never)|(?:we have|we've) (?:always|never) (?:used|done|written|called|put
|said)
my (?:eyes|eyesight|hearing|back|knees|studio|shop|kitchen|clients?|readers|students|boss|printer
|screen|phone|son|daughter|kids?|wife|husband|mother|father|mum|mom|dad) (?:is|are|has|have|runs?
|can't|don't|doesn't|only|needs?|reads?|uses?|hates?)
(?:i|we) (?:don't|do not|dont|never|can't|cannot|only|always) (?:think|work|count|calculate|measure
|cook|read|write|use|speak|print|eat|drink|drive|fly|sell|serve|buy|stock|wear|own|publish|print)
(?:i'm|i am) (?:hard of hearing|on a [a-z]+|in a wheelchair|bad (?:with|at)|pregnant|retired
|over \w+|no (?:expert|good))
(?:habit|quirk|preference|principle|thing|rule|request|pet peeve) of mine
""",
    han=r"""
我(?:还是|比较|更|一直|一向|向来|就|都|很|最|特别|其实|平时|只|也|真|又)?(?:喜欢|不喜欢|讨厌|不爱
|爱|习惯|受不了|看不惯|见不得|不习惯|反感|忌)
我(?:一般|向来|一向|从来|从不|长期|一点\S{0,4}都不|不吃|不喝|对\S{1,8}过敏
|吃素|只看|只吃|只读|只用|只喝)
我(?:\S{0,3})(?:看不懂|听不懂|读不了|吃不了|喝不了|不会|不懂|不认|不坐|不碰|不用|不喜|过敏|色弱
|色盲|老花|近视|眼睛不好|腿脚不便|腿脚不好|素食|吃素|只认|只用|只吃|只坐|只住)
我(?:这(?:个)?人|家\S{0,3}|妈|爸|们\S{0,3})?\S{0,4}(?:最烦|最怕|怕|烦|受不了|眼睛不好|腿脚不好
|老花|朝北|朝南|没有?|养不活|走不快|爬不动)
我(?:\S{0,3})(?:记性(?:差|不好)|忘性大|看着累|眼花|手抖|腿脚|耳背|乳糖|花粉|忌口|吃不惯|用不惯|不识)
我(?:家|妈|爸|儿子|女儿|孩子|家孩子)\S{0,4}(?:不耐受|过敏|糖尿病|不吃|不能吃|怕)
""",
)
ADDRESSED: Final = pattern(
    latin=r"""
you|your|yours|yourself|u|ur|me|my|mine
""",
    han=r"""
你|您|我
""",
)
ANNOUNCED: Final = re.compile(
    r"^(?:(?:one|a|my|the|new|another|small|quick|standing|general|house|ground|last|big|only"
    r"|other) ){0,3}(?:rule|policy|request|wish|preference|instruction|convention|guideline"
    r"|standing order|ground rule|house rule)(?: (?:for|on|about|with|when|in|of|that|which|until"
    r"|till) .{2,60})?:"
    r"|^(?:\S{0,6})(?:规矩|规则|要求|偏好|习惯|约定|原则)(?:是)?:"
)
QUANTIFIED: Final = re.compile(
    r"(?<![a-z])(?:every|each|all|any|always|never|no|only|whenever)(?![a-z])"
)
# A rule for all of a kind: "every shift must …", 所有合同必须….
BOUND: Final = re.compile(
    r"(?:^|[,;:] ?)(?:every|each|all|any|no) [\w -]{2,40} (?:must|has to|have to|needs to"
    r"|need to|may|shall)(?![a-z])"
    r"|(?:所有|每(?:个|位|份|张|次|道|件|台|家|名)?|任何|凡)[^,]{1,14}(?:必须|不得|一律|只能"
    r"|不准|禁止)"
)
BAN: Final = re.compile(
    r"(?:do not|don't|dont|never|no more|stop|avoid|refrain from|quit|no need)(?![a-z])"
)
BAN_HAN: Final = re.compile(
    r"(?<![区特分性个类级识判告鉴差派离送])别(?!人|的|处|名|误会|墅|扭|致|说|急|忘|客气|担心)"
    r"|不要|不许|不准|不必|不用(?!了|谢|管)|勿|避开|避免|少用|禁"
)
# "When I send you a plan, answer with …": a standing case, as its object is no certain one.
STANDING_CASE: Final = re.compile(
    r"when(?:ever)? (?:i|you) [a-z]+ (?:me|us|you) (?!the |this |that |it|these |those "
    r"|your )[a-z]+|"
    r"(?:when(?:ever)?|if|where(?:ver)?) (?:in doubt|unsure|unclear|there's|there is|there are"
    r"|something|someone"
    r"|anything|nothing|it comes to|it's about|a|an|any|two|more than)(?![a-z])|"
    r"when(?:ever)? (?:i|you) \w+ (?:you |me )?(?:a|an|any|some|one of|[a-z]+s)(?![a-z])"
    rf"|{AFTER_EACH}"
)
MEMORISE: Final = pattern(
    latin=r"""
(?:please |pls )?(?:remember|note|keep in mind|bear in mind|memori[sz]e|make a note)(?: this| it
| that)?(?: for (?:next time|later|the future|good|ever|all time))?(?=:|,| that| i | my | never
| always)
""",
    han=r"""
切记|谨记|(?:请|帮我|你|麻烦|长期)?(?:记住|记一下|记好|记牢|记下|牢记|记着)
""",
)
