"""Words one of which stands in whatever a pattern of the tables matches, as data.

Written by tests/hinting.py and never by hand; see `hints` for what the signs before them mean. The
key of a pattern's words is the digest of its source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

HINT_WORDS: Final[Mapping[str, str]] = {
    # lexicon.ONWARD, latin
    "8ea844cfd0fc": """
=after =always =chat =come =day =ever =forever =form =frm =from =further =here =long =longer
=moment =moving =next =now =or =other =point =rest =session =tell =this =time =today =tomorrow
=until =yet ^batch ^chapter ^come ^coming ^draft ^edition ^follow ^follows ^forth ^forward
^forwards ^future ^good ^henceforth ^here ^hereafter ^issue ^job ^later ^lesson ^letter ^monday
^month ^now ^onward ^onwards ^order ^otherwise ^permanently ^point ^round ^season ^subsequent
^term ^today ^tomorrow ^week
""",
    # lexicon.ONWARD, han
    "8dd8c3ede7a9": """
+一习 +一后 +一律 +一规 +下也 +下去 +下回 +之后 +了以 +今之 +今以 +今儿 +今刻 +今后 +今开 +今往
+今日 +今起 +今里 +从 +从今 +从即 +从此 +从现 +从这 +以后 +何时 +儿之 +儿以 +儿开 +儿往 +儿起
+则一 +则不 +则照 +则长 +刻之 +刻以 +刻开 +刻往 +刻起 +即之 +即以 +即天 +即开 +即往 +即日 +即起
+即里 +后续 +喊停 +回再 +回起 +在开 +外以 +天之 +天以 +天开 +天往 +天起 +将来 +往下 +往后 +惯一
+惯不 +惯照 +惯长 +我同 +我讲 +我通 +打今 +打从 +打即 +打此 +打这 +接下 +改口 +日之 +日以 +日后
+日开 +日往 +有以 +期按 +期有 +期记 +期这 +期都 +条规 +次再 +次开 +次起 +此之 +此以 +此后 +此天
+此开 +此往 +此日 +此起 +此里 +永久 +永远 +直到 +矩一 +矩不 +矩照 +矩长 +自今 +自即 +自此 +自这
+这规 +那以 +那规 +除非
""",
    # lexicon.ALWAYS_WORD, latin
    "883eb892cc83": """
=don =dont =not ^never ^nevre ~wasy ~ways
""",
    # lexicon.REGULAR, latin
    "65bea7566698": """
=across =all =any =anything =as =basic =being =damn =day =each =every =everything =firm =general
=hard =having =matter =once =related =single =standard =standing =strict =till =unless =whatever
=wherever ^account ^afternoon ^anytime ^asking ^case ^cases ^circumstance ^circumstances
^clockwork ^consistently ^day ^default ^evening ^ever ^everytime ^exception ^exceptions ^fail
^forever ^friday ^general ^generally ^habit ^involving ^monday ^month ^morning ^night ^normally
^noted ^occasion ^occasions ^official ^ordinarily ^policy ^possible ^principle ^quarter
^routinely ^saturday ^specified ^standard ^stated ^sunday ^thursday ^time ^times ^tuesday ^turn
^usual ^usually ^wednesday ^week ^whenever ^wherever
""",
    # lexicon.REGULAR, han
    "bf1a48fb9cc7": """
+。凡 +一向 +一应 +一概 +一直 +一般 +一贯 +不管 +不论 +从来 +但凡 +便哪 +凡 +凡是 +则上 +历来
+只要 +向来 +哪怕 +回回 +固定 +始终 +完 +封封 +平时 +必 +总是 +提到 +无论 +条都 +来都 +概不
+横竖 +次次 +每一 +每回 +每当 +每次 +每每 +每逢 +永不 +碰到 +管哪 +篇篇 +素来 +统统 +要关 +要和
+要有 +要涉 +要跟 +要遇 +趟趟 +通常 +通通 +逢 +长期 +默认
""",
    # lexicon.EACH, han
    "198baf2a1423": """
+不论 +任何 +全部 +只要 +所有 +无论 +每个 +每件 +每份 +每位 +每单 +每句 +每周 +每场 +每天 +每封
+每张 +每批 +每月 +每条 +每步 +每段 +每笔 +每篇 +每组 +每道 +每页 +每顿 +都
""",
    # lexicon.TAIL, latin
    "352e51d0e4c0": """
$wasy $ways =adhere =after =afteri =all =always =an =any =applies =apply =as =ask =asked =at
=before =call =change =consider =counts =damn =day =days =did =do =dont =each =ever =every
=except =follow =format =generally =goes =going =has =have =here =hold =holds =house =how
=hundred =if =ifi =isn =ita =its =itthe =ityour =just =keep =later =layout =leave =like =make
=many =matter =meant =month =months =must =my =myself =need =needs =nor =not =note =now =observe
=once =oncei =only =or =order =other =ought =our =pls =prefer =regardless =remember =repeat
=respect =same =save =say =shan =single =so =standing =stay =stick =store =structure =style
=take =tell =thata =thats =thatthe =thatyour =thea =there =thethe =they =theyour =this =thisa
=thiss =thisthe =thisyour =time =today =told =tomorrow =tone =tonight =treat =true =unless
=until =use =usually =valid =ve =want =way =week =weeks =what =whatever =when =wheni =where
=wherei =which =whichever =won =year =years =your =youra =yourthe =youryour ^again ^agian ^all
^already ^any ^anymore ^anything ^ask ^change ^changes ^come ^coming ^consistently ^day ^default
^each ^every ^everything ^everywhere ^exception ^exceptions ^follow ^forever ^future ^going
^good ^habit ^house ^instruction ^itdefault ^later ^mine ^more ^next ^now ^once ^other ^others
^permanent ^point ^practice ^principle ^repeat ^request ^rest ^rules ^same ^say ^standing ^style
^thatdefault ^thedefault ^them ^things ^thisdefault ^throughout ^time ^today ^tomorrow ^tonight
^twice ^way ^whatever ^wish ^yourdefault ~after ~all ~any ~anything ~each ~every ~everyone
~everything ~future ~later ~ones ~other ~others ~those ~whatever
""",
    # lexicon.TAIL, han
    "a751a53c4e7b": """
+一习 +一位 +一做 +一处 +一方 +一本 +一样 +一次 +一笔 +一规 +一风 +上述 +下次 +不准 +不可 +不想
+不愿 +不许 +不说 +不问 +个为 +个也 +个习 +个做 +个写 +个办 +个原 +个口 +个来 +个样 +个格 +个模
+个法 +个脾 +个要 +个规 +个走 +个路 +个都 +个风 +么时 +也一 +也不 +也依 +也保 +也别 +也同 +也如
+也守 +也得 +也按 +也是 +也沿 +也照 +也用 +也要 +也跟 +也这 +也遵 +也都 +事没 +二遍 +今后 +从不
+以此 +们家 +们店 +们的 +们老 +任何 +份也 +份字 +份都 +位字 +何一 +何时 +作为 +例外 +依上 +依我
+依此 +依着 +依这 +便哪 +候一 +候别 +候得 +候是 +候要 +做这 +免得 +全如 +全按 +全照 +全这 +全都
+养成 +再提 +写这 +列为 +则一 +则不 +则也 +则你 +则得 +则照 +则要 +则请 +则都 +则长 +别忘 +别要
+别让 +别说 +别问 +动要 +动让 +动说 +动问 +历来 +原则 +句也 +句字 +句都 +另行 +叫你 +吃这 +同样
+后也 +后保 +后如 +后按 +后照 +后这 +向如 +向是 +向来 +向的 +向这 +向都 +周都 +咱一 +咱店 +咱的
+咱老 +哪 +哪一 +哪时 +哪次 +啥时 +回一 +回也 +回回 +天都 +如此 +字也 +字都 +定为 +定如 +定按
+定照 +定这 +定都 +封也 +封字 +封都 +将来 +就如 +就按 +就是 +就照 +就认 +就这 +张也 +张字 +张都
+当作 +当成 +形成 +得再 +得如 +得按 +得照 +得这 +惯一 +惯不 +惯也 +惯你 +惯例 +惯得 +惯照 +惯要
+惯请 +惯都 +惯长 +成做 +成方 +成着 +成规 +成这 +成风 +我家 +我店 +我牢 +我素 +我老 +我记 +打不
+持习 +持做 +持方 +持着 +持规 +持这 +持风 +按上 +按我 +按此 +按着 +提就 +搞这 +收这 +放这 +方式
+无论 +时一 +时也 +时保 +时如 +时按 +时照 +时这 +时都 +是 +是一 +是咱 +是如 +是得 +是我 +是按
+是照 +是认 +是这 +月都 +期保 +期如 +期按 +期有 +期照 +期记 +期这 +本字 +条为 +条也 +条习 +条写
+条办 +条字 +条来 +条要 +条规 +条走 +条都 +标准 +样也 +样子 +样字 +样都 +次一 +次不 +次也 +次份
+次保 +次别 +次周 +次回 +次如 +次字 +次封 +次得 +次按 +次是 +次次 +次照 +次篇 +次要 +次这 +次都
+此个 +此为 +此写 +此办 +此口 +此来 +此标 +此样 +此格 +此模 +此法 +此规 +此走 +此路 +每也 +每份
+每回 +每如 +每封 +每次 +每每 +每篇 +每都 +求一 +求不 +求也 +求你 +求得 +求照 +求要 +求请 +求都
+求长 +没主 +没例 +没商 +没提 +没明 +没特 +没要 +没让 +没说 +没问 +沿用 +法子 +点也 +点字 +点都
+照上 +照办 +照我 +照此 +照着 +用这 +的做 +的老 +的风 +皆一 +皆如 +皆得 +皆按 +皆是 +皆照 +皆这
+直一 +直也 +直如 +直按 +直是 +直照 +直这 +直都 +矩一 +矩不 +矩也 +矩了 +矩你 +矩得 +矩照 +矩要
+矩请 +矩都 +矩长 +种习 +种做 +种写 +种口 +种样 +种脾 +种规 +种讲 +种路 +种风 +立为 +算作 +算咱
+管哪 +篇一 +篇也 +篇如 +篇字 +篇篇 +篇都 +终一 +终也 +终如 +终按 +终照 +终这 +终都 +统如 +统按
+统照 +统这 +统都 +维持 +老规 +脾气 +要如 +要按 +要照 +要这 +规则 +规矩 +讲究 +贯的 +跟上 +跟此
+跟这 +这为 +这么 +这习 +这做 +这写 +这办 +这口 +这套 +这就 +这来 +这标 +这样 +这格 +这模 +这算
+这要 +这规 +这讲 +这走 +这路 +这风 +远一 +远也 +远如 +远按 +远照 +远这 +远都 +那就 +那是 +那算
+部如 +部按 +部照 +部这 +部都 +都一 +都不 +都以 +都保 +都别 +都如 +都得 +都按 +都是 +都有 +都照
+都要 +都记 +都跟 +都这 +都随 +铁律 +除非 +须如 +须按 +须照 +须这
""",
    # lexicon.PRODUCT, latin
    "44306e52e03a": """
$across $throughout =across =after =all =an =answer =any =anything =anytime =are =at =before
=belong =book =both =build =change =come =comes =commit =compose =create =d =delete =describe
=design =do =draft =draw =each =edit =end =ever =every =everything =explain =from =generate =get
=give =go =goes =hand =have =if =install =into =leave =leaves =list =ll =make =must =need =once
=ought =our =plan =prepare =produce =push =recommend =report =send =should =show =start =stuff
=suggest =summarise =summarize =things =throughout =time =together =touch =translate =u =ur =us
=whatever =when =whenever =which =work =write =you =your ^all ^always ^any ^are ^article
^articles ^bulletin ^bulletins ^caption ^captions ^come ^compose ^create ^do ^draft ^each ^edit
^email ^emails ^every ^give ^go ^invoice ^invoices ^leaflet ^leaflets ^letter ^letters ^mail
^mails ^make ^minutes ^must ^need ^never ^newsletter ^newsletters ^notice ^notices ^ought ^paper
^papers ^plan ^post ^prepare ^print ^produce ^programme ^programmes ^publish ^quotes ^recipe
^recipes ^replies ^reply ^sell ^send ^should ^together ^transcript ^transcripts ^translate
^translation ^translations ^whatever ^write ~answer ~answers ~chat ~chats ~conversation
~conversations ~document ~documents ~draft ~drafts ~email ~emails ~message ~messages ~replies
~session ~sessions
""",
    # lexicon.PRODUCT, han
    "ff31519eb235": """
+为我 +交你 +交您 +交我 +交给 +传你 +传您 +传给 +你 +你做 +你写 +你准 +你出 +你列 +你发 +你回
+你安 +你帮 +你引 +你念 +你报 +你拟 +你排 +你提 +你整 +你替 +你查 +你汇 +你生 +你画 +你给 +你翻
+你解 +你记 +你讲 +你输 +做成 +做我 +做的 +全给 +全都 +写我 +写的 +写给 +出中 +出我 +出时 +出里
+列的 +发你 +发您 +发我 +发的 +发给 +回 +回我 +回给 +复中 +复时 +复的 +复里 +寄你 +寄您 +寄我
+寄给 +律给 +念我 +念给 +您 +您帮 +您替 +您的 +您给 +我交 +我出 +我列 +我加 +我发 +我安 +我寄
+我带 +我按 +我挑 +我换 +我排 +我改 +我放 +我整 +我标 +我注 +我用 +我画 +我留 +我的 +我算 +我翻
+我讲 +我译 +我说 +我贴 +我起 +我转 +我配 +我附 +找的 +报中 +报我 +报时 +报的 +报给 +报里 +拟的
+排我 +提的 +改我 +改的 +放我 +放给 +时 +时候 +替我 +理我 +答中 +答复 +答时 +答的 +答里 +算我
+算的 +结中 +结我 +结时 +结的 +结里 +给 +给你 +给的 +给给 +统给 +草我 +草的 +荐我 +荐的 +订的
+记我 +讲我 +讲给 +读我 +读给 +转你 +转您 +输出 +都给 +释中 +释时 +释的 +释里
""",
    # lexicon.FOR_ME, latin
    "56d980c01c0c": """
=bring =bringing =brings =give =giveing =gives =hand =handing =hands =me =report =reporting
=reports =send =sending =sends =show =showing =shows =tell =telling =tells =write =writeing
=writes
""",
    # lexicon.FOR_ME, han
    "375649974a0f": """
+为我 +发我 +向我 +和我 +回我 +对我 +帮我 +替我 +给我 +跟我 +陪我
""",
    # lexicon_choice.SETTLED, latin
    "b9ec4d380c88": """
$agreed $budge $budging $change $changing $chose $chosen $committed $decided $done $fixed $gone
$iht $ith $landed $locked $opted $picked $preferred $reconsider $reconsidering $reopen
$reopening $revisit $revisiting $ruled $selected $set $settled $signed $stick $sticking $tih
$took $voted $went =agree =agreed =already =am =an =answer =approved =are =axed =been =big
=binned =board =both =bottom =carved =chose =chosen =clear =cleared =confirmed =consensus =deal
=debate =decided =deciding =definite =discussion =ditched =dropped =end =enough =final =finally
=firm =fixed =formally =further =gets =go =going =gone =got =had =hands =how =is =jury =just
=landed =landing =last =left =lets =light =ll =lock =made =mind =minds =my =nail =nailed =no
=nothing =okayed =opted =opting =our =phasing =picked =plumped =preferred =re =resolution
=result =ruled =ruling =s =scrapped =selected =set =settle =settled =settles =settling =shaken
=shook =signed =so =sold =subject =switching =therefore =these =this =thought =thumbs =too =took
=turning =unanimously =us =verdict =vote =voted =ways =well =were =what =will =winner =wins =won
=word =writing =yes ^abandoning ^adopted ^against ^agreed ^ahead ^altogether ^answer ^approved
^arguing ^arguments ^axed ^bag ^banning ^bid ^buts ^call ^canceling ^cancelling ^carried
^changes ^choosing ^chosen ^closed ^commission ^comparing ^completely ^conclusion ^confirmed
^consensus ^contract ^deal ^debate ^debating ^decided ^deciding ^decision ^deliberating
^discontinuing ^discusion ^discuss ^discussing ^discussion ^dithering ^doing ^done ^dried
^dropped ^dropping ^dusted ^final ^finalise ^finalize ^finally ^fix ^fixed ^flat ^forth ^gig ^go
^going ^greenlit ^hands ^ideas ^ifs ^is ^job ^light ^lit ^looking ^lot ^made ^majority ^man
^matter ^mind ^minds ^negotiable ^negotiation ^nod ^official ^options ^outcome ^part ^passed
^person ^plan ^postponing ^question ^rejected ^replacing ^resolved ^retiring ^role ^ruling
^scrapped ^scrapping ^sealed ^searching ^set ^settle ^settled ^shopping ^signed ^slot ^sold
^stands ^stone ^story ^talk ^talking ^tender ^thinking ^thoughts ^unanimous ^unanimously
^verdict ^voice ^vote ^voted ^votes ^winner ^woman ^yes ~accepted ~agreed ~approved ~chose
~chosen ~committed ~concluded ~contracted ~decided ~finalised ~finalized ~hired ~locked ~opted
~picked ~resolved ~selected ~settled ~voted
""",
    # lexicon_choice.SETTLED, han
    "2726f16de6ba": """
$align $book $booked $confirm $confirmed $final $finaled $finalize $finalizeed $fix $fixed $lock
$locked $out $pass $settle $settleed +一锤 +上上 +上决 +上同 +上定 +上已 +上批 +上敲 +上表 +上认
+上赞 +上通 +上都 +上钉 +下就 +不会 +不再 +不换 +不改 +不算 +个了 +举手 +么做 +么写 +么办 +么安
+么定 +么干 +么弄 +么成 +么执 +么拍 +么排 +么来 +么结 +么说 +么走 +也不 +买了 +了共 +了就 +了板
+争了 +事就 +事这 +他了 +会会 +会再 +会决 +会动 +会变 +会同 +会定 +会已 +会批 +会换 +会敲 +会表
+会认 +会赞 +会通 +会都 +估上 +估会 +估定 +估已 +估批 +估通 +估都 +体决 +体定 +体敲 +体表 +体认
+体赞 +体通 +作废 +先前 +全决 +全商 +全定 +全敲 +全确 +全签 +全说 +全谈 +全选 +共识 +再买 +再争
+再使 +再保 +再做 +再动 +再单 +再卖 +再变 +再另 +再商 +再开 +再找 +再拉 +再挑 +再换 +再接 +再摆
+再支 +再收 +再改 +再比 +再犹 +再用 +再看 +再纠 +再续 +再维 +再考 +再讨 +再议 +再设 +再请 +再走
+再采 +决上 +决了 +决会 +决决 +决同 +决好 +决妥 +决完 +决定 +决已 +决心 +决批 +决赞 +决过 +决选
+决通 +决都 +准了 +别挑 +别改 +别比 +别犹 +别纠 +别讨 +动了 +取消 +变了 +变卦 +可了 +合考 +同意
+后决 +后商 +后定 +后就 +后敲 +后确 +后签 +后说 +后谈 +后还 +后选 +否了 +启用 +商定 +商量 +场决
+场商 +场定 +场敲 +场确 +场签 +场说 +场谈 +场选 +埃落 +头了 +她了 +妥了 +它了 +完了 +官宣 +定
+定下 +定不 +定为 +定了 +定于 +定以 +定全 +定只 +定名 +定咯 +定啦 +定喽 +定在 +定好 +定妥 +定定
+定就 +定把 +定按 +定改 +定是 +定案 +定死 +定用 +定由 +定的 +定稿 +定统 +定走 +定选 +定采 +审上
+审会 +审定 +审已 +审批 +审通 +审都 +家决 +家同 +家定 +家敲 +家表 +家认 +家赞 +家通 +家都 +对齐
+就不 +就叫 +就定 +就换 +就改 +就选 +就那 +已决 +已商 +已定 +已批 +已敲 +已确 +已签 +已说 +已谈
+已选 +已通 +废弃 +废掉 +废除 +弃用 +式决 +式商 +式定 +式敲 +式确 +式签 +式说 +式谈 +式选 +心意
+情就 +情这 +想下 +想好 +想妥 +想定 +想明 +想清 +想通 +意了 +意已 +成了 +批了 +投票 +拍定 +拍板
+挑下 +挑了 +挑好 +挑妥 +挑定 +排除 +推翻 +提供 +收回 +改主 +改叫 +改回 +敲下 +敲了 +敲好 +敲妥
+敲定 +是回 +是就 +是换 +是退 +最后 +最终 +权衡 +板钉 +枪毙 +样做 +样写 +样办 +样安 +样定 +样干
+样弄 +样成 +样执 +样拍 +样排 +样来 +样结 +样说 +样走 +此前 +毙了 +沟通 +没跑 +点头 +版本 +用了
+用它 +着做 +着写 +着办 +着安 +着定 +着干 +着弄 +着执 +着拍 +着排 +着来 +着说 +着走 +确定 +确认
+票上 +票会 +票决 +票同 +票好 +票妥 +票完 +票定 +票已 +票批 +票敲 +票表 +票认 +票赞 +票过 +票选
+票通 +票都 +立项 +章了 +答案 +签了 +终决 +终商 +终定 +终就 +终敲 +终方 +终版 +终确 +终答 +终签
+终结 +终说 +终谈 +终还 +终选 +经决 +经商 +经定 +经批 +经敲 +经确 +经签 +经讨 +经说 +经选 +结论
+绝不 +群里 +翻上 +翻之 +翻原 +翻昨 +肯定 +致决 +致同 +致定 +致敲 +致表 +致认 +致赞 +致选 +致通
+致都 +落槌 +落锤 +虑了 +表决 +要了 +订了 +认下 +认为 +认了 +认准 +认可 +认在 +认定 +认按 +认是
+认用 +认走 +认采 +讨论 +议上 +议会 +议定 +议已 +议批 +议通 +议都 +讲定 +讲死 +论出 +论后 +论好
+论如 +论妥 +论完 +论定 +论就 +论已 +论是 +论过 +说定 +说死 +谈 +谈下 +谈好 +谈妥 +谈完 +谈定
+谈过 +赞成 +达成 +过了 +过会 +这了 +这件 +这句 +这家 +这张 +这条 +这款 +这版 +这首 +选下 +选了
+选好 +选妥 +选它 +选定 +通好 +通妥 +通完 +通过 +都决 +都商 +都定 +都敲 +都确 +都签 +都表 +都说
+都谈 +都赞 +都选 +都通 +里决 +里同 +里定 +里敲 +里表 +里赞 +里通 +量好 +量妥 +量完 +量过 +钉死
+锁定 +锁死 +集体 ~finalcall ~finaldecision
""",
    # lexicon_choice.PLAN, latin
    "f5745a4ec0d9": """
=are =aren =longer =our =will =won ^team ^we
""",
    # lexicon_choice.PLAN, han
    "2798779e2bac": """
$drop $go $move +不上 +不做 +不再 +不办 +不拆 +不接 +不搞 +不用 +不请 +停掉 +停止 +停用 +切到
+前到 +前在 +前至 +取消 +只做 +只用 +启用 +定为 +定在 +就上 +就买 +就以 +就住 +就做 +就去 +就在
+就按 +就放 +就是 +就用 +就签 +就订 +就请 +就走 +挪到 +挪在 +挪至 +换到 +换在 +换成 +换用 +换至
+换要 +接上 +接买 +接用 +接签 +接请 +接走 +接选 +推到 +推在 +推至 +推迟 +搬到 +搬在 +搬至 +改为
+改买 +改到 +改去 +改在 +改开 +改成 +改找 +改用 +改由 +改租 +改至 +改要 +改订 +改请 +改走 +放弃
+期到 +期在 +期至 +沿用 +调到 +调在 +调至 +转为 +迁到 +选用 +采用 ~deprecate
""",
    # lexicon_choice.UNIFORM, han
    "1fc09066ec02": """
+一为 +一以 +一使 +一写 +一叫 +一命 +一在 +一归 +一成 +一按 +一换 +一改 +一放 +一用 +一由 +一走
+一采 +书上 +书使 +书切 +书换 +书改 +书放 +书用 +书走 +书迁 +书都 +书采 +全公 +全剧 +全司 +全场
+全屋 +全市 +全店 +全站 +全线 +全网 +全都 +全队 +全院 +全面 +屋上 +屋使 +屋切 +屋换 +屋改 +屋放
+屋走 +屋迁 +屋都 +屋采 +律使 +律放 +律用 +律走 +律采 +校上 +校使 +校切 +校换 +校改 +校放 +校用
+校走 +校迁 +校都 +校采 +程上 +程使 +程切 +程换 +程改 +程放 +程用 +程走 +程迁 +程都 +程采 +组上
+组使 +组切 +组换 +组改 +组放 +组用 +组走 +组迁 +组都 +组采 +部上 +部使 +部切 +部换 +部改 +部放
+部用 +部走 +部迁 +部都 +部采 +都上 +都使 +都切 +都放 +都用 +都走 +都迁 +都采 +面上 +面使 +面切
+面改 +面放 +面用 +面走 +面迁 +面都 +面采
""",
    # lexicon_choice.MUST, latin
    "d58c6e25c087": """
$only =bigger =can =cannot =capped =conditions =cost =earlier =fewer =has =have =heavier =higher
=later =less =limited =longer =lower =maximum =may =minimum =more =must =mustn =need =needs
=only =restricted =rules =run =shall =smaller =stay =stays =taller =terms =under =very =wider
=within ^above ^accept ^allow ^below ^beyond ^bigger ^capped ^cover ^deliver ^done ^exceed
^finished ^heavier ^highest ^last ^later ^latest ^least ^less ^limits ^longer ^lowest ^max
^maximum ^min ^minimum ^more ^most ^must ^nothing ^offer ^over ^past ^publish ^ready ^scope
^serve ^shall ^ship ^support ^table ^take ^under ^weigh ^work
""",
    # lexicon_choice.MUST, han
    "fad43520e34e": """
+上限 +下限 +不低 +不准 +不可 +不少 +不得 +不许 +不超 +不高 +严禁 +之内 +以内 +低支 +低要 +只做
+只出 +只卖 +只开 +只接 +只提 +只支 +只收 +只用 +只考 +只能 +可低 +可多 +可少 +可早 +可晚 +可有
+可用 +可高 +封顶 +必在 +必须 +晚于 +最低 +最多 +最晚 +最迟 +最高 +死在 +禁止 +能低 +能多 +能少
+能带 +能早 +能晚 +能有 +能用 +能破 +能超 +能高 +至多 +至少 +起码 +非得 +顶多
""",
    # lexicon_choice.EFFECTIVE, latin
    "0bd3f1efe758": """
=as =beginning =effective =from =starting
""",
    # lexicon_choice.EFFECTIVE, han
    "13e43002cc8f": """
+从 +即日 +起
""",
    # lexicon_choice.SCOPE, latin
    "877425145086": """
=across =entire =for =in =this =throughout =whole ^anywhere ^april ^august ^autumn ^december
^everywhere ^fall ^february ^january ^july ^june ^march ^may ^monday ^next ^november ^october
^round ^season ^september ^spring ^summer ^term ^winter ^year
""",
    # lexicon_choice.SCOPE, han
    "f0fdf6e31187": """
+一期 +一版 +个版 +个项 +今年 +全程 +全部 +整个 +本季 +本期 +本版 +本项 +目中 +目内 +目里 +这期
+项目 +首期 ~v
""",
    # lexicon_choice.CONCLUDE, latin
    "d39c7451aea5": """
=after =bottom =contract =days =four =hours =long =lot =many =months =much =plan =several =so
=three =weeks ^clear ^conclusion ^contract ^count ^guaranteed ^hence ^law ^legally ^meeting
^outcome ^plan ^promised ^result ^signed ^talk ^talks ^tasting ^therefore ^trial ^upshot
^verdict ^vote ^yes
""",
    # lexicon_choice.CONCLUDE, han
    "c65ec25cbce5": """
+一圈 +下来 +于是 +再三 +到头 +到最 +半天 +去 +因此 +察了 +对比 +归根 +思来 +总之 +想明 +想通
+所以 +挑了 +明确 +权衡 +比了 +琢磨 +盘算 +看了 +研究 +结论 +综上 +聊了 +计了 +论了 +访了 +试了
+谈了 +跑了 +选了 +量了 +问了
""",
    # lexicon_choice.DUTY, latin
    "cf15787f36e6": """
=conditions =rules =terms =under =wants =will ^allow ^allows ^demand ^demands ^forbid ^forbids
^insist ^insists ^mandate ^mandates ^prohibit ^prohibits ^require ^requires
""",
    # lexicon_choice.DUTY, han
    "d98b671d2a5d": """
+不允 +不让 +写明 +写死 +明确 +死要 +要求 +规定 +限定
""",
    # lexicon_choice.REVERSAL, latin
    "8589bcfa1a2f": """
=after =anymore =back =bin =bring =bringing =call =called =calling =changed =ditch =drop =forget
=ll =mind =more =off =overrule =overruled =overturn =overturning =reflection =reinstate
=reinstating =reverse =reversing =revert =scrap =scratch =skip =strike =take =taking =thoght
=thoghts =thought =thoughts =turn =undo =undoing =walk =walking =withdraw =wrong
""",
    # lexicon_choice.REVERSAL, han
    "d6d6f9c15d33": """
+上周 +上回 +上次 +不了 +不再 +不算 +之前 +作废 +作罢 +先前 +先定 +先想 +先打 +先计 +初想 +初打
+初计 +初说 +前两 +前几 +前天 +原先 +取消 +变卦 +当初 +换回 +推翻 +撤了 +收回 +改主 +改了 +改回
+早先 +昨天 +是上 +是买 +是住 +是做 +是办 +是去 +是回 +是在 +是坐 +是定 +是按 +是用 +是租 +是要
+是订 +是请 +是走 +是选 +本来 +来定 +来想 +来打 +来计 +来说 +此前 +消了 +算了 +行了 +要了 +起初
+黄了
""",
    # lexicon_choice.CONTRARY, latin
    "133e1b318227": """
=are =get =gets =go =goes =instead =never =no =not =rather =without ^archived ^canceled
^cancelled ^dead ^dropped ^gone ^inside ^instead ^longer ^not ^out ^replaced ^retired ^scrapped
^via
""",
    # lexicon_choice.CONTRARY, han
    "cb62d6cfca76": """
+下线 +不上 +不买 +不做 +不再 +不出 +不办 +不加 +不卖 +不去 +不定 +不开 +不引 +不找 +不拆 +不换
+不接 +不搞 +不支 +不收 +不改 +不用 +不租 +不管 +不续 +不考 +不自 +不落 +不要 +不设 +不请 +不走
+不选 +不采 +了 +代替 +停办 +停售 +停掉 +停止 +停用 +取代 +取消 +放弃 +淘汰 +砍掉 +而不 +而非
+退役
""",
    # lexicon_choice.WILL_BE, latin
    "b9a51cfafa65": """
=across =becomes =closes =ends =from =gets =goes =going =happens =into =limit =lives =ll
=maximum =meets =minimum =moves =now =opens =place =plays =remains =sings =starts =stays =trains
=will =won ^become ^close ^cost ^end ^everywhere ^get ^include ^live ^move ^open ^place ^remain
^remains ^run ^serve ^start ^stay ^stays ^throughout ^way
""",
    # lexicon_choice.WILL_BE, han
    "2bc54b62f54a": """
+不变 +为准 +优先 +保持 +保留 +原方 +原计 +按原 +照原 +照常 +照旧 +维持
""",
    # lexicon_choice.CONSTRAINT, latin
    "f716e773a7e6": """
$compulsory $constraint $dealbreaker $mandatory $requirement =absolute =around =binding =budget
=bylaws =cent =charter =condition =contract =contractual =contractually =day =dead =deed =dollar
=dropdead =euro =firm =fixed =formal =gram =ground =hard =insurance =insurer =law =laws =lease
=legal =legally =licence =license =limit =line =made =makes =making =mandated =mandatory =meter
=metre =minute =negotiable =page =penny =permit =pound =red =regulatory =round =safety =statute
=statutes =statutory =strict =strictly =their =wiggle =will =won =word ^allowed ^bend ^binding
^boundary ^boundarys ^budge ^cap ^caps ^ceiling ^ceilings ^compulsory ^condition ^conditions
^constraint ^constraints ^deadline ^deadlines ^dealbreaker ^dealbreakers ^extension ^extensions
^higher ^later ^law ^leeway ^less ^limit ^limits ^lines ^longer ^mandatory ^more ^move
^negotiable ^over ^pay ^requirement ^requirements ^restriction ^restrictions ^rule ^rules ^stone
^stops ^stretch
""",
    # lexicon_choice.CONSTRAINT, han
    "57af3aca0b76": """
+一人 +一克 +一公 +一刻 +一厘 +一毛 +一秒 +上写 +上批 +上明 +上要 +上规 +不可 +不多 +不容 +不少
+不留 +不肯 +两也 +两都 +两钱 +个也 +个都 +个钱 +也加 +也多 +也少 +也拖 +也拿 +也挤 +也掏 +也给
+人也 +何余 +何例 +何回 +何弹 +例外 +全前 +全底 +全硬 +全红 +全约 +全铁 +全限 +写明 +写死 +分也
+分都 +分钱 +刚 +制条 +前提 +加不 +务底 +务硬 +务红 +务约 +务铁 +动摇 +协商 +卡得 +卡死 +可商
+可更 +可突 +同上 +同写 +同底 +同批 +同硬 +同红 +同约 +同要 +同规 +同铁 +同限 +回旋 +块也 +块都
+多不 +天也 +天都 +天钱 +定死 +封顶 +少不 +局上 +局写 +局批 +局明 +局要 +局规 +局里 +局限 +底线
+张也 +张都 +张钱 +弹性 +强制 +律上 +律底 +律批 +律明 +律硬 +律红 +律约 +律规 +律里 +律铁 +律限
+得商 +户底 +户硬 +户红 +户约 +户铁 +打不 +拖不 +拿不 +指标 +挤不 +掏不 +方上 +方写 +方批 +方明
+方要 +方规 +方里 +方限 +无余 +无例 +明确 +有余 +有商 +期底 +期硬 +期红 +期约 +期铁 +杠杠 +步也
+步都 +步钱 +死任 +死命 +死在 +死线 +死要 +死规 +没余 +没例 +法律 +法规 +点也 +点都 +监管 +目底
+目硬 +目红 +目约 +目铁 +硬 +硬要 +硬规 +硬限 +算写 +算底 +算批 +算明 +算硬 +算红 +算约 +算要
+算规 +算里 +算铁 +算限 +米也 +米都 +米钱 +红线 +约束 +给不 +统底 +统硬 +统红 +统铁 +能商 +规定
+都批 +里上 +里批 +里明 +里要 +里规 +里里 +里限 +钟也 +钟都 +钟钱 +钱也 +钱都 +铁律 +队底 +队硬
+队红 +防上 +防写 +防批 +防明 +防要 +防规 +防里 +防限 +限定 +院里
""",
    # lexicon_commitment.COMMITTED, latin
    "a0f80744e424": """
$announced $booked $built $condition $cut $engraved $order $ordered $orders $paid $painted
$planted $policy $printed $registered $regulation $regulations $requirement $rule $rules $to
=accept =accepted =after =agent =agents =agree =agreed =agrees =all =already =am =answer
=application =approve =approved =approves =are =arranged =arrives =asked =back =backed =backs
=ballot =ballots =band =bands =bank =banks =been =begins =behind =black =blessed =board =booked
=booking =both =bought =bringing =budge =builder =builders =calendar =came =carefully =caterer
=caterers =changing =check =cheque =cleared =come =comes =coming =commissioned =committee
=confirmed =content =contract =contracts =council =count =court =crew =decreed =delivers
=delivery =demanded =demands =deposit =diary =engaged =everything =faculty =fee =fees =fine
=fitter =fitters =fixed =flight =flights =florist =florists =form =gave =given =going =gone
=good =got =governor =governors =had =hall =handed =happy =he =hired =hotel =hotels =in
=informed =insist =insisted =insists =installer =instructed =into =invitation =invitations =is
=its =judge =laid =landlord =landlords =last =lease =letter =licence =license =like =likes
=lorry =lot =love =loves =marquee =members =money =move =mover =movers =moves =moving =my
=nodded =notice =of =ok =okay =okayed =order =ordered =orders =our =owner =owners =paid =paper
=papers =paperwork =parish =passed =pay =paying =permit =permits =photographer =photographers
=placed =pleased =post =printer =printers =publisher =publishers =put =putting =re =really =ref
=required =requires =result =results =ruled =s =school =schools =seller =sellers =senate =sent
=set =settled =shaken =she =ship =shook =signature =signatures =signed =squared =starts =story
=supplier =suppliers =support =supports =synod =taken =taking =talked =their =there =they
=things =this =thought =ticket =tickets =told =too =took =trustees =turned =umpire =union =van
=venue =venues =verdict =vestry =vote =voted =votes =wanted =wants =was =waved =way =went =with
=won ^accepted ^agree ^agreed ^announced ^approved ^arranged ^arrive ^arrives ^backed ^blessed
^board ^booked ^both ^bought ^cast ^clear ^cleared ^close ^coming ^confirmed ^contest ^contract
^cut ^days ^decided ^declined ^delivered ^down ^dusted ^end ^enrolled ^everybody ^everyone
^filed ^final ^gone ^hired ^hours ^informed ^long ^mail ^months ^much ^nod ^nodded ^notarised
^notarized ^notary ^notified ^okayed ^ordered ^paid ^place ^placed ^post ^poured ^press ^print
^printed ^printer ^printers ^production ^promised ^ratified ^refund ^refundable ^refunds
^registered ^renewed ^reserved ^returned ^sealed ^sent ^settled ^shook ^signed ^stamped ^starts
^stated ^tender ^this ^told ^transferred ^unanimous ^upshot ^vote ^voted ^weeks ^wired ^written
^yes
""",
    # lexicon_commitment.COMMITTED, han
    "cc1a3910c6ea": """
$booked $confirm $confirmed $paid $signed +一上 +一交 +一动 +一发 +一就 +一意 +一搬 +一的 +一签
+一致 +一要 +一进 +一送 +三上 +三交 +三动 +三发 +三就 +三开 +三搬 +三签 +三进 +三送 +上上 +上妥
+上完 +上户 +上报 +上门 +上齐 +下上 +下了 +下出 +下单 +下发 +下周 +下地 +下天 +下妥 +下学 +下完
+下年 +下月 +下过 +下齐 +与他 +与她 +与对 +主任 +举手 +也交 +也公 +也备 +也开 +也报 +也注 +也盖
+也签 +也认 +也过 +买 +买上 +买下 +买了 +买出 +买好 +买妥 +买完 +买齐 +了 +了了 +了共 +了协
+了板 +了算 +了过 +争了 +二上 +二交 +二动 +二发 +二就 +二开 +二搬 +二签 +二进 +二送 +五上 +五交
+五动 +五发 +五就 +五开 +五搬 +五签 +五进 +五送 +交 +交上 +交下 +交出 +交好 +交妥 +交完 +交房
+交款 +交钱 +交齐 +他 +付 +付上 +付下 +付了 +付出 +付好 +付妥 +付完 +付款 +付钱 +付齐 +会上
+会过 +体定 +体拍 +体敲 +体确 +体通 +保险 +全公 +全动 +全备 +全开 +全报 +全注 +全盖 +全票 +全签
+全过 +公司 +公告 +公布 +公示 +六动 +六发 +六就 +六开 +六搬 +六签 +六进 +六送 +共识 +册了 +册过
+决拍 +决敲 +决确 +决过 +决通 +准了 +准过 +出 +出上 +出下 +出出 +出妥 +出齐 +刚公 +刚刚 +刚动
+刚向 +刚告 +刚和 +刚备 +刚宣 +刚开 +刚打 +刚报 +刚注 +刚盖 +刚签 +刚给 +刚群 +刚跟 +刚过 +刚通
+到位 +到货 +办 +办上 +办下 +办出 +办好 +办妥 +办齐 +动工 +协议 +单子 +卡着 +印 +印上 +印下
+印了 +印出 +印好 +印妥 +印完 +印齐 +厂里 +发上 +发下 +发了 +发好 +发妥 +发完 +发话 +发齐 +口了
+口过 +可了 +可证 +可过 +合同 +同他 +同她 +同对 +同意 +名了 +名费 +名过 +后天 +向书 +向他 +向她
+向对 +周一 +周三 +周上 +周二 +周五 +周六 +周发 +周四 +周就 +周开 +周搬 +周日 +周签 +周进 +周送
+呼了 +呼的 +和他 +和她 +和对 +商标 +四发 +四就 +四开 +四搬 +四签 +四进 +四送 +团费 +园长 +场地
+域名 +备了 +备案 +备过 +大会 +天一 +天三 +天二 +天五 +天六 +天发 +天向 +天告 +天和 +天四 +天宣
+天就 +天搬 +天日 +天给 +天群 +天跟 +天进 +天送 +天通 +头了 +头过 +她 +她们 +妥了 +妥的 +字了
+字过 +学校 +学籍 +学费 +它 +完过 +定 +定上 +定下 +定出 +定好 +定妥 +定完 +定的 +定金 +定齐
+导演 +就三 +就上 +就二 +就五 +就六 +就发 +就四 +就搬 +就日 +就进 +就送 +尾款 +局里 +工了 +工过
+已 +已上 +已买 +已交 +已付 +已公 +已向 +已告 +已和 +已备 +已定 +已宣 +已开 +已打 +已报 +已收
+已注 +已盖 +已签 +已经 +已给 +已缴 +已群 +已订 +已跟 +已过 +已通 +已预 +市里 +年三 +年二 +年五
+年六 +年四 +年就 +年日 +应下 +应了 +应过 +座位 +开工 +异议 +式定 +式拍 +式敲 +式确 +式通 +录上
+录下 +录了 +录出 +录取 +录妥 +录齐 +意了 +意过 +成协 +房 +房租 +手续 +打款 +执照 +批 +批上
+批了 +批准 +批出 +批好 +批妥 +批完 +批齐 +找了 +投 +投了 +投他 +投她 +投它 +投过 +抢到 +报
+报上 +报下 +报出 +报名 +报备 +报好 +报妥 +报完 +报齐 +押金 +抽的 +拍板 +拍的 +招呼 +拿上 +拿下
+拿了 +拿出 +拿好 +拿妥 +拿完 +拿齐 +持了 +持过 +挑了 +挑好 +换 +排上 +排下 +排好 +排妥 +排齐
+支持 +敲好 +敲定 +料 +施工 +日上 +日发 +日就 +日搬 +日签 +日进 +日送 +明周 +明天 +明学 +明年
+明月 +月三 +月五 +月六 +月四 +月就 +有意 +有话 +期三 +期二 +期五 +期四 +期日 +本周 +本天 +本学
+本年 +本月 +机票 +材料 +松口 +板了 +板过 +校长 +样品 +案了 +案过 +模具 +款 +款项 +比了 +气了
+气的 +求的 +没意 +没话 +注册 +海报 +漆 +点头 +班里 +瓷砖 +的了 +的约 +的规 +的过 +盖 +盖章
+看了 +确认 +示了 +示过 +票 +票定 +票过 +票选 +票通 +种下 +种子 +租 +租上 +租下 +租了 +租出
+租好 +租妥 +租完 +租金 +租齐 +章了 +章过 +答应 +签 +签上 +签下 +签了 +签出 +签好 +签妥 +签字
+签完 +签的 +签约 +签齐 +约好 +经上 +经买 +经交 +经付 +经公 +经向 +经告 +经和 +经备 +经定 +经宣
+经打 +经报 +经收 +经盖 +经签 +经给 +经缴 +经群 +经订 +经跟 +经通 +经预 +群发 +群里 +老板 +聊了
+肯了 +肯过 +腾了 +致同 +致定 +致意 +致拍 +致敲 +致确 +致通 +船 +苗 +落地 +表决 +装 +要求 +见了
+见过 +规定 +订 +订上 +订下 +订了 +订他 +订出 +订单 +订她 +订好 +订妥 +订它 +订完 +订金 +订齐
+认 +认了 +认可 +认过 +议了 +讲好 +讲定 +设备 +证 +说好 +说定 +说死 +请帖 +请柬 +谈了 +谈好
+谈妥 +货 +贴出 +贷款 +费用 +跟他 +跟她 +跟对 +车 +车位 +车票 +达成 +过 +过会 +过气 +过过 +退
+退了 +退他 +退她 +退它 +送 +选好 +通知 +通过 +都上 +都下 +都交 +都付 +都公 +都出 +都办 +都发
+都向 +都告 +都和 +都备 +都定 +都宣 +都录 +都批 +都投 +都报 +都排 +都盖 +都签 +都给 +都订 +都认
+都跟 +都退 +都通 +都锁 +都领 +酒席 +酒店 +量好 +量过 +钱 +锁 +锁了 +锁他 +锁她 +锁它 +门票
+院长 +预订 +领导 +首付 +首肯 =approve =approved =approveed =book =bookd =booked =confirm
=confirmd =confirmed =ed =order =orderd =ordered =pay =payd =payed =sign =signd =signed
""",
    # lexicon_commitment.CHOSEN, latin
    "b49a9a09f135": """
$no $takes =all =an =are =be =booked =both =bought =chosen =come =comes =commissioned =each
=ended =every =future =giving =going =hired =is =leased =ll =more =my =new =no =only =ordered
=our =picked =re =rented =reserved =s =signed =so =the =then =will =won ^become ^buying
^canceling ^cancelling ^close ^closing ^come ^cutting ^dropping ^end ^get ^going ^happen ^hiring
^include ^keeping ^leaving ^ll ^meet ^merging ^move ^moving ^open ^opening ^painting ^picking
^planting ^play ^pulling ^renting ^replacing ^retiring ^run ^selling ^shall ^sing ^skipping
^splitting ^start ^starting ^stay ^staying ^sticking ^switching ^take ^taking ^train ^we ^will
~are ~become ~becomes ~belong ~belongs ~close ~closes ~end ~ends ~get ~gets ~goe ~goes ~happen
~happens ~has ~have ~ing ~is ~keep ~keeps ~leave ~leaves ~meet ~meets ~move ~moves ~open ~opens
~play ~plays ~remain ~remains ~run ~runs ~sing ~sings ~start ~starts ~stay ~stays ~train ~trains
~use ~uses
""",
    # lexicon_commitment.CHOSEN, han
    "012961666d6f": """
+一起 +上 +不上 +不做 +不办 +不加 +不卖 +不去 +不建 +不开 +不扩 +不拆 +不拍 +不接 +不搞 +不收
+不放 +不用 +不种 +不续 +不考 +不装 +不要 +不设 +不请 +不走 +买 +了 +交给 +们一 +们两 +们仍
+们俩 +们全 +们决 +们只 +们就 +们打 +们还 +们这 +们都 +住 +保留 +做 +停办 +停掉 +到 +刷 +办于
+办再 +办到 +办在 +包 +包给 +升上 +升为 +升买 +升住 +升做 +升到 +升办 +升去 +升发 +升吃 +升唱
+升喝 +升回 +升在 +升坐 +升成 +升找 +升拍 +升按 +升用 +升由 +升种 +升穿 +升订 +升请 +升走 +去
+去掉 +取 +取名 +取消 +叫 +叫做 +吃 +名叫 +启用 +命名 +咱 +咱一 +咱两 +咱仍 +咱们 +咱俩 +咱全
+咱决 +咱只 +咱就 +咱打 +咱还 +咱这 +咱都 +唱 +坐 +安于 +安再 +安到 +安在 +定主 +定名 +就叫
+并上 +并为 +并买 +并住 +并做 +并到 +并办 +并去 +并发 +并吃 +并唱 +并喝 +并回 +并在 +并坐 +并成
+并找 +并拍 +并按 +并用 +并由 +并种 +并穿 +并订 +并请 +并走 +延上 +延为 +延买 +延住 +延做 +延到
+延办 +延去 +延发 +延吃 +延唱 +延喝 +延回 +延在 +延坐 +延成 +延找 +延拍 +延按 +延用 +延由 +延种
+延穿 +延订 +延请 +延走 +建于 +建再 +建到 +建在 +开 +开于 +开再 +开到 +开在 +我 +我两 +我仍
+我们 +我俩 +我全 +我决 +我只 +我就 +我还 +我都 +担任 +拆上 +拆为 +拆买 +拆住 +拆做 +拆到 +拆办
+拆去 +拆发 +拆吃 +拆唱 +拆喝 +拆回 +拆在 +拆坐 +拆成 +拆找 +拆拍 +拆按 +拆用 +拆由 +拆种 +拆穿
+拆订 +拆请 +拆走 +拍 +挂于 +挂再 +挂到 +挂在 +按 +挪上 +挪为 +挪买 +挪住 +挪做 +挪到 +挪办
+挪去 +挪发 +挪吃 +挪唱 +挪喝 +挪回 +挪在 +挪坐 +挪成 +挪找 +挪拍 +挪按 +挪用 +挪由 +挪种 +挪穿
+挪订 +挪请 +挪走 +换 +换上 +换为 +换买 +换住 +换做 +换到 +换办 +换去 +换发 +换吃 +换唱 +换喝
+换回 +换在 +换坐 +换成 +换找 +换拍 +换按 +换用 +换由 +换种 +换穿 +换订 +换请 +换走 +排于 +排再
+排到 +排在 +推上 +推为 +推买 +推住 +推做 +推到 +推办 +推去 +推发 +推吃 +推唱 +推喝 +推回 +推在
+推坐 +推成 +推找 +推拍 +推按 +推用 +推由 +推种 +推穿 +推订 +推请 +推走 +提上 +提为 +提买 +提住
+提做 +提到 +提办 +提去 +提发 +提吃 +提唱 +提喝 +提回 +提在 +提坐 +提成 +提找 +提拍 +提按 +提用
+提由 +提种 +提穿 +提订 +提请 +提走 +搁于 +搁再 +搁到 +搁在 +搬 +搬上 +搬为 +搬买 +搬住 +搬做
+搬到 +搬办 +搬去 +搬发 +搬吃 +搬唱 +搬喝 +搬回 +搬在 +搬坐 +搬成 +搬找 +搬拍 +搬按 +搬用 +搬由
+搬种 +搬穿 +搬订 +搬请 +搬走 +摆 +摆于 +摆再 +摆到 +摆在 +撤了 +撤掉 +改 +改上 +改为 +改买
+改住 +改做 +改到 +改办 +改去 +改发 +改吃 +改唱 +改喝 +改回 +改在 +改坐 +改成 +改找 +改拍 +改按
+改用 +改由 +改种 +改穿 +改订 +改请 +改走 +放 +放于 +放再 +放到 +放在 +放弃 +是 +是上 +是买
+是以 +是住 +是做 +是办 +是去 +是吃 +是坐 +是按 +是用 +是请 +是走 +是选 +沿用 +用 +盖于 +盖再
+盖到 +盖在 +砍掉 +种 +种于 +种再 +种到 +种在 +租 +移上 +移为 +移买 +移住 +移做 +移到 +移办
+移去 +移发 +移吃 +移唱 +移喝 +移回 +移在 +移坐 +移成 +移找 +移拍 +移按 +移用 +移由 +移种 +移穿
+移订 +移请 +移走 +穿 +给 +缩上 +缩为 +缩买 +缩住 +缩做 +缩到 +缩办 +缩去 +缩发 +缩吃 +缩唱
+缩喝 +缩回 +缩在 +缩坐 +缩成 +缩找 +缩拍 +缩按 +缩用 +缩由 +缩种 +缩穿 +缩订 +缩请 +缩走 +落于
+落再 +落到 +落在 +装 +订 +设于 +设再 +设到 +设在 +请 +调上 +调为 +调买 +调住 +调做 +调到 +调办
+调去 +调发 +调吃 +调唱 +调喝 +调回 +调在 +调坐 +调成 +调找 +调拍 +调按 +调用 +调由 +调种 +调穿
+调订 +调请 +调走 +走 +起名 +跟 +转上 +转为 +转买 +转住 +转做 +转到 +转办 +转去 +转发 +转吃
+转唱 +转喝 +转回 +转在 +转坐 +转成 +转找 +转拍 +转按 +转用 +转由 +转种 +转穿 +转订 +转请 +转走
+还是 +这边 +选 +选于 +选再 +选到 +选在 +选用 +采用 +铺 +降上 +降为 +降买 +降住 +降做 +降到
+降办 +降去 +降发 +降吃 +降唱 +降喝 +降回 +降在 +降坐 +降成 +降找 +降拍 +降按 +降用 +降由 +降种
+降穿 +降订 +降请 +降走
""",
    # lexicon_commitment.SEALED, latin
    "7bc53003fa21": """
=am =are =basta =been =called =cards =deal =deciccion =deciccon =decicion =decicon =decicsion
=decicson =decided =deciscion =deciscon =decison =decission =decisson =desiccion =desiccon
=desicion =desicon =desicsion =desicson =desiscion =desiscon =desision =desison =desission
=desisson =done =end =final =finally =finished =finito =fixed =foot =full =further =goe =goes
=gone =here =instructed =its =lost =made =mind =more =my =now =once =ordered =our =period =pick
=promised =putting =ruled =s =set =settled =slept =sorted =talked =then =thing =though =thought
=through =told =verdict =winner ^agreed ^approved ^argument ^bet ^booked ^boot ^certain ^deal
^debate ^decided ^doing ^fixed ^history ^is ^loses ^lost ^made ^offical ^official ^oficial ^out
^passed ^plan ^reflection ^sealed ^settled ^signed ^sure ^thought ^thoughts ^vote ^voted ^winner
^writing
""",
    # lexicon_commitment.SEALED, han
    "b38cc89d0c30": """
$confirmd $finalise $finalised $finalize $finalized $finally $fix $fixd $lock $lockd $settle
$settled +一推 +一款 +三回 +三推 +三款 +三退 +上买 +上交 +上付 +上决 +上就 +上签 +上订 +下出
+下单 +两回 +两推 +两款 +两退 +个回 +个退 +为 +买票 +了个 +了公 +了函 +了定 +了押 +了款 +了的
+了订 +了请 +了通 +了邀 +了钱 +了首 +争了 +争到 +于出 +于定 +于挑 +于敲 +于是 +于有 +于用 +于选
+交定 +会上 +会决 +会里 +位回 +位推 +位退 +再想 +再找 +再挑 +再比 +再犹 +再琢 +再看 +再纠 +再选
+再问 +决议 +几回 +几家 +几推 +几款 +几退 +出个 +出了 +到半 +到后 +到头 +到底 +刷了 +午付 +午去
+午就 +午签 +午订 +印了 +去下 +去买 +去交 +去付 +去办 +去签 +去订 +反悔 +发公 +发函 +发请 +发过
+发通 +发邀 +后出 +后天 +后定 +后挑 +后敲 +后是 +后有 +后用 +后选 +周去 +在 +在想 +在找 +在挑
+在比 +在琢 +在看 +在选 +在问 +备了 +外一 +外三 +外两 +外个 +外几 +外回 +外家 +外推 +外款 +外退
+外那 +天付 +天就 +天签 +天订 +好歹 +始做 +始准 +始刷 +始印 +始录 +始拍 +始排 +始施 +始画 +始种
+始装 +委上 +委决 +委的 +委里 +定死 +定的 +家推 +家退 +就付 +就别 +就就 +就签 +就订 +局上 +局决
+局的 +局里 +底定 +底挑 +底敲 +底用 +底选 +总算 +想到 +想来 +成 +我交 +我付 +我打 +打了 +拍死
+挑 +挑下 +挑了 +挑到 +挑去 +挑来 +挑的 +敲 +敲了 +敲死 +敲的 +是出 +晚付 +晚去 +晚签 +晚订
+最终 +来想 +来比 +来选 +款回 +款推 +款退 +比下 +比到 +比来 +用了 +用的 +的是 +看下 +看去 +租了
+算下 +算出 +算是 +组上 +终于 +终定 +终挑 +终敲 +终用 +终选 +经发 +结了 +聊下 +聊到 +解约 +订死
+讲死 +论到 +说死 +谈下 +谈到 +谈死 +豫了 +货了 +跑下 +转了 +这下 +这就 +退租 +退订 +退货 +选下
+选了 +选来 +选的 +那三 +那两 +那回 +那推 +那退 +部上 +部的 +部里 +都发 +里决 +量到 +问下
=choose =done =pick ~finallygo
""",
    # lexicon_commitment.BACKED, latin
    "7405ae47ae65": """
=after =all =already =are =been =both =has =have =is =just =love =loves =not =now =s =ve =won
^agree ^agrees ^allow ^decree ^final ^good ^insist ^insists ^instead ^lend ^longer ^official
^policy ^ruled ^voted
""",
    # lexicon_commitment.BACKED, han
    "9b205f8190f0": """
+一致 +了 +决 +定 +就这 +就那 +已经 +意见 +批 +死 +的 +硬 +统一 +要求 +认 +过 +都
""",
    # lexicon_commitment.TASK, latin
    "b354ad19bf3f": """
$add $answer $ask $book $calculate $call $carry $change $check $choose $compare $compile
$compute $convert $correct $count $create $cut $debug $delete $describe $design $dig $do $draft
$draw $email $explain $find $fix $format $generate $give $go $help $invite $list $look $lower
$make $merge $message $move $order $paraphrase $pick $plan $polish $prepare $print $proceed
$proofread $put $raise $read $recommend $redo $remind $remove $rename $replace $reply $review
$rewrite $run $schedule $search $send $set $shorten $show $sort $suggest $sum $summarise
$summarize $swap $take $tell $text $thank $tidy $translate $turn $update $work $write =act =acts
=ahead =also =can =chapter =chapters =clause =clauses =could =figure =find =issue =issues =item
=items =just =line =lines =page =pages =part =parts =pls =pr =prs =quickly =scene =scenes
=section =sections =slide =slides =through =ticket =tickets =track =tracks =u =will =work =would
^where ^whether
""",
    # lexicon_commitment.LIMIT_REASON, latin
    "a677c03f7fad": """
=absolutely =adamant =are =bylaw =bylaws =can =clear =doesn =don =fire =firm =get =gets
=guideline =guidelines =has =have =health =laid =order =orders =perfectly =policy =quiteadamant
=quiteclear =quitefirm =quitestrict =regulation =regulations =rule =rules =s =says =set =stated
=strict =turned =will =won =written ^allows ^bend ^budge ^cap ^caps ^cent ^closed ^closes
^condition ^day ^deadline ^demand ^demands ^dollar ^euro ^fined ^forbid ^forbids ^full ^give
^gives ^gram ^has ^hold ^holds ^insist ^insists ^insurance ^law ^leaves ^legally ^licence
^license ^limit ^limits ^line ^locked ^locks ^marshal ^maximum ^meter ^metre ^minimum ^minute
^move ^off ^officer ^order ^orders ^page ^pay ^pays ^penny ^policy ^pound ^regulation
^regulations ^require ^requirement ^requires ^rule ^rules ^second ^shut ^shuts ^spend ^stretch
^takes ^terms ^word
""",
    # lexicon_commitment.LIMIT_REASON, han
    "8b2075846b8a": """
+一分 +不允 +不准 +不批 +不松 +不肯 +不让 +不许 +么多 +么大 +么点 +么长 +例外 +关门 +写着 +到期
+卡 +卡得 +只够 +只批 +只有 +只给 +合规 +安全 +弹性 +得选 +执照 +批不 +批文 +有余 +死线 +没余
+没例 +法律 +清场 +熄灯 +着的 +要求 +规定 +限定 +限时 +限重 +限额 +限高
""",
    # lexicon_commitment.OTHERS_AFFAIRS, latin
    "8a5791fb69c2": """
$aunt $aunts $brother $brothers $colleague $colleagues $colleaguess $competitor $competitors
$competitorss $cousin $cousins $dad $dads $daughter $daughters $ex $exs $flatmate $flatmates
$friend $friends $friendss $gran $grandma $grandmas $grandpa $grandpas $grans $hometown
$hometowns $kid $kids $kidss $landlord $landlords $mate $mates $mom $moms $mum $mums $neighbor
$neighbors $neighborss $neighbour $neighbours $neighbourss $nephew $nephews $niece $nieces
$parents $parentss $rival $rivals $roommate $roommates $sister $sisters $son $sons $uncle
$uncles =boss =bosss =city =county =door =laws =lawss =neighboring =neighbouring =rival =school
=schools =town ^city ^council ^government ^king ^mayor ^minister ^president ^state
""",
    # lexicon_commitment.OTHERS_AFFAIRS, han
    "da45f14e10a4": """
+人家 +他们 +他家 +侄 +别人 +别家 +县里 +叔 +同事 +同学 +哥们 +国家 +堂哥 +堂妹 +堂姐 +堂弟
+外甥 +她们 +她家 +姑 +姨 +室友 +对方 +对门 +市里 +我叔 +我哥 +我妹 +我姐 +我姑 +我姨 +我弟
+我朋 +我舅 +我邻 +政府 +教育 +新闻 +朋友 +楼上 +楼下 +网友 +舅 +表哥 +表妹 +表姐 +表弟 +邻居
+闺蜜 +隔壁
""",
    # lexicon_offer.PROPOSE, latin
    "fede57a82f68": """
$lean $opt $vote =about =adopt =agree =alright =argue =best =better =both =can =cheaper =choose
=cleaner =cleanest =comfortable =consider =could =couple =do =draft =easier =either =few =fine
=for =game =good =happy =how =i =idea =if =let =lets =may =might =nicer =ok =okay =on =open
=option =ought =perhaps =pick =plan =prefer =preferable =preferred =proposal =proposed =rather
=recommendation =recommended =right =safer =safest =say =sense =sensible =several =shall =should
=simpler =simplest =stronger =suggested =suggestion =then =up =vote =we =which =why =willing
=wise =wiser =would =your ^advice ^advise ^agree ^alternatives ^approach ^approaches ^best
^better ^candidates ^choices ^fix ^if ^option ^options ^ought ^pick ^plan ^possibilities
^preference ^proposal ^propose ^proposed ^recommend ^recommendation ^routes ^sensible ^settle
^shall ^simply ^suggest ^suggestion ^team ^these ^toward ^towards ^variant ^variants ^version
^ways ^well ^whole ^wise ^worth ^would ~favor ~favour ~propose
""",
    # lexicon_offer.PROPOSE, han
    "f50d9660ec83": """
$ok $proposal +三套 +三款 +三种 +下可 +下呢 +下好 +下如 +下怎 +下行 +不如 +不妨 +不就 +不我
+不然 +两款 +个人 +个做 +个办 +个定 +个思 +个方 +个路 +个选 +为可 +为应 +么咱 +么定 +么就 +么我
+以不 +以么 +以吗 +以嘛 +以定 +以把 +以按 +以换 +以改 +以放 +以用 +以统 +以考 +以设 +以走 +以选
+以采 +们就 +会选 +何不 +你意 +你看 +保险 +偏向 +做法 +几套 +几条 +几款 +几种 +划算 +办法 +可以
+可取 +可否 +合适 +同意 +吗 +否同 +否妥 +否定 +否就 +否按 +否换 +否改 +否用 +否统 +否这 +否采
+哪一 +哪种 +嘛 +四套 +四条 +四款 +四种 +套做 +套办 +套思 +套方 +套路 +套选 +好 +好不 +好么
+好吗 +好嘛 +好定 +好把 +好按 +好换 +好改 +好放 +好用 +好统 +好考 +好设 +好选 +好采 +妥否 +妥当
+定不 +定么 +定吗 +定吧 +定哪 +定嘛 +定如 +宜定 +宜把 +宜按 +宜换 +宜改 +宜放 +宜用 +宜统 +宜考
+宜设 +宜走 +宜选 +宜采 +就咱 +就定 +就就 +就我 +干脆 +应当 +建议 +张是 +当否 +得可 +得呢 +得好
+得如 +得应 +得怎 +得用 +得行 +得这 +得选 +思是 +思路 +您意 +想法 +意下 +意不 +意么 +意吗 +意嘛
+我主 +我会 +我倾 +我建 +我思 +我意 +我打 +我赞 +打算 +拟以 +拟定 +拟将 +拟把 +拟采 +推荐 +提案
+提议 +方式 +方案 +更主 +更优 +更会 +更保 +更倾 +更偏 +更划 +更好 +更推 +更省 +更看 +更稳 +更觉
+更赞 +更适 +更靠 +最优 +最保 +最合 +最好 +最推 +最省 +最看 +最稳 +最适 +最靠 +条做 +条办 +条思
+条方 +条选 +样定 +用不 +用么 +用吗 +用哪 +用嘛 +的建 +的思 +的意 +省事 +看可 +看呢 +看好 +看如
+看怎 +看法 +看行 +看这 +种 +种做 +种办 +种思 +种方 +种路 +种选 +稳妥 +算是 +能否 +行 +行不
+行么 +行吗 +行嘛 +要不 +要同 +要哪 +要定 +要就 +要按 +要换 +要改 +要用 +要统 +要这 +要采 +见是
+议是 +该定 +该把 +该按 +该换 +该改 +该放 +该用 +该统 +该考 +该设 +该走 +该选 +该采 +走哪 +路
+路线 +较优 +较保 +较划 +较合 +较好 +较推 +较省 +较看 +较稳 +较适 +较靠 +选哪 +选择 +选法 +选项
+那 +那咱 +那就 +那我 +采用 +靠谱 +首选 ^propose ^recommend ^suggest
""",
    # lexicon_offer.ADVICE, latin
    "3a2f7f79462e": """
=advice =advise =best =better =could =d =either =favor =favour =ideally =lean =leaning =might
=option =ought =prefer =preferable =preferred =proposal =propose =proposed =proposes =rather
=recommend =recommendation =recommended =recommends =should =suggest =suggested =suggestion
=suggests =they =think =vote =well =worth =would
""",
    # lexicon_offer.ADVICE, han
    "cb5308fb9b5b": """
+不如 +不妨 +主张 +会选 +值得 +倾向 +可以 +合适 +宜 +应当 +应该 +建议 +我选 +推荐 +提议 +方案
+更划 +更好 +更省 +更稳 +最好 +考虑 +要不 +要么
""",
    # lexicon_offer.SEEKS_YES, latin
    "d2c266b40e65": """
=agree =agreed =any =are =can =could =deal =do =does =either =everyone =how =is =may =ok =okay
=or =right =shall =should =sound =sounds =what =which =will =would
""",
    # lexicon_offer.SEEKS_YES, han
    "661c03c7392f": """
+么 +么样 +可否 +吗 +呢 +哪个 +哪种 +嘛 +好不 +如何 +怎样 +是否 +行不 +要不
""",
    # lexicon_offer.PERMISSION, latin
    "334341953b24": """
=ahead =allowed =alright =also =am =can =cleared =continue =could =fine =going =have =if =just
=let =like =ll =may =might =mind =must =need =ok =okay =permission =proceed =quickly =ready
=shall =should =then =want =will =would
""",
    # lexicon_offer.PERMISSION, han
    "4dd1e08127b4": """
+上删 +上发 +上开 +上执 +上把 +上提 +上运 +先把 +删除 +刻发 +刻开 +刻执 +刻提 +刻运 +去把 +发送
+可否 +否允 +否我 +否执 +否现 +否继 +否让 +否运 +否需 +在开 +在执 +在提 +在运 +我先 +我再 +我准
+我去 +我可 +我将 +我就 +我帮 +我得 +我想 +我打 +我执 +我来 +我现 +我继 +我能 +我要 +我运 +我需
+我马 +来把 +要允 +要先 +要帮 +要我 +要执 +要现 +要继 +要让 +要运 +要需 +许我 +这就 +需要
""",
    # lexicon_offer.OWN_OFFER, latin
    "307e17f6fee5": """
=can =could =like =may =shall =should =want =would
""",
    # lexicon_offer.OWN_OFFER, han
    "3cda0834e447": """
+后我 +后由 +就帮 +就我 +就替 +就来 +就由 +就给 +律我 +律由 +律都 +我帮 +我替 +我来 +我给 +望我
+次我 +次由 +要我 +都帮 +都我 +都替 +都来 +都由 +需要
""",
    # lexicon_offer.DONE, latin
    "31535422bde5": """
$added $adjusted $applied $booked $called $changed $checked $chosen $committed $completed
$created $decided $deployed $done $drafted $filed $finished $fixed $implemented $installed $made
$merged $moved $ordered $printed $pushed $put $ran $removed $renamed $run $scheduled $sent $set
$switched $updated $upgraded $uploaded $written
""",
    # lexicon_offer.DONE, han
    "2243308da3ee": """
+修好 +写好 +均已 +已 +已经 +弄好 +成了 +改好 +跑完 +都已
""",
    # lexicon_offer.OWN_PROPOSAL, latin
    "3459b0de203f": """
$go =go =let =shall =should ^advise ^favor ^favour ^lean ^propose ^recommend ^suggest ~advise
~favor ~favour ~lean ~propose ~recommend ~suggest
""",
    # lexicon_offer.OWN_PROPOSAL, han
    "92ae5d744371": """
+主张 +建议 +我倾 +推荐 +提议 +更倾
""",
    # lexicon_offer.POINTER_WORDS, latin
    "848e1f5c9d68": """
=a =about =adopt =agree =agreed =ahead =all =and =any =approach =are =as =be =both =by =call
=can =choice =choose =confirm =convention =could =deal =decision =did =do =does =either =fine
=for =forward =get =go =going =good =happy =here =how =i =in =is =it =keep =know =let =like
=look =looks =make =may =me =move =n =no =objection =objections =ok =okay =on =one =ones =option
=or =pick =plan =prefer =proceed =project =proposal =right =rule =settle =shall =should =so
=sound =sounds =standard =take =team =that =the =them =then =there =these =think =this =those
=thoughts =three =to =two =us =use =want =way =we =what =which =with =work =works =would =y =yes
=you =your
""",
    # lexicon_offer.POINTER_WORDS, han
    "054cd0af4f7e": """
+一 +下 +不 +个 +么 +么样 +了 +你 +做 +办 +可 +可以 +同意 +吗 +否 +吧 +呢 +咱们 +哪 +好 +如何
+定 +就 +得 +怎样 +您 +意下 +意见 +我们 +按 +接受 +方式 +方案 +是 +是否 +来 +照 +用 +的 +看
+确认 +种 +能 +行 +要 +觉得 +认为 +说 +请 +这 +这么 +这样 +选 +那 +那么 +那样 +采用 +采纳 ~ok
""",
    # lexicon_reply.RESERVED, latin
    "ce583d260409": """
=before =don =give =hang =heard =hold =how =isn =let =long =not =think ^about ^although ^but
^caveat ^change ^condition ^depends ^dont ^except ^exception ^fast ^funny ^however ^if ^instead
^later ^maybe ^might ^nah ^never ^no ^nope ^not ^now ^once ^or ^perhaps ^provided ^quite ^rather
^really ^sure ^though ^tomorrow ^unless ^until ^wait ^whatever ^yet ~first
""",
    # lexicon_reply.RESERVED, han
    "091f9d0b85b8": """
+不可 +不同 +不太 +不好 +不对 +不行 +不要 +不过 +么做 +么干 +么搞 +么来 +也许 +人家 +但 +先不
+先别 +再想 +再看 +再议 +再说 +别人 +别急 +前提 +只是 +可惜 +可是 +可笑 +可能 +同行 +商量 +回头
+天再 +如果 +容我 +想想 +才怪 +换成 +改为 +改成 +晚点 +暂时 +有点 +然而 +真够 +离谱 +等一 +等等
+算了 +考虑 +荒唐 +要是 +让我 +还是 +问问 +除了 +除非
""",
    # lexicon_reply.ECHO, latin
    "09c4f79714a5": """
=can =do =down =fine =for =go =good =great =is =it =let =lock =makes =may =off =ok =out =perfect
=s =second =shall =sounds =suits =them =those =up =will =works ^agreed ^aye ^deal ^ideal ^is
^lovely ^me ^objection ^objections ^perfect ^please ^seconded ^settled ^sold ^then ^thing ^vote
^wins ^yep ^yes ^yup
""",
    # lexicon_reply.ECHO, han
    "91c422e5657a": """
+中意 +可以 +合咱 +合意 +合我 +同意 +吧 +听你 +喜欢 +好 +定 +定了 +就 +异议 +挺合 +挺好 +支持
+有意 +有问 +没意 +没问 +照办 +甚好 +用它 +用这 +用那 +行 +要 +让 +赞成 +选 +那就
""",
    # lexicon_reply.WELL, latin
    "af2cf4c589ca": """
=brilliant =fine =good =great =ideal =lovely =nice =ok =okay =perfect =suits =works
""",
    # lexicon_reply.FAULT, latin
    "93b2db5bf72d": """
=can =could =didn =doesn =hold =isn =not =too =when =won ^already ^did ^dislike ^had ^hate ^how
^keen ^still ^tempting ^tried ^was ^were ^what ^which ^who ^why ^worried
""",
    # lexicon_reply.FAULT, han
    "818d6913dedd": """
+不合 +不喜 +不如 +不妥 +不想 +不用 +不通 +为什 +什么 +先 +再 +刚才 +后可 +后好 +后行 +吗 +呢
+哪 +多少 +够呛 +太 +已经 +必要 +怎么 +悬 +担心 +试了 +贵 +赶 +过了 +难
""",
    # lexicon_reply.HEARD_ONLY, latin
    "3e81231d796f": """
=clear =copy =got =heard =interesting =know =noted =roger =see =thank =thanks =thx =ty
=understood
""",
    # lexicon_reply.HEARD_ONLY, han
    "5116e5b6309a": """
+了解 +厉害 +原来 +懂 +收到 +明白 +晓得 +有意 +清楚 +理解 +看到 +知道 +谢谢 +辛苦
""",
    # lexicon_reply.CHOOSING, latin
    "f1c7ff666484": """
=a =agreed =and =approach =be =best =better =choose =clearly =d =definitely =do =fine =for =go
=going =good =great =have =hm =i =is =it =lean =let =like =ll =make =me =more =most =my
=obviously =of =ok =okay =on =one =option =pick =plan =please =pls =prefer =probably =right =s
=say =so =sounds =sure =take =thank =thanks =that =the =them =then =these =think =this =those
=to =two =us =use =variant =version =vote =want =we =well =will =wins =with =works =would =yeah
=yep =yes
""",
    # lexicon_reply.CHOOSING, han
    "5f6dc59668bf": """
+个 +了 +于 +们 +倾向 +可以 +合适 +吧 +呀 +哈 +啊 +喜欢 +嗯 +好 +定 +就 +得 +想 +我 +投 +按
+方案 +更 +最 +来 +比较 +用 +的 +种 +行 +要 +觉 +觉得 +走 +还是 +这 +选 +那 +采
""",
    # lexicon_request.POLITE, latin
    "89024d437c2d": """
$care $has =are =ask =belong =can =come =d =expect =get =go =has =have =i =may =mind =must =need
=needs =ought =see =shall =should =stay =u =us =would ^ask ^banned ^can ^enough ^fine ^forbidden
^kindly ^limits ^mandatory ^may ^must ^never ^please ^plenty ^pls ^plz ^required ^shall ^should
^sure ~gets ~like ~must ~need ~needs ~should ~want
""",
    # lexicon_request.POLITE, han
    "38b552d1d568": """
+一以 +一先 +一写 +一分 +一列 +一别 +一加 +一备 +一存 +一定 +一带 +一引 +一律 +一得 +一把 +一拆
+一按 +一换 +一控 +一提 +一改 +一放 +一标 +一注 +一照 +一用 +一留 +一省 +一给 +一要 +一记 +一译
+一贴 +一配 +一采 +一附 +不准 +不得 +不必 +不用 +不能 +不要 +不许 +不需 +以我 +候不 +候保 +候先
+候写 +候别 +候加 +候只 +候多 +候少 +候就 +候尽 +候带 +候把 +候按 +候标 +候用 +候要 +候请 +候避
+候都 +候附 +先以 +先先 +先写 +先分 +先列 +先别 +先加 +先备 +先存 +先带 +先引 +先得 +先把 +先拆
+先按 +先换 +先控 +先提 +先改 +先放 +先标 +先注 +先照 +先用 +先留 +先省 +先给 +先要 +先记 +先译
+先贴 +先配 +先采 +先附 +全 +全以 +全先 +全写 +全分 +全列 +全别 +全加 +全备 +全存 +全带 +全引
+全得 +全把 +全拆 +全按 +全换 +全控 +全提 +全改 +全放 +全标 +全注 +全照 +全用 +全留 +全省 +全给
+全要 +全记 +全译 +全贴 +全配 +全采 +全附 +再以 +再先 +再写 +再分 +再列 +再别 +再加 +再备 +再存
+再带 +再引 +再得 +再把 +再拆 +再按 +再换 +再控 +再提 +再改 +再放 +再标 +再注 +再照 +再用 +再留
+再省 +再给 +再要 +再记 +再译 +再贴 +再配 +再采 +再附 +列的 +别 +务必 +勿 +千万 +发我 +发给 +只
+只写 +只列 +只发 +只标 +只用 +只留 +只看 +只给 +只要 +只说 +叫我 +叫给 +告诉 +喊我 +喊给 +定先
+定别 +定得 +定要 +就以 +就先 +就写 +就分 +就列 +就别 +就加 +就备 +就存 +就带 +就引 +就得 +就把
+就拆 +就按 +就换 +就控 +就提 +就改 +就放 +就标 +就注 +就照 +就用 +就留 +就省 +就给 +就要 +就记
+就译 +就贴 +就配 +就采 +就附 +尽量 +应当 +律以 +律先 +律写 +律分 +律列 +律别 +律加 +律备 +律存
+律带 +律引 +律得 +律把 +律拆 +律按 +律换 +律控 +律提 +律改 +律放 +律标 +律注 +律照 +律用 +律留
+律省 +律给 +律要 +律记 +律译 +律贴 +律配 +律采 +律附 +得先 +得写 +得带 +得按 +得有 +得用 +得给
+必须 +我准 +我出 +我列 +我加 +我定 +我报 +我按 +我排 +我提 +我标 +我注 +我留 +我翻 +我讲 +我配
+我附 +抄送 +拜托 +按我 +时不 +时保 +时先 +时写 +时别 +时加 +时只 +时多 +时少 +时就 +时尽 +时带
+时把 +时按 +时标 +时用 +时要 +时请 +时避 +时都 +时附 +最好 +注意 +烦你 +烦您 +照我 +知我 +知给
+要以 +要先 +要写 +要分 +要列 +要别 +要加 +要备 +要存 +要带 +要引 +要得 +要把 +要拆 +要按 +要换
+要控 +要提 +要改 +要放 +要标 +要注 +要照 +要用 +要留 +要省 +要给 +要要 +要记 +要译 +要贴 +要配
+要采 +要附 +记一 +记住 +记得 +记着 +诉给 +请 +送给 +都 +都以 +都先 +都写 +都分 +都列 +都别
+都加 +都备 +都存 +都带 +都引 +都得 +都把 +都拆 +都按 +都换 +都控 +都提 +都改 +都放 +都标 +都注
+都照 +都用 +都留 +都省 +都给 +都要 +都记 +都译 +都贴 +都配 +都采 +都附 +醒我 +醒给 +问我 +问给
+默认 ^keep ^mark ^put ^stay ^write
""",
    # lexicon_request.PREFER, latin
    "913788bd2def": """
$bear $kind $note $remember =address =also =always =annoys =appear =appears =appreciate =are =as
=asking =assume =begin =belong =belongs =best =better =bothers =bugs =calculate =call =cannot
=cant =checking =come =comes =could =count =d =deal =definitely =dislike =do =ever =expect =far
=generally =get =gets =go =goes =great =hate =helpful =helps =i =if =into =irritates =just =like
=lovely =measure =mind =more =much =my =need =never =nice =normally =personally =plan =pleas
=pls =plz =prefer =quit =rather =really =refer =same =show =shows =sooner =spell =stand =start
=stay =stays =still =stop =strongly =these =think =treat =unasked =us =usual =usually =very
=want =wish =work =would =write =your =yourself ^abide ^addressed ^again ^agian ^always ^annoys
^anymore ^ask ^asked ^bear ^better ^book ^bothers ^bugs ^call ^called ^consulted ^copied
^default ^favor ^favour ^future ^give ^hand ^informed ^kept ^more ^never ^notified ^offer
^propose ^put ^quote ^read ^reminded ^send ^show ^shown ^stand ^stop ^suggest ^told ^unasked
^warned ^write ^yourself ~guy ~person
""",
    # lexicon_request.PREFER, han
    "66447a701535": """
+一切 +不惯 +于看 +交流 +人反 +人受 +人就 +人很 +人怕 +人最 +人烦 +人特 +人见 +人讨 +人顶 +优先
+你叫 +你喊 +你称 +偏好 +偏爱 +先推 +先考 +先说 +先选 +再写 +再加 +再发 +再叫 +再推 +再用 +则是
+别反 +别受 +别怕 +别总 +别烦 +别老 +别见 +别讨 +动不 +动写 +动加 +动叫 +动在 +动堆 +动就 +动弄
+动拿 +动推 +动搞 +动放 +动用 +动给 +动说 +动跟 +反感 +受不 +叫我 +后叫 +后喊 +后称 +向看 +味是
+呼我 +和我 +喊我 +好是 +宁可 +宁愿 +对我 +就受 +就叫 +就怕 +就烦 +就看 +就见 +就讨 +很受 +很怕
+很烦 +很看 +很见 +很讨 +情愿 +惯是 +我怕 +我最 +我烦 +我特 +我见 +我讨 +我顶 +打字 +按老 +时宁
+是写 +是加 +是发 +是叫 +是在 +是堆 +是宁 +是弄 +是拿 +是推 +是搞 +是放 +最受 +最怕 +最看 +最见
+最讨 +样子 +每一 +每回 +每次 +求是 +矩是 +究是 +老加 +老发 +老叫 +老在 +老堆 +老弄 +老拿 +老推
+老搞 +老放 +老是 +老给 +老规 +老说 +老跟 +聊天 +讲话 +说话 +请叫 +风格 ~prefer
""",
    # lexicon_request.WANT, latin
    "2f843be7fda0": """
~detest ~dislike ~expect ~hate ~insist ~like ~loathe ~need ~require ~want
""",
    # lexicon_request.WANT, han
    "a683a398c257": """
+不习 +不喜 +不惯 +不爱 +也习 +也反 +也受 +也喜 +也希 +也忌 +也怕 +也想 +也烦 +也爱 +也看 +也要
+也见 +也讨 +也需 +别习 +别反 +别受 +别喜 +别希 +别忌 +别怕 +别想 +别烦 +别爱 +别要 +别见 +别讨
+别需 +又不 +又习 +又反 +又受 +又喜 +又希 +又忌 +又怕 +又想 +又烦 +又爱 +又看 +又见 +又讨 +又需
+反感 +受不 +只不 +只习 +只受 +只喜 +只希 +只忌 +只怕 +只想 +只烦 +只爱 +只要 +只见 +只讨 +只需
+向不 +向习 +向受 +向喜 +向希 +向忌 +向怕 +向想 +向来 +向烦 +向爱 +向看 +向要 +向见 +向讨 +向需
+实习 +实受 +实喜 +实希 +实忌 +实怕 +实想 +实烦 +实爱 +实看 +实要 +实见 +实讨 +实需 +就不 +就习
+就受 +就喜 +就希 +就忌 +就怕 +就想 +就烦 +就爱 +就看 +就要 +就见 +就讨 +就需 +希望 +很不 +很习
+很受 +很喜 +很希 +很忌 +很怕 +很想 +很烦 +很爱 +很看 +很要 +很见 +很讨 +很需 +得我 +我也 +我习
+我其 +我又 +我喜 +我平 +我忌 +我怕 +我想 +我是 +我最 +我比 +我烦 +我爱 +我特 +我要 +我见 +我讨
+我读 +我还 +我都 +我需 +是习 +是受 +是喜 +是希 +是忌 +是怕 +是想 +是烦 +是爱 +是见 +是讨 +是需
+更不 +更习 +更受 +更喜 +更希 +更忌 +更怕 +更想 +更烦 +更爱 +更要 +更见 +更讨 +更需 +最不 +最习
+最受 +最希 +最忌 +最怕 +最想 +最爱 +最看 +最要 +最见 +最讨 +最需 +直不 +直习 +直受 +直喜 +直希
+直忌 +直怕 +直想 +直烦 +直爱 +直看 +直要 +直见 +直讨 +直需 +看到 +看着 +真不 +真习 +真受 +真喜
+真希 +真忌 +真怕 +真想 +真烦 +真爱 +真看 +真要 +真见 +真讨 +真需 +较不 +较习 +较受 +较希 +较忌
+较怕 +较想 +较烦 +较爱 +较看 +较要 +较见 +较讨 +较需 +这边 +都习 +都受 +都喜 +都希 +都忌 +都怕
+都想 +都烦 +都爱 +都见 +都讨 +都需
""",
    # lexicon_request.HABIT, latin
    "23a571580868": """
$color $used =allergy =always =am =back =bad =boss =can =cannot =car =carsick =client =clients
=company =dad =daughter =don =dont =drink =drive =eat =eyes =eyesight =family =father =firm =fly
=have =hear =hearing =house =husband =kid =kids =kitchen =knees =m =mom =mother =motionsick =mum
=never =not =office =only =peeve =phone =poor =practice =principle =printer =quirk =read
=readers =request =school =screen =sea =seasick =see =shop =sick =son =speak =spell =stand
=students =studio =tend =travel =use =ve =weak =wife =work =write ^allergy ^always ^bad ^blind
^buy ^calculate ^called ^carsick ^cook ^count ^detest ^dislike ^done ^drink ^drive ^eat ^fan
^fly ^generally ^handed ^hate ^have ^hear ^like ^loathe ^love ^measure ^mine ^mostly ^motionsick
^never ^normally ^only ^poor ^print ^publish ^put ^read ^seasick ^see ^sell ^serve ^sick
^sighted ^skip ^speak ^spell ^stand ^stock ^think ^travel ^used ^usually ^weak ^wear ^work
^write ^written ~allergic ~blind ~celiac ~coeliac ~colorblind ~colourblind ~deaf ~diabetic
~dyslexic ~hindu ~jewish ~kosher ~lactose ~muslim ~pescatarian ~vegan ~vegans ~vegetarian
~vegetarians
""",
    # lexicon_request.HABIT, han
    "eeb707939408": """
+一向 +一点 +一般 +不习 +不会 +不便 +不吃 +不喜 +不喝 +不坐 +不快 +不惯 +不懂 +不活 +不爱 +不用
+不碰 +不耐 +不认 +不识 +也不 +也习 +也反 +也受 +也喜 +也忌 +也爱 +也看 +也见 +也讨 +习惯 +乳糖
+从不 +从来 +别习 +别反 +别受 +别喜 +别忌 +别爱 +别见 +别讨 +又不 +又习 +又反 +又受 +又喜 +又忌
+又爱 +又看 +又见 +又讨 +反感 +受不 +只不 +只习 +只住 +只受 +只吃 +只喜 +只喝 +只坐 +只忌 +只爱
+只用 +只看 +只见 +只认 +只讨 +只读 +吃不 +吃素 +向不 +向习 +向受 +向喜 +向忌 +向来 +向爱 +向看
+向见 +向讨 +喜欢 +喝不 +实不 +实习 +实受 +实喜 +实忌 +实爱 +实看 +实见 +实讨 +就不 +就习 +就受
+就喜 +就忌 +就爱 +就看 +就见 +就讨 +尿病 +很不 +很习 +很受 +很喜 +很忌 +很爱 +很看 +很见 +很讨
+忌 +忌口 +忘性 +怕 +性不 +性差 +手抖 +时不 +时习 +时受 +时喜 +时忌 +时爱 +时看 +时见 +时讨
+是习 +是受 +是喜 +是忌 +是爱 +是见 +是讨 +更不 +更习 +更受 +更喜 +更忌 +更爱 +更见 +更讨 +最不
+最习 +最受 +最喜 +最忌 +最怕 +最烦 +最爱 +最看 +最见 +最讨 +朝北 +朝南 +没 +没有 +烦 +爬不 +爱
+特别 +用不 +直不 +直习 +直受 +直喜 +直忌 +直爱 +直看 +直见 +直讨 +真不 +真习 +真受 +真喜 +真忌
+真爱 +真看 +真见 +真讨 +眼睛 +眼花 +着累 +素食 +老花 +耳背 +能吃 +脚不 +腿脚 +色弱 +色盲 +花粉
+见不 +讨厌 +读不 +较不 +较习 +较受 +较喜 +较忌 +较爱 +较看 +较见 +较讨 +过敏 +近视 +都习 +都受
+都喜 +都忌 +都爱 +都见 +都讨 +长期
""",
    # lexicon_request.ADDRESSED, latin
    "036f47203159": """
=me =mine =my =u =ur =you =your =yours =yourself
""",
    # lexicon_request.ADDRESSED, han
    "418003404fde": """
+你 +您 +我
""",
    # lexicon_request.MEMORISE, latin
    "b485009dbdfc": """
=bear =memorise =memorize =mind =note =pls =remember ^memorise ^memorize ^mind ^note ^remember
""",
    # lexicon_request.MEMORISE, han
    "e4a4ea2a333d": """
+你牢 +你记 +切记 +我牢 +我记 +期牢 +期记 +烦牢 +烦记 +牢记 +记一 +记下 +记住 +记好 +记牢 +记着
+请记 +谨记
""",
    # lexicon_veto.TEMPORARY, latin
    "d1838f9e1998": """
=as =audit =batch =deck =demo =draft =email =exam =file =friday =he =interview =just =launch
=letter =message =monday =next =normal =one =only =particular =party =photo =pr =report =right
=she =show =single =talk =that =this =throw =thrown =till =today =tomorrow =tonight =trip =until
=visit ^back ^being ^bit ^case ^chapter ^class ^concert ^currently ^day ^demo ^dinner ^dirty
^eulogy ^evening ^event ^exam ^exception ^exceptionally ^flyer ^friday ^game ^interview ^lesson
^minute ^moment ^monday ^noon ^normal ^now ^occasion ^off ^old ^once ^only ^ordinary ^page
^paragraph ^poster ^regular ^scene ^sec ^second ^section ^show ^slide ^song ^talk ^temporarily
^temporary ^thing ^throwaway ^time ^today ^tomorrow ^tonight ^trip ^usual ^visit ^week ^weekend
^while ^workshop
""",
    # lexicon_veto.TEMPORARY, han
    "0691c918f847": """
+一份 +一单 +一周 +一回 +一场 +一封 +一张 +一批 +一晚 +一期 +一桌 +一段 +一版 +一章 +一篇 +一趟
+一顿 +一首 +下不 +下先 +下只 +下就 +下暂 +下期 +下篇 +不上 +不写 +不加 +不动 +不发 +不放 +个月
+临时 +仅一 +仅今 +仅在 +仅对 +仅是 +仅本 +仅此 +仅给 +仅这 +仅针 +仅限 +今天 +今早 +今晚 +今次
+会儿 +你先 +停一 +停会 +停吧 +先 +先不 +先休 +先停 +先凑 +先别 +先到 +先忙 +先撤 +先收 +先散
+先歇 +先睡 +先缓 +先走 +先这 +先顶 +再回 +再恢 +再照 +再还 +别上 +别做 +别加 +别发 +别管 +别要
+到此 +前先 +单今 +单在 +单对 +单是 +单本 +单这 +单针 +单限 +原样 +只一 +只今 +只在 +只对 +只本
+只此 +只这 +只针 +只限 +后再 +后回 +后恢 +后改 +后照 +周先 +周再 +周只 +周回 +周就 +周恢 +周改
+周暂 +周照 +周的 +周还 +周这 +回再 +回回 +回恢 +回改 +回照 +在先 +外一 +天先 +天再 +天只 +天回
+天就 +天恢 +天改 +天暂 +天照 +天的 +天还 +天这 +头再 +头改 +子先 +子只 +子就 +子暂 +子这 +将就
+就一 +就此 +就限 +恢复 +撤一 +撤会 +撤吧 +改回 +明早 +是今 +是原 +是本 +是这 +晚先 +晚只 +晚就
+晚暂 +晚的 +晚这 +暂且 +暂时 +本周 +本次 +权宜 +次例 +次再 +次回 +次恢 +次照 +次还 +此次 +此番
+殊情 +照常 +照旧 +特例 +眼下 +破例 +篇再 +篇回 +篇恢 +篇改 +篇还 +给今 +给本 +给这 +还原 +还按
+这一 +这两 +这份 +这几 +这单 +这周 +这回 +这场 +这天 +这封 +这张 +这批 +这晚 +这期 +这桌 +这次
+这段 +这版 +这章 +这篇 +这趟 +这阵 +这顿 +这首 +限一 +限今 +限这
""",
    # lexicon_veto.THIS_ONE, latin
    "a4bc029bc7b3": """
=these =this
""",
    # lexicon_veto.THIS_ONE, han
    "a4fee5c9318e": """
+一份 +一单 +一场 +一封 +一幅 +一张 +一批 +一桌 +一段 +一版 +一稿 +一篇 +一趟 +一轮 +一页 +一首
+个函 +个图 +个文 +句话 +张图 +条消 +段话 +这份 +这单 +这场 +这封 +这幅 +这张 +这批 +这桌 +这段
+这版 +这稿 +这篇 +这趟 +这轮 +这页 +这首 +那一 +那份 +那单 +那句 +那场 +那封 +那幅 +那张 +那批
+那桌 +那段 +那版 +那稿 +那篇 +那趟 +那轮 +那页 +那首
""",
    # lexicon_veto.ONLY_NOW, latin
    "95eeccf1dfd3": """
$today $tonight =afternoon =agreed =call =decided =evening =just =morning =once =only =order
=settled =stay =time =today =tonight =until ^bed ^breakfast ^dinner ^drinks ^eat ^grab ^home
^lunch ^meet ^meeting ^once ^only ^pizza ^sleep ^takeaway ^time ^today ^tonight ^watch
""",
    # lexicon_veto.ONLY_NOW, han
    "4dfbbce74e70": """
+一会 +一几 +上聊 +上见 +上说 +下不 +为止 +了到 +了回 +了待 +了明 +了晚 +于今 +于本 +于此 +于这
+仅对 +仅此 +仅这 +仅针 +仅限 +今早 +以前 +会儿 +会聊 +会见 +内都 +到时 +前一 +前先 +前就 +前都
+单对 +单针 +单限 +只对 +只此 +只这 +只针 +只限 +后天 +周聊 +周见 +周说 +周都 +周里 +天聊 +天见
+天说 +头聊 +头见 +头说 +定今 +定先 +定周 +定待 +定明 +定晚 +定现 +就此 +就限 +待会 +接下 +月都
+月里 +这一 +那回 +那明 +那晚 +限一 +限今 +限此 +限这
""",
    # lexicon_veto.DAYBOUND, latin
    "7af0a431fa2c": """
=afternoon =evening =month =morning =today =tomorrow =tonight =week =weekend ^afternoon ^evening
^month ^morning ^today ^tomorrow ^tonight ^week ^weekend ~day
""",
    # lexicon_veto.DAYBOUND, han
    "16b99bee208e": """
+一单 +一周 +一日 +一晚 +一桌 +一趟 +一阵 +一顿 +两日 +两晚 +两阵 +个周 +今天 +今早 +今晚 +几周
+几日 +几晚 +几阵 +周末 +散会 +散场 +明天 +明早 +这一 +这两 +这几 +这单 +这回 +这桌 +这趟 +这顿
""",
    # lexicon_veto.BACKGROUND, latin
    "34d5b18c4bf3": """
=back =currently =fill =found =how =knows =lie =nothing =originally =present =record =runs =set
=since =still =telling =things =until =used =was =were ^background ^built ^context ^days ^done
^fyi ^got ^info ^information ^know ^made ^needed ^now ^was ^works ^worth ^written
""",
    # lexicon_veto.BACKGROUND, han
    "824b2c58ace3": """
+一声 +个厂 +个地 +个店 +个庙 +个系 +仅供 +今仍 +今如 +今还 +今都 +从前 +以前 +你参 +你心 +你有
+你清 +你知 +你通 +供参 +候厂 +候大 +候家 +候店 +候我 +况是 +即可 +厂一 +厂从 +厂历 +厂向 +历来
+去厂 +去大 +去家 +去店 +去我 +向来 +在仓 +在库 +在档 +如今 +始就 +小时 +就有 +年厂 +年大 +年家
+年店 +年我 +库一 +库从 +店一 +店从 +庙一 +庙从 +当年 +情况 +方一 +方从 +早年 +时厂 +时大 +时家
+时店 +时我 +景是 +来历 +来在 +来是 +来都 +校一 +校从 +混着 +状是 +现在 +现状 +的是 +目一 +目从
+目前 +直在 +眼下 +统从 +老 +背景 +解一 +解就 +讲一 +起就 +过去 +这仓 +这系 +那时
""",
    # lexicon_veto.WORDING, latin
    "749a618497a0": """
=email =inform =let =our =tell =write ^announcing ^asking ^explaining ^informing ^say ^saying
^says ^stating ^telling ^tells
""",
    # lexicon_veto.WORDING, han
    "33b1f18e3b9b": """
+一则 +一张 +下他 +下全 +下各 +下同 +下员 +下大 +下她 +下学 +下客 +下家 +做一 +做个 +做份 +做则
+做句 +做封 +做张 +做条 +做段 +做篇 +写一 +写个 +写份 +写则 +写句 +写封 +写张 +写条 +写段 +写篇
+出一 +出个 +出份 +出则 +出句 +出封 +出张 +出条 +出段 +出篇 +发一 +发个 +发份 +发则 +发句 +发封
+发张 +发条 +发段 +发篇 +告一 +告下 +告他 +告全 +告各 +告同 +告员 +告大 +告她 +告学 +告客 +告家
+复一 +复下 +复他 +复全 +复各 +复同 +复员 +复大 +复她 +复学 +复客 +复家 +她们 +拟一 +拟个 +拟份
+拟则 +拟句 +拟封 +拟张 +拟条 +拟段 +拟篇 +来一 +来个 +来份 +来则 +来句 +来封 +来张 +来条 +来段
+来篇 +知他 +知全 +知各 +知同 +知员 +知大 +知她 +知学 +知客 +知家 +编一 +编个 +编份 +编则 +编句
+编封 +编张 +编条 +编段 +编篇 +草一 +草个 +草份 +草则 +草句 +草封 +草张 +草条 +草段 +草篇 +诉一
+诉下 +诉他 +诉全 +诉各 +诉同 +诉员 +诉大 +诉她 +诉学 +诉客 +诉家 +贴一 +贴个 +贴份 +贴则 +贴句
+贴封 +贴张 +贴条 +贴段 +贴篇 +醒下 +醒他 +醒全 +醒各 +醒同 +醒员 +醒大 +醒她 +醒学 +醒客 +醒家
""",
    # lexicon_veto.UNDECIDED, latin
    "ba70688b89b3": """
=another =anything =ask =cannot =check =clear =conclusion =could =discuss =either =end =final
=get =guess =has =hasn =have =haven =hear =hold =if =jury =know =made =may =need =needs =never
=no =not =nothing =open =park =playing =reckon =ruling =run =see =sleep =some =sometime =still
=suppose =talk =these =thing =think =thinking =torn =toss =verdict =will =won =wouldn =yet
^agree ^agreed ^air ^approve ^ask ^brainstorm ^certain ^check ^choose ^clear ^commit ^comparing
^conclusion ^confirmed ^consider ^considering ^consult ^debating ^decide ^decided ^deciding
^depends ^determined ^discuss ^discussed ^discussing ^discussion ^fast ^fence ^figuring ^final
^fixed ^forth ^grabs ^has ^horses ^idea ^knows ^later ^lean ^leaning ^leans ^looking ^maybe
^might ^mind ^minds ^mull ^nice ^perhaps ^possibly ^probably ^promise ^revisit ^see ^settle
^settled ^sleep ^some ^someday ^speak ^talk ^tbc ^tbd ^tempted ^think ^thinking ^thought
^tomorrow ^torn ^tossup ^toying ^twice ^undecided ^unsure ^verdict ^waiting ^was ^waver
^wavering ^weighing ^whether ^wonder ^wondering ^yet ~whether
""",
    # lexicon_veto.UNDECIDED, han
    "4fe26770e635": """
+一阵 +下结 +下谈 +不一 +不作 +不定 +不拍 +不确 +不该 +两下 +两阵 +两难 +个下 +个个 +个准 +个天
+个次 +个段 +个阵 +为时 +举棋 +么放 +也尚 +也未 +也没 +也许 +些想 +仍在 +仍尚 +仍未 +仍没 +会定
+似乎 +候再 +倾向 +做决 +做定 +先和 +先跟 +八九 +八成 +兴许 +再做 +再决 +再合 +再商 +再想 +再拍
+再斟 +再比 +再琢 +再看 +再研 +再考 +再讨 +再议 +再说 +准信 +几下 +几周 +几次 +几段 +几阵 +别定
+别算 +前都 +可能 +后再 +周再 +周定 +在争 +在吵 +在商 +在想 +在打 +在挑 +在摇 +在权 +在比 +在犹
+在看 +在等 +在纠 +在考 +在讨 +在评 +在谈 +在选 +大概 +天再 +头再 +好像 +定夺 +容我 +尚尚 +尚未
+尚没 +并未 +并没 +待定 +得先 +得看 +悬而 +想想 +想着 +想过 +我再 +我想 +我考 +或许 +打架 +拿不
+摇摆 +是不 +是否 +暂不 +暂定 +有待 +有结 +未 +未定 +权衡 +概率 +正在 +没 +没争 +没准 +没吵
+没定 +没挑 +没有 +没比 +没犹 +没看 +没结 +没谈 +没选 +点想 +犹豫 +琢磨 +用不 +看再 +看情 +看效
+着定 +等 +算再 +纠结 +能不 +虑一 +虑下 +虑中 +虑把 +虑换 +虑改 +虑是 +虑用 +虑考 +虑要 +虑过
+要不 +见不 +试一 +试两 +试个 +试几 +还未 +还没 +道买 +道去 +道怎 +道用 +道要 +道该 +道选 +都未
+都没 +量一 +量下 +量商 +问问
""",
    # lexicon_veto.HYPOTHETICAL, latin
    "a75da712213b": """
=almost =but =came =could =exam =example =exercise =g =had =if =lets =nearly =quiz =role =sake
=sample =say =well =were =would ^advocate ^assume ^assuming ^bought ^choosing ^customer
^deciding ^example ^experiment ^guest ^hypothetical ^hypothetically ^if ^imagine ^imagining
^instance ^patient ^pretend ^prompt ^roleplay ^sake ^say ^somebody ^someone ^suppose ^supposing
^theoretically ^theory ^used ^wish ^world
""",
    # lexicon_veto.HYPOTHETICAL, han
    "c4ee5edd2540": """
+万一 +个例 +个比 +举例 +也会 +也可 +习题 +但愿 +例。 +例句 +例如 +例来 +例说 +倘使 +倘若 +假使
+假如 +假定 +假想 +假设 +儿就 +儿把 +儿没 +儿都 +后可 +后能 +哪天 +如果 +如说 +子。 +实验 +将来
+差一 +差点 +想象 +扮演 +拟题 +方说 +是以 +是咱 +是当 +是有 +望今 +望以 +果上 +果以 +果咱 +果哪
+果当 +果我 +果换 +果改 +果有 +果用 +果真 +果要 +果让 +果选 +点儿 +点把 +点都 +理论 +若是 +要是
+譬如 +设想 +试想 +造句 +险些 ^if
""",
    # lexicon_veto.REPORTED, latin
    "98a25d974175": """
$asked $asks $tells $wants $went =a =according =am =an =article =articles =blog =blogs =book
=books =boss =bosss =chatgpt =colleague =colleagues =competitor =competitors =conventional
=coworker =coworkers =doc =docs =docss =documentation =documentations =everybody =everyone
=folks =friend =friends =google =guide =guides =guy =guys =he =heard =her =his =influencer
=influencers =insisted =internet =is =liked =likes =manual =manuals =most =my =neighbor
=neighbors =neighbour =neighbours =noticed =one =others =our =overheard =people =podcast
=podcasts =post =posts =professor =professors =read =readme =readmes =reddit =replied =saw
=saying =says =see =seen =she =somebody =someone =supplier =suppliers =teacher =teachers
=textbook =textbooks =the =they =told =tutorial =tutorials =twitter =used =vendor =vendors
=video =videos =website =websites =went =word =writes =wrote ^allegedly ^apparently ^argues
^claimed ^claims ^dislikes ^hates ^insist ^insisted ^insists ^likes ^loves ^preach ^preaches
^prefers ^reckons ^recommended ^recommends ^reportedly ^rumor ^rumour ^said ^say ^saying ^says
^supposedly ^swear ^swears ^swore ^tell ^wants ~advised ~advises ~announced ~argued ~argues
~believes ~chose ~claimed ~claims ~complained ~decided ~hates ~insisted ~insists ~liked ~likes
~loves ~mentioned ~picked ~preferred ~prefers ~recommended ~recommends ~said ~says ~stated
~suggested ~suggests ~swears ~tells ~thinks ~thought ~told ~wanted ~writes ~wrote
""",
    # lexicon_veto.REPORTED, han
    "4881521e9676": """
+丈母 +上有 +主任 +书上 +些人 +亲戚 +人们 +人家 +他 +他们 +他说 +们老 +任们 +任说 +传闻 +公们
+公公 +别人 +前輩 +前辈 +医生 +博主 +博客 +同事 +同行 +听 +听说 +听闻 +士们 +多人 +大夫 +大家
+她 +她们 +她说 +妈 +妈们 +婆们 +婆婆 +它 +客人 +客户 +室友 +家长 +对手 +对面 +导们 +小何 +小刘
+小吴 +小周 +小孙 +小宋 +小张 +小徐 +小朱 +小李 +小杨 +小林 +小梁 +小王 +小胡 +小谢 +小赵 +小郑
+小陈 +小马 +小高 +小黄 +岳母 +师们 +师傅 +师父 +帖子 +我妈 +我师 +我朋 +我爸 +我老 +户们 +所谓
+护士 +据传 +据说 +教程 +教练 +文章 +新闻 +有人 +有的 +朋友 +板们 +爸 +爸们 +爸妈 +理们 +生们
+竞品 +练们 +经理 +网上 +网传 +网友 +群里 +老何 +老公 +老刘 +老吴 +老周 +老婆 +老孙 +老宋 +老师
+老张 +老徐 +老朱 +老李 +老杨 +老板 +老林 +老梁 +老王 +老胡 +老谢 +老赵 +老郑 +老陈 +老马 +老高
+老黄 +视频 +论坛 +谣传 +边有 +邻居 +里有 +长们 +阿何 +阿刘 +阿吴 +阿周 +阿孙 +阿宋 +阿张 +阿徐
+阿朱 +阿李 +阿杨 +阿林 +阿梁 +阿王 +阿胡 +阿谢 +阿赵 +阿郑 +阿陈 +阿马 +阿高 +阿黄 +隔壁 +领导
+风闻
""",
    # lexicon_veto.NEGATED, latin
    "4dd2982d8b3d": """
=an =count =did =didn =do =don =dont =final =firm =fixed =general =had =hadn =hard =hardly =have
=haven =intended =interpret =isn =make =meant =misread =never =no =nobody =noone =not =note =our
=permanent =read =record =remember =save =see =standing =store =take =thinking =treat =turn
=understand =us =ve =was =wasn =what =where ^asking ^didnt ^example ^havent ^idea ^jk ^joke
^joking ^kidding ^misunderstood ^musing ^never ^not ^slide ^suggestion ^thinking ^thought ^true
^untrue ^venting ^wondering
""",
    # lexicon_veto.NEGATED, han
    "f9271d454431": """
+不买 +不代 +不信 +不同 +不曾 +不等 +不认 +不赞 +个意 +人决 +人同 +人定 +人承 +人拍 +人没 +人答
+人要 +人规 +人说 +你听 +决定 +别当 +别理 +别记 +别误 +叫 +叫你 +可不 +同意 +吩咐 +哪有 +定过
+并未 +并没 +开玩 +弄错 +当成 +承诺 +提过 +是一 +是以 +是决 +是命 +是定 +是每 +是永 +是要 +是规
+是让 +是说 +是都 +有交 +有决 +有同 +有定 +有打 +有拍 +有提 +有有 +有确 +有答 +有表 +有要 +有规
+有让 +有讲 +有说 +有选 +未交 +未决 +未同 +未定 +未打 +未拍 +未提 +未有 +未确 +未答 +未表 +未要
+未规 +未让 +未讲 +未说 +未选 +没交 +没人 +没决 +没同 +没定 +没打 +没拍 +没确 +没答 +没表 +没要
+没规 +没让 +没说 +没选 +用记 +着玩 +答应 +算决 +算定 +算要 +算规 +要以 +要你 +要当 +要求 +解错
+让 +讲 +讲过 +误会 +误解 +说 +说定 +说要 +说过 +谁定 +谁没 +谁让 +谁说 +这套 +随口
""",
    # lexicon_veto.NARRATIVE, latin
    "a7df33e99115": """
$each =always =back =break =breaks =but =constantly =each =end =ends =fail =fails =first =former
=get =gets =goes =growing =had =happen =happens =have =he =keep =last =never =old =our =previous
=rise =rises =she =so =stop =stops =swear =time =used =usually =was =were =work =works ^ages
^boy ^break ^breaks ^child ^chose ^crashes ^decided ^did ^dies ^fail ^fails ^feel ^find ^forever
^forget ^get ^girl ^got ^had ^hangs ^held ^hit ^ignore ^into ^kid ^leave ^little ^lived ^lose
^make ^miss ^picked ^say ^see ^skip ^start ^struggle ^student ^time ^took ^used ^voted ^wait
^was ^went ^were ^wonder ^young ~constantly ~generally ~keep ~keeps ~never ~normally ~usually
~ways ~whenever
""",
    # lexicon_veto.NARRATIVE, han
    "b6f984d09d52": """
+一关 +一刮 +一到 +一启 +一开 +一打 +一碰 +一边 +上一 +上东 +上个 +上公 +上单 +上学 +上家 +下雨
+不够 +不完 +东家 +个公 +个单 +个学 +了八 +了几 +了好 +了无 +些年 +人听 +人在 +人收 +人理 +人看
+人管 +会儿 +修不 +倒好 +前个 +前公 +前单 +前学 +前家 +又停 +又出 +又卡 +又变 +又坏 +又失 +又崩
+又忘 +又报 +又挂 +又改 +又断 +又来 +又漏 +又迟 +又错 +吓死 +哪次 +学不 +家公 +家单 +家学 +小时
+少回 +少次 +少遍 +年年 +急死 +总会 +总出 +总卡 +总坏 +总失 +总崩 +总忘 +总把 +总报 +总挂 +总断
+总漏 +总迟 +找谁 +搞不 +是会 +是出 +是卡 +是坏 +是失 +是崩 +是忘 +是把 +是报 +是挂 +是断 +是漏
+是迟 +有一 +来不 +来没 +来都 +样。 +次都 +死人 +死我 +每到 +每周 +每回 +每天 +每次 +每逢 +没一
+没人 +没用 +真烦 +老一 +老个 +老公 +老单 +老学 +老家 +老是 +能怎 +能该 +讲了 +这死 +这烂 +这破
+这臭 +这鬼 +远停 +远卡 +远在 +远坏 +远堵 +远差 +远慢 +远掉 +远排 +远断 +远是 +远漏 +远等 +远说
+远都 +道怎 +道找 +道该 +那时 +都停 +都坏 +都堵 +都差 +都慢 +都掉 +都排 +都断 +都漏 +都等 +都说
""",
    # lexicon_veto.VENTING, latin
    "efbf55241ded": """
=drive =drives =driving =fed =sick =super =tired ^annoyed ^annoying ^arg ^crazy ^ffs
^frustrating ^hah ^insane ^lmao ^lol ^ug ^wtf
""",
    # lexicon_veto.VENTING, han
    "4e62ad6a6195": """
+为敬 +受够 +吐了 +呗 +呵呵 +哈哈 +坑爹 +头疼 +好家 +崩溃 +干脆 +心态 +心累 +抓狂 +救命 +无语
+服了 +气死 +烦死 +累了 +累死 +要命 +醉了 +麻了
""",
    # lexicon_veto.CODE_FACT, latin
    "9bde27bd2cf7": """
=based =built =called =coded =configured =currently =defined =deployed =far =hardcoded =loaded
=located =moment =mounted =pinned =right =running =set =stands =stored =today =used =way =were
=where =written ^builds ^calls ^checks ^contains ^defaults ^depends ^expects ^handles ^imports
^inherits ^lives ^loads ^points ^prints ^reads ^requires ^returns ^runs ^sets ^sits ^stores
^takes ^talks ^throws ^uses ^writes
""",
    # lexicon_veto.CODE_FACT, han
    "c4688b53ab12": """
+上现 +上用 +上跑 +以前 +值为 +值是 +前在 +前放 +前是 +前用 +前的 +前走 +前跑 +前还 +历史 +回的
+在在 +在放 +在是 +在用 +在的 +在线 +在走 +在跑 +在还 +当年 +旧代 +旧接 +旧服 +旧模 +旧版 +旧系
+旧项 +死了 +死在 +版本 +现状 +用的 +留代 +留接 +留服 +留模 +留版 +留系 +留项 +的代 +的接 +的服
+的模 +的系 +的项 +置成 +置是 +置里 +老代 +老接 +老服 +老模 +老版 +老系 +老项 +跑在 +跑的 +配的
+里写 +里用 +里设
""",
    # lexicon_veto.CONTRAST, latin
    "a3481e2f684f": """
=anyway =but =care =either =except =however =ignore =instead =nevertheless =nonetheless
=otherwise =regardless =still =that =though =whereas =yet
""",
    # lexicon_veto.CONTRAST, han
    "f0317b1ec2ec": """
+不管 +不过 +但 +但是 +其实 +别管 +反正 +另外 +可是 +因此 +对了 +总之 +我就 +所以 +然而 +现在
+管他 +还有 +这边
""",
    # lexicon_withdrawal.TAKE_BACK, latin
    "daea2a705521": """
$business $idea $plan $request $thing $wish =act =applies =apply =are =bin =bind =cancel =count
=counts =delete =didn =discard =disregard =ditch =does =doesn =don =dont =drop =dump =end =erase
=ever =follow =forget =had =hadn =haven =hereby =herebycancel =herebyrescind =herebyretract
=herebyrevoke =herebywithdraw =hold =holds =icancel =if =ignore =imagine =irescind =iretract
=irevoke =iwithdraw =keep =kill =lift =like =ll =llcancel =llrescind =llretract =llrevoke
=llwithdraw =longer =lose =mean =mind =mistake =need =needn =nevermind =nix =null =pretend
=remember =remove =rescind =retract =revoke =scrap =scratch =should =shouldn =spoke =stand
=stands =stick =strike =taking =these =those =though =tocancel =torescind =toretract =torevoke
=towithdraw =undo =unlearn =valid =void =want =wecancel =werescind =weretract =werevoke
=wewithdraw =willcancel =willrescind =willretract =willrevoke =willwithdraw =wipe =withdraw
^anymore ^applies ^apply ^canceled ^cancelled ^count ^counts ^dead ^early ^gone ^history ^hold
^holds ^moot ^off ^out ^over ^quickly ^revoked ^soon ^stand ^stands ^valid ^void ^withdrawn
~back
""",
    # lexicon_withdrawal.TAKE_BACK, han
    "8b6491e1bcbc": """
$cancel $drop $revert +不作 +不守 +不必 +不执 +不按 +不照 +不理 +不算 +不管 +不遵 +个不 +个免
+个就 +个拉 +个算 +个罢 +个黄 +了吧 +了算 +作废 +作罢 +先撤 +免了 +再作 +再守 +再执 +再按 +再有
+再照 +再理 +再算 +再管 +再适 +再遵 +划掉 +删了 +删掉 +别守 +别必 +别执 +别按 +别照 +别理 +别管
+别要 +别记 +别遵 +反悔 +取消 +取缔 +回事 +回成 +失效 +守了 +守着 +就当 +就拉 +就撤 +就算 +就罢
+就黄 +废掉 +废除 +当我 +当没 +忘了 +忘掉 +忘记 +忽略 +抹了 +抹掉 +拉倒 +掉算 +掉那 +提了 +提过
+撤了 +撤回 +撤掉 +撤销 +收回 +无效 +条不 +条就 +条算 +条罢 +条黄 +求不 +求就 +求算 +求罢 +求黄
+法就 +法算 +法罢 +法黄 +清掉 +照做 +理会 +生效 +用守 +用执 +用按 +用照 +用理 +用管 +用记 +用遵
+矩不 +矩就 +矩算 +矩罢 +矩黄 +算了 +算数 +管了 +翻篇 +行了 +要了 +要执 +要按 +要照 +要理 +要管
+要遵 +解除 +记着 +说法 +说过 +都撤
""",
    # lexicon_withdrawal.STILL_HOLDS, latin
    "5806fa52b8de": """
~cancel ~delete ~drop ~forget ~gone ~ignore ~lift ~off ~over ~remove ~scrap ~undo ~void
~withdraw ~withdrawn
""",
    # lexicon_withdrawal.STILL_HOLDS, han
    "8878f612515a": """
+万别 +不是 +也从 +从没 +们不 +们也 +们从 +们又 +们可 +们并 +们没 +准作 +准划 +准删 +准取 +准忘
+准忽 +准撤 +准漏 +准给 +划掉 +别作 +别删 +别取 +别忘 +别忽 +别撤 +别漏 +勿作 +勿删 +勿取 +勿忘
+勿忽 +勿撤 +勿漏 +勿给 +又不 +又没 +可不 +可别 +可没 +并没 +忽略 +我也 +我从 +我作 +我删 +我取
+我并 +我忘 +我撤 +我没 +我漏 +来没 +能作 +能删 +能取 +能忘 +能撤 +能漏 +能给 +要作 +要删 +要取
+要忘 +要撤 +要漏 +许作 +许删 +许取 +许忘 +许撤 +许漏 +许给 +谁不 +谁也 +谁从 +谁可 +谁并 +谁没
""",
    # lexicon_withdrawal.NO_MORE, latin
    "953e7a117e1c": """
=anymore =consider =count =don =longer =more =need =regard =table =take =treat
""",
    # lexicon_withdrawal.NO_MORE, han
    "77f4120c0aff": """
+不再 +不必 +别再 +用再 +要再
""",
    # lexicon_withdrawal.SAID_BEFORE, latin
    "8d9f11aad74c": """
=all =anything =bit =brought =cancel =didn =disregard =doesn =even =ever =everything =forget
=hadn =have =hold =i =nix =part =rescind =retract =revoke =scratch =strike =stuff =take =taking
=thing =undo =ve =what =whatever =withdraw ^asked ^earlier ^last ^longer ^mentioned ^my ^never
^our ^previous ^that ^the ^these ^this ^those ^your ~ban ~business ~idea ~line ~plan ~stuff
~thing
""",
    # lexicon_withdrawal.SAID_BEFORE, han
    "12423f30815a": """
+上一 +上次 +上面 +之前 +偏好 +先前 +决定 +刚刚 +刚才 +前面 +原来 +定 +定的 +定过 +提 +提的
+提过 +早先 +昨天 +此前 +求的 +求过 +约定 +要求 +规则 +规矩 +记录 +记忆 +讲 +讲的 +讲过 +设定
+话 +说 +说法 +说的 +说过 +过过 +这 +这个 +这事 +这件 +这句 +这套 +这条 +这点 +这项 +那 +那个
+那事 +那件 +那句 +那套 +那条 +那点 +那项
""",
    # lexicon_withdrawal.JUST_SAID, latin
    "e4a387399b26": """
=asked =cancel =disregard =drop =forget =if =ignore =instruction =just =last =like =message =nix
=pretend =request =scrap =scratch =strike =take =thing =though =told =undo =wish
""",
    # lexicon_withdrawal.JUST_SAID, han
    "7993daf71876": """
+上一 +不作 +不算 +不要 +作废 +免了 +刚刚 +刚才 +刚说 +前一 +取消 +就不 +就作 +就取 +就当 +就忘
+就撤 +就算 +当我 +当没 +忘 +撤 +是不 +是作 +是取 +是忘 +是撤 +是算 +算了 +都不 +都作 +都取
+都忘 +都撤 +都算
""",
}
