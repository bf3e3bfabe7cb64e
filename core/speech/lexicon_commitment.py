"""The markers of a choice that was acted on: what was chosen, and what binds the user to it. Data.

"The top field is going to clover, the seed is paid for": the first clause says what is chosen and
says it plainly, the second is the evidence that the choice stands. Neither suffices alone. Same
conventions as `lexicon`.
"""

from __future__ import annotations

from typing import Final

from sayso.core.speech.tables import pattern

# Acts after which a choice is no longer open: paid, signed, voted, told to everybody.
COMMITTED: Final = pattern(
    latin=r"""
(?:(?:the|my|our|both|all|all the|most of the) )?(?:(?<![a-z-])
|(?<=\d-))[a-z-]+(?: [a-z-]+)?(?:'s|s'| is| are| has been| have been| has
| have)(?: all| both| been| now| just| already| finally){0,4} (?:paid(?: for
| in full)?|booked|signed(?: off)?|ordered|bought|renewed|reserved|transferred|wired|placed
|stamped|sealed|announced|told|notified|informed|printed|sent(?: out)?|registered|filed
|notari[sz]ed|approved|cleared|agreed|on board|hired|cast|cut|poured|confirmed|delivered
|in the (?:post|mail|contract)|in place|non-refundable)(?! by| last| in \d| not| yet)
(?:deposit|tickets?|fees?|contract|lease|papers?|permits?|flights?|hall|venue|marquee|order
|licen[cs]e|paperwork|booking|invitations?)(?: already)? (?:paid|booked|signed|ordered|bought|in
|done|through|placed|sent(?: out)?|out|sorted|approved|confirmed|filed)
(?:permits?|papers?|votes?|signatures?|orders?|results?|ballots?|contracts?|invitations?)(?:'s| is
| are)(?: all| now| already)* (?:in|through|out|done|counted)
(?:i|we|my \w+ and i|the \w+ and i|both of us|all of us)(?:'ve| have)?(?: all| just| already| both
| even| now)* (?:paid|booked|signed|ordered|bought|put down|put in|sent off|wired|transferred
|gave notice|given notice|handed in|shook hands|shaken hands|shook on|voted|took a vote
|taken a vote|had a vote|told (?:everyone|everybody|them|the \w+|her|him|my \w+)|announced
|promised|gave (?:them|him|her|the \w+) (?:my|our) word|given (?:them|him|her|the \w+) (?:my
|our) word|placed the order|put (?:my|our) names? down|filed|registered|accepted|confirmed
|cleared it|squared it|hired|enrolled|approved)(?! yesterday's)
(?:caterer|landlord|printer|seller|owner|agent|bank|supplier|band|builder|photographer|hotel|venue
|florist|publisher|school)s? (?:has|have|got) (?:the|our|my) (?:deposit|money|order|signature
|go-ahead|copy|files?|papers)
(?:the )?(?:chef|head|owner|boss|director|editor|producer|manager|principal|captain|conductor
|client|publisher|chair|board|committee|council|team|family|panel|jury|crew|everyone|everybody
|whole \w+|all of (?:us|them)|both (?:\w+)|doctor|vet|bishop|parents|partners?|accountant|lawyer
|landlord|bank|bride|staff)(?: has| have|'s|'ve)?(?: all| both| just| already| now
| have all){0,4} (?:signed|agreed|approved|accepted|nodded|said yes|given (?:us )?the (?:nod
|green light|go-ahead|ok)|gave (?:us )?the (?:nod|green light|go-ahead|ok)|blessed|voted|okayed
|confirmed|backed|ratified|had the last word|has the last word|been told)
(?:confirmed|agreed|cleared|squared|settled|arranged|fixed) with (?:everyone|everybody|all|the
|them|both|my|our)
(?:the )?(?:order|application|form|notice|letter|contract|deposit|money|cheque|check) (?:went
|goes) (?:out|in|off)
(?:(?<![a-z'])|(?<=\d'))(?:[a-z']+ )?[a-z']+(?:'s|'re| is| are) (?:all )?(?:fine|happy|ok|okay
|good|on board|pleased
|content) with (?:it|that|this|the idea|her|him|them)|(?:is|are|'s|'re) (?:all )?(?:for
|behind) (?:it|that
|this)(?=$|,)
(?:everyone|everybody|(?:my|our|the|both) [a-z]+)(?: all| both)? (?:loves?|likes?|backs?|agrees?
|approves?|is in|are in|supports?)(?: (?:it|that|this|to it|with it|of it|too))?$
(?:gone|went|going|off) to (?:print|press|the printers?|tender|the notary|production)|been (?:voted
|agreed|decided|approved|paid|signed|booked|ordered|told|informed|announced)
(?:i|we)(?:'ve| have) (?:already |just |now )?(?:paid|hired|ordered|booked|told|informed|signed
|bought|commissioned|engaged|instructed) (?:the|our|a|an|my|for|with|up|every|all|\w+ (?:already
|now))
(?:on|to) (?:a )?(?:\d+ )?to \d+|(?:governors?|trustees|council|board|committee|judge|court|ref
|umpire|vestry|synod|senate|faculty|union|members|parish)(?: has| have)? (?:ruled|agreed|voted
|approved|decided|passed it|said so)
there's no (?:going back|contest|way back)|no refunds?|done and dusted|it's all arranged
|money's (?:paid|gone|down)
(?:i've|i have|we've|we have) (?:now |really |carefully )?(?:thought|talked|been) (?:it|this|that
|things) (?:through|over)
what (?:did come|came) out of it|the upshot|long story short|in the end|after (?:all (?:that|this)
|much|a lot of|weeks|days|months|hours|long)
(?:has|have|'s|'ve) (?:nodded|waved|passed|okayed|cleared|approved|agreed|confirmed|ruled
|blessed) (?:it|that|this|them|to|on)
(?:i'm|i am|we're|we are) not (?:putting|going|changing|taking|bringing|coming|moving
|paying) [\w ]{0,12}(?:back|higher|lower|further|it|that|more)
(?:i|we) won't (?:go|pay|move|budge|accept|take|come|put) [\w ]{0,10}(?:lower|higher|back|further
|more|less|down|up)
deposit(?:'s)? (?:is )?(?:paid|gone|down|in)|(?:installer|builders?|movers?|fitters?|delivery|lorry
|crew)(?:'s)? (?:comes?|coming|arrives?|starts?|booked)
(?:he|she|they)(?:'s|'ve| has| have) (?:already |just )?(?:accepted|agreed|signed|said yes|confirmed
|approved|nodded)
(?:[a-z]+ and i|i and [a-z]+|both of us|we both|the two of us|all of us)(?: have)?(?: all
| both)? (?:agreed|agree|decided|signed|shook|settled)
(?:it's|they're|it is|they are|that's|is|are)(?: all)? (?:already )?(?:painted|printed|ordered
|booked|on (?:the|its|their) (?:lorry|way|van|ship)|in the (?:post|diary|calendar)|planted|cut|built
|paid|engraved|registered|announced)(?: on| in| for| out| up)?(?: already)?$
[a-z]+ (?:starts|comes|arrives|begins|delivers|moves in) (?:(?:next|on|this|in) [a-z]+|[a-z]+day)$
been (?:turned down|declined|returned)
(?:it's|it is|that's|this is) (?:written|laid down|set down|stated|in black and white)
| (?:in|into) (?:our|the|my) [a-z]+
^(?:it's |that's |as it's )?(?:a |the )?(?:[a-z']+ ){1,3}(?:requirement|condition|policy|order
|orders|rule|rules|regulation|regulations)$
[a-z]+s? (?:confirmed|agreed|approved|accepted|okayed|signed|backed|voted for) (?:it|both|that|them
|all of (?:it|them)|everything|this)$
the (?:vote|count|result|answer|verdict)(?: was| is|'s) (?:clear|unanimous|in|close|yes|no|final)
(?:the |our |my |their )?[a-z]+(?: [a-z]+)? (?:ruled|insists?|insisted|demanded|demands|required
|requires
|decreed|asked for|wants|wanted)(?: (?:it|that|so|this))?$
(?:my|our|the) [a-z]+ agrees?$
""",
    han=r"""
(?:定金|订金|押金|团费|款项|款|钱|学费|报名费|房租|租金|首付|尾款|费用|票|机票|车票|门票|合同|协议
|执照|许可证|证|手续|学籍|商标|域名|场地|酒店|酒席|货|材料|料|漆|种子|苗|瓷砖|订单|单子|通知|请柬
|请帖|海报|公告|贷款|保险|意向书|订|房|车|船|车位|座位|设备|样品|模具)(?:\S{0,6}?)(?:交|付|签|订
|买|打过去|转|缴|办|下|批|发|注册|印|寄|到账|到手|谈|敲|盖章|拿到|搞定|备|录|租|贴|送
|开)\S{0,4}(?:了|好|完|妥|齐|清|出去|下来|回来|上|的)$
(?:^|都|已经|已|刚|也|全)(?:下单|签字|签约|签完|付款|付钱|交钱|交款|打款|过会|盖章|公示|公布|注册
|备案|开工|动工|报名|报备)(?:了|过了)?$
(?:跟|和|与|同|给)[^,]{1,10}(?:说好|谈好|讲好|约好|商量好|打过招呼|签|说定|谈妥|通过气|敲定|定好
|讲定)(?:了|的(?:规矩|事|约定|规定)?)?$
(?:正式|一致|集体|表决)(?:通过|敲定|定下|确定|拍板)了?$
(?:说|谈|讲|约|订|定|挑|选|敲|谈)好了
(?:老板|主厨|大厨|校长|院长|园长|店长|班长|领导|主任|导师|编辑|东家|掌柜|甲方|客户|两家|双方|全家
|全组|全员|全班|全票|大伙|大家伙|老师们|评委|股东|合伙人|乐队|教研组|年级组|团队|班委|家长|家里
|老人|爸妈|房东|导演|制片|医生|律师|会计|教练|社长|书记|我俩|我们俩|夫妻俩|财务|法务
|[\u4e00-\u9fff]{1,4}那边|[\u4e00-\u9fff]{1,3}和我)(?:\S{0,4}?)(?:点头|同意|认了|认可|应了|应下
|拍板|拍了板|签字|批了|批准|通过|松口|没意见|首肯|答应|定的|定下|举手|支持|确认)(?:了|过)?
全票|达成(?:了)?(?:一致|共识|协议)|一致(?:通过|同意)|举手表决|表决过|投过票|投票(?:过|通过|选)
|统一的意见|签的$
(?:不|别的\S{0,6}不)(?:看|比|挑|找|聊|谈|争|议|折腾)了$|(?:明天|后天|下周
|周[一二三四五六日])(?:就)?(?:送货|开工|进场|发货|签约|上门|动工|搬|交房)
(?:已|已经|都|昨天|刚刚?)(?:跟|和|向|给|通知|告诉|公布|宣布|群发)[^,]{1,8}(?:说|讲|了|公布|宣布
|通知)
^[^,我]{0,8}?(?:都|也|已|已经|全|刚|早|就)?(?:付|交|签|订|买|办|批|上户口|注册|下地|下发|谈妥|说死
|说好|认|点头|同意|公布|换|抢到|租|约好|盖|备案|开工|到货|到位|印|装|种下|施工|录取|打款|出|定|预订
|排上|发下去|报上去|报|通过|落地|安排好|贴出来|送)(?:\S{0,2}?)(?:了|好|妥|完|齐|定|到位|的|上了)$
[\u4e00-\u9fff]{1,6}(?:定的|拍的板|一致(?:意见|同意)?|没(?:有)?(?:异议|意见|话说)|也?都?认(?:了|可)?
|统一(?:的)?(?:要求|意见)|通过了?|同意了?|点头了?|批了|卡着|说死了|要求的?|规定的?|投票定的|抽签抽的
|商量过(?:了|的)?|说了算|发话了?)$
(?:已|已经)(?:下发|公示|通知|公布|上报|备案|付|交|签|订|买|定|开工|预订|打印|上架|收|缴)|(?:下|本
|明)(?:周|月|天|年|学期)(?:就)?(?:一|二|三|四|五|六|日)?(?:起)?(?:实行|执行|开始|动工|手术|开工|搬
|签|上|启用|生效)
[\u4e00-\u9fff]{1,5}都(?:上|办|交|付|签|买|订|领|拿|批|下|出|定|排|发|报|录|印|租)(?:上|好|完|妥|齐
|下来|出来|出去)?了$
下单(?:了)?$|signed$|booked$|paid$|付了$|confirm(?:ed)? ?(?:了|过)$
^[^我你他她]{1,10}(?:都|也|已|已经|全)(?!不|没|还|要|想|会|能|是|有|很|快|该|说
|觉得)[^,笑哭累困走睡醒饿吐傻懵惊烦崩挂坏湿丢忘晚迟冷热病死断停漏错输乱满改修查跑试看]{1,6}(?:了
|过)$
^(?:校长|老板|领导|主任|导演|院长|园长|会上|大会|群里|班里|厂里|公司|学校|市里|局里)\S{0,5}(?:宣布
|公布|通知|发话|讲|发文)了?$
(?:已经|已) ?(?:approve|confirm|sign|book|order|pay)(?:d|ed)?$|都 ?(?:approve|confirm|sign|book
|order|pay|退|投|订|锁)(?:d|ed)?(?:了|它|他|她)?$
(?:跟|和|与|同|向)(?:他|她|他们|她们|对方)\S{0,2}(?:说好|谈好|讲好|约好|谈妥|说定|商量好|打过招呼
|确认)了?$
""",
)
# How a choice is put in plain words, in the present or future.
CHOSEN: Final = pattern(
    latin=r"""
(?:(?:we|i)(?:'re| are|'m| am)|^were)(?: all| now| not| also| both| just| definitely
| still)* (?!not[ ]
|thinking|considering|looking|wondering|trying|hoping|waiting|talking|working|feeling|getting
|being|reading|watching|enjoying|learning|struggling|planning|guessing|asking|doing
|going through)[a-z]+ing
(?:we|i)(?:'ll| will| won't| shall| are going to|'re going to|'m going to)(?: all| now| not| just
| only| never)* (?!see|think|let you|get back|try|be back|ask|check|need|know|tell|send|look
|have to)[a-z]+
we(?: all| now| only| just| both)* (?:stay|keep|go|stick|leave|meet|start|end|open|close|move
|remain|fly|travel|drive|marry|play|sing|print|publish|plant|sell|buy|rent|hire|take|use|do|serve
|paint|run|build|put|train|walk|cook|bake|shoot|record|switch|drop|charge|pay|settle
|skip)(?! (?:think|know|like|love|want|need|see|up))
(?:we|i)(?:'ve| have)? ended up (?:with|choosing|going with|picking)
(?:it'll|it will|it's|it is) (?:be )?(?!a (?:shame|pity|pleasure|mess|nightmare)|so |very |really[ ]
|just |not |been |too |hard|easy|nice|good|great|bad|funny|raining|cold|hot|late|been|like|because
|all |always|only|about|time|my|your)[\w' -]{2,50}
[\w' -]{2,50}?(?:'s| is| are|'re) (?:going to|to be|not going to) [a-z]+
[\w' -]{2,50}? (?:will|won't) (?:be|have|stay|go|get|open|close|start|end|run|take|move|use|sing
|play|train|meet|become|include|come|happen)
(?<![\w-])[\w-]+'ll (?:be|have|stay|go|get|open|close|start|end|run|take|move|use
|sing|play|train|meet|become)
(?:the|our|my|this|that|all|both|every|each|no|first|second|third|chapter|act|room|class|team|ward
|[a-z]+s) (?:[\w'-]+ ){0,5}?(?:goes?|moves?|stays?|opens?|closes?|ends?|starts?|runs?|becomes?
|gets?|remains?|trains?|sings?|plays?|takes place|meets?|keeps?|leaves?|happens?|belongs?|uses?|is
|are|has|have)(?! (?:been|always|never|late|broken|not sure|so|very|too))
^(?:so |right |then |ok |and )*no (?:more )?(?!idea|way|problem|worries|one|doubt|need|rush|clue
|longer|matter)[\w-]+(?: [\w-]+){0,5}$
(?:my|our|the) [a-z]+ (?!is |was |has |looks |seems |sounds |makes |feels |helps |gives |says[ ]
|thinks |wants |likes |loves )[a-z]{2,}s (?:the|a|an|to|on|in|at|with|from|only|no|free|early|late
|out|over|under|as)
^(?:the|our|my|so the) [\w' -]{2,40}:$
^(?:so |and |now )?(?:pulling|going|moving|switching|sticking|staying|dropping|keeping|cutting
|closing
|opening|hiring|selling|buying|renting|taking|skipping|leaving|starting|cancell?ing|merging
|splitting
|replacing|retiring|painting|planting|giving up)(?= [a-z])(?!.*(?<![a-z])(?:is|was|are|were|can
|feels?
|seems?|makes?|helps?|sounds?)(?![a-z]))
(?:i|we)(?:'ve| have)?(?: now| just| already| finally)* (?:ordered|booked|signed|bought|hired|rented
|chosen|picked|reserved|commissioned|leased) (?:the|a|an|our|for|with|on|two|three|both)(?![a-z])
^(?:so |and )?(?:all|every|each|only|no) (?:new |the |our |future )?[a-z-]+(?: [\w'-]+){1,6}$
[\w' -]{3,40} comes? (?:down|out|off|in|back|first)(?![a-z])
^(?!what|how|that|this|as |strange|odd|late|there|here|so be|who)(?:[\w'./-]+ ){1,5}it is(?: then)?$
""",
    han=r"""
(?:^|[^\u4e00-\u9fff])(?:咱们|咱|我们|我)(?:就|还是|全家|都|一起|两个|俩|这边|仍|只|决定
|打定主意)?(?:走|去|跟|请|用|选|买|租|住|坐|开|做|办|找|订|签|上|种|养|打|唱|搬|接|留|换|改|采用
|按|拿|铺|刷|装|报|投|不)(?!了|过|完|得|不)
(?:改|换|挪|移|搬|调|转|缩|延|推|提|升|降|并|拆)(?:成|为|到|在|去|回|用|走|坐|喝|吃|做|办|由|按|请
|找|上|种|拍|唱|穿|发|买|订|住)
(?:放|开|设|办|摆|安排|落|建|盖|挂|种|搁|排|选|安)(?:在|到|于|再)|改(?=[一二三四五六七八九十两\d])
|换(?=[\u4e00-\u9fff]{1,6}$)
(?:采用|选用|启用|沿用|保留|取消|停办|停掉|砍掉|撤掉|撤了|去掉|放弃|担任|交给|包给|定名|取名|起名
|命名|就叫|名叫|叫做|还是(?:按|用|走|去|选|请|买|吃|坐|住|上|做|办|以))
不[^,了]{1,8}了(?=$|,)|^\S{0,8}不(?:搞|办|上|去|做|用|走|要|请|设|放|开|卖|接|收|拍|考|扩|续|建|装
|种|拆|加)[^,不]{1,8}$
^(?!.*(?:怎么|什么|多少|哪|吗|昨天|去年|上周|前天|上次))[^,]{0,8}?(?:用|买|走|去|选|请|租|摆|唱|上
|做|铺|刷|穿|坐|住|叫|订|装|取|拍|种|放|吃|还是|包|是|按|换|给|开|搬|到)(?!不|没|过|了|完|起来
|得)[^,了过]{1,16}$
跟[^,]{2,8}(?:拿|订|买|签|合作|租)$
""",
)
# What declares a choice closed, before it is told or after.
SEALED: Final = pattern(
    latin=r"""
^(?:so |well |right |ok |okay |and )*that's (?:it|that)(?: then| now)?:?$
(?:i'm|i am|we're|we are) (?:all )?(?:done|through|finished) (?:with )?(?:testing|looking|searching
|comparing|trying|thinking|choosing|deciding|arguing|debating|shopping|weighing|tasting|discussing
|experimenting|dithering|asking around|going back)
(?:de[sc]i[sc]{1,2}i?on|choice|call|mind)(?:'s| is| has been)? (?:now )?made(?: up)?(?=:|,|$)
it'?s (?:now |finally )?(?:official|offical|oficial|decided|settled)(?=:|,|$)
(?:i|we)(?:'ve| have)? (?:called it|made the call|ruled (?:it|them|that) out|slept on (?:it|that)
|put (?:it|this|that) in writing|gone over it|been over it|talked it (?:through|over|out))
^(?:i|we)(?:'ve| have)? (?:told|promised|instructed|ordered) [^:]{3,40}:$
(?:putting|put) (?:my|our) foot down|that's the (?:one|winner|plan)(?=:|,|$)
here's (?:the deal|the decision|what we're doing|how (?:it'll|it will) be)(?=:|,|$)
cards on the table|done deal|the deal is(?=:)|deal with [a-z]+$
^(?:signed|sealed|agreed|voted|approved|passed|booked|fixed)(?: (?:this|last|on|yesterday|today
|earlier)(?: \w+)?)?:$
^(?:full stop|period|end of|done|finito|basta)$|^no more (?!\w+ing)[a-z]+s$
^(?:what|the one thing that)(?:'s| is) (?:certain|sure|settled|fixed|decided)
(?:the|my|our) (?:pick|winner|verdict|choice) (?:is|goes to)
^(?:but |for [\w' -]{2,30} )?(?:the|our|my) [\w' -]{2,40} (?:is|are) (?:now |all )?(?:set|fixed
|settled|decided|sorted|final)(?: though| now| then)?:$
once and for all
on reflection|on (?:second|further) thoughts?|having (?:slept on|thought about) it
(?:my|our|the) [a-z]+ (?:won|lost) the (?:argument|vote|debate|bet)
^(?:the )?[\w-]+(?: [\w-]+){0,2} (?:loses|lost|is out|are out|gets the boot|goes? back)(?: to the
|\w+)?$
(?:is|are) history(?=$|,)
""",
    han=r"""
(?:敲|定|说|讲|拍|谈|订)死了|(?:就)?别(?:再|在)(?:比|挑|看|找|想|争|问|选|纠结|犹豫|琢磨)了
(?:讨论|商量|挑|想|聊|争|比|谈)到(?:最后|后来|头来|半夜)|(?:算|比|看|挑|选|问|聊|谈|跑)下来
|[比挑想选看]来[比挑想选看]去|另外(?:那)?(?:一|两|几
|三)?[家个位款]?(?:回绝|退|推)(?:了|掉)?$
(?:会|委|局|组|部)(?:上|里)?(?:的)?决议|反悔了?|我?(?:付|交|打|转)了(?:定金|订金|押金|首付|钱|款)
(?:finali[sz]e|fix|lock|confirm|settle)d? ?(?:成|为|在)
(?:最后|最终|终于|到底) ?(?:pick|choose|选|挑|定|敲|用)(?:了)? ?的是
finally ?(?:选|定|用|走|买|租|go)|开始(?:画|做|印|施工|装|种|排|拍|录|刷|准备)了?$
(?:已|已经|都)发(?:了|过)?(?:邀请|通知|公告|函|请柬)
(?:今晚|今天|明天|马上|这就|下午)(?:就)?(?:订|签|付|下单|交定金|买票)$
(?:退租|退货|退订|解约)了$|^(?:退租|退货|退订|解约)$|(?:^|,)done$
(?:总算|终于|最后|好歹|这下)(?:是)?(?:有|出)了?(?:个)?(?:结果|定论|着落|结论|准信|眉目)
(?:明天|后天|下午|今晚|这就|马上|下周)(?:就)?去(?:订|签|付|交|买|下|办)
""",
)
# What may be such an act, or may be news: enough only where somebody else has proposed it.
BACKED: Final = pattern(
    latin=r"""
(?:'s|'ve|has|have|is|are|been) (?:all |both |now |just |already )?(?:gone|paid|told|sent|signed
|bought|set|in|out|done|fine|happy|behind|ordered|booked|agreed|hired|closed|printed|registered
|informed|moved|planted|fixed|confirmed)(?! to (?:see|hear|meet))
(?:policy|decree|insists?|loves? it|no longer|final|official|agrees?|ruled|voted|won't (?:change
|move|budge|lend|allow)|for good|after all|instead|not the)
""",
    han=r"""
(?:了|的|过)$|已经|都(?!是|有)|认|一致|意见|要求|硬|死|批|就(?:这|那)|决|定|统一
""",
)
# A piece of work that is handed over now, or leave given for one.
TASK: Final = pattern(
    latin=r"""
^(?:please |can you |could you )?(?:work|figure|find) out (?:how|what|when|where|the|if|whether)
^(?:yes|ok|okay|sure|yep|yeah)?,? ?(?:please )?(?:go ahead|do it|go for it|take your time|do
|carry on|proceed|go on)$
^(?:please |pls |can you |could you |would you |now |then |ok |okay |and |so |also |just )*(?:make
|write|draft|give|show|send|find|fix|rewrite|shorten|translate|sum up|summari[sz]e|list|check|book
|sort|turn|put|add|cut|change|move|create|prepare|plan|look|tell|explain|compare|calculate|count
|rename|remove|delete|update|correct|proofread|polish|draw|design|pick|choose|order|schedule|convert
|format|print|read|help|describe|suggest|recommend|lower|raise|replace|swap
|set|run|redo) (?:me |us[ ]
|up |out |down |in )?(?:the|this|that|these|those|it|them|a|an|one|another|some|\d+|two|three|four
|five|six|ten|his|her|my|our)(?![a-z])(?!.*(?<![a-z])(?:every|all|any|each|always|never|whenever
|when|ever)(?![a-z]))
^(?:please )?(?:can|could|would|will) (?:you|u)(?: please| pls| also| just| quickly)? (?!always
|never
|from|stop|start|keep|avoid|make sure|use|please|in |be )[a-z]+(?!.*(?<![a-z])(?:every|each|always
|never|whenever|any ?time|in future|by default|future)(?![a-z]))
^(?:please |now |then |and |so |also |next |just )*(?:find|translate|summari[sz]e|draft|fix|rename
|delete|remove|sort|paraphrase|rewrite|proofread|compute|calculate|look up|search|count|convert
|dig out|generate|create|draw|plan|book|debug|polish|compile|tidy
|merge|work out)(?![a-z])(?!.*(?<![a-z])(?:every|each|any|all|always|never|when|whenever
|any ?time|in future|by default|as a rule|in general|for me)(?![a-z]))
^(?:please |now |then |and |so |also |next |just |can you )*(?:reply to|write to|answer|tell
|email|text
|call|remind|ask|invite|thank|message) (?!me|us|you|in |with |as |only|my|first
|for)[a-z]+ (?:that|about
|back|to say|an? |the |i |we )
^(?:please |now |then |and |so |also |just )*(?:check|review|read|look (?:at|through|over)
|go (?:over
|through)) (?:chapter|section|page|line|part|act|scene|slide|track|issue|pr|ticket|clause
|item)s?(?![a-z])
""",
    han=r"""
^(?:你|您|那|那你|好|行|先|再|就|顺便|现在|另外)?(?:帮|请帮|麻烦|把|给我(?:写|做|列|画|来|找|查|算
|看|订|买)|替我|给我们(?:写|做|列|画))
^(?:列|写|做|查|看|算|改|排|译|画|整理|翻译|统计|检查|总结|修改|润色|补|加|删|理|发|订|找|拟|出|念
|读|讲|解释|说|标|打印|导出|生成|推荐|对比|比较|核对|校对|编|起草|设计)(?:一下
|下(?=(?!来)[\u4e00-\u9fff])
|一(?:个|份|篇|张|段|封|版|组|条|首|句)|(?:个|份|篇|张|段|封)(?=[\u4e00-\u9fff]))
^(?:拆|改|分|合|缩|压|删)(?:成|到|掉)[^,]{1,6}(?:段|行|页|份|条|句|字|组)$
帮我|帮忙|^给 ?[^我,]{1,20}(?:加|写|做|补|改|画|配|换)(?:个|一|上|成)
^(?:好|行|可以|嗯)?[, ]?(?:就这样|去吧|看吧|吧|好)?$
^(?:那|再|先|麻烦|你|您|就|另外|顺便|现在|然后|接着)*(?:把|将)(?!.*(?:都|一律|永远|以后|每|凡
|全部都))
(?:写|想|起|拟|做|画|列|找|挑|选|拍|译|编|出|来|配|给|讲|说|推荐|介绍|唱)(?:出|上|成)?(?:个
|[一两三四五六几十] ?(?:个|封|篇
|份|段|首|张|条|句|组|版|幅|套|道|家|本|款))
给(?:这|那|咱|我们|他|她|它|孩子|老)[^,]{1,10}(?:想|起|写|拟|取|做|画|配|译|改)
^(?:查|看|写|算|改|排|理|发|订|找|译)(?:一?下|查|看)
(?:做|弄|整理|排|查|算|改|写|理|核|看|列|翻|译|统计|润色|校对)一下(?:$|:)|^换(?:张|个|一)
""",
)
# Why a limit holds: it lies outside the user's power.
LIMIT_REASON: Final = pattern(
    latin=r"""
[a-z]+(?:'s|s') (?:limit|rules?|requirement|condition|terms|cap|orders?|policy|deadline|maximum
|minimum)
(?:(?:the|our|my) )?[a-z]+ (?:closes|shuts|locks|holds?|has no|have no|won't|will not|doesn't
|don't|can't|only (?:has|takes|holds|allows|pays|gives)|insists?|demands?|requires?|forbids?|caps?
|limits?|says so|leaves)(?! (?:work|start|open|load|know|like|think|want|turn))
that's (?:the law|what (?:the|our|my) [\w ]{2,30} (?:pays?|allows?|gives?|takes?|says?|holds?)
|all (?:we|the)|as much as|the limit|the rule|the maximum|the minimum)
by law|the law|legally|regulations?|licen[cs]e|fire (?:code|rules|officer|marshal)
|health and safety|insurance
not a (?:penny|cent|day|minute|gram|metre|meter|second|word|page|euro|pound|dollar|line)
(?:won't|will not|can't) (?:go|pay|budge|move|bend|stretch|spend|give)
[a-z]+ (?:policy|rules?|regulations?|orders?|bylaws?|guidelines?)$
(?:is|are|gets?|'s) (?:closed|shut|locked|full|off|turned off|fined)
(?:written|stated|laid down|set down) (?:in|into) (?:our|the|my)|(?:was|were|is|are) (?:very |quite
|perfectly |absolutely )?(?:clear|firm|strict|adamant)(?: about| on|$)
""",
    han=r"""
没得选|批文|写着(?:呢|的)?$|批不下来|卡(?:得)?\S{0,2}死|规定|要求|死线|没(?:有)?(?:余地|弹性|例外)
|一分|不(?:肯|让|许|准|允许|批|松口)
|就这么(?:多|点|大|长)|只(?:批|给|有|够)|到期|关门|熄灯|清场|限(?:高|重|时|额|定)|法律|合规|执照
|安全
""",
)
# Somebody else's affairs, told as news.
OTHERS_AFFAIRS: Final = pattern(
    latin=r"""
^(?:so |and |btw |well |apparently )?(?:my|his|her|their|our) (?:\w+ )?(?:brother|sister
|neighbou?rs?|cousin|friends?|uncle|aunt|ex|colleagues?|mate|flatmate|roommate|mum|mom|dad|son
|daughter|kids?|parents|grandma|gran|grandpa|nephew|niece|in-laws|landlord|rival|competitors?
|old school|old boss|hometown)(?! and (?:i|me)|'s? (?:allergic|name))(?:'s
|s')? (?:\w+ )?(?:\w+ )?(?:signed|booked|bought|decided|chose|picked|got|has|have|is|are|was|were
|went|goes|wants?|keeps?|always|never|moved|voted|paid|sold)
^(?:the )?(?:rival|neighbou?ring|next-door) \w+|^(?:the )?(?:city|town|county) council
|^the (?:government|council|mayor|president|minister|king|city|state)(?! (?:requires|demands
|insists|won't|limits|caps))
""",
    han=r"""
^(?:\S{0,2})(?:隔壁|对门|楼上|楼下|邻居|(?<!老)人家|别人|别家|朋友|同学|同事|室友|闺蜜|哥们
|表[哥弟姐妹]
|堂[哥弟姐妹]|侄|外甥|舅|叔|姑|姨|网友|新闻|政府|市里|县里|国家|教育局|我(?:哥|弟|姐|妹|舅|叔|姑
|姨|朋友|同学|同事|室友|邻居))(?!和我|跟我|俩)
^(?:他们|她们|他家|她家|对方|人家)(?!和我|跟我)
""",
)
