"""How people ask for a repair or an explanation, in English and Chinese: tables of patterns.

Each pattern reads the first words of a message, folded to small letters, from their very start,
and is written for precision: it names what is to be looked at by a word that means code or a
patch, and what follows may not turn that word into another thing ("the diff view", 补丁版本号).
"""

from __future__ import annotations

from typing import Final

# Without a word of each group of some row a message needs no look at the patterns, which take
# time to build: nearly every message ends here.
_PATCH_WORDS: Final = ("patch", "diff", "hunk", "changeset", "补丁", "差异")
_CHANGE_WORDS: Final = (
    "your change",
    "your fix",
    "your edit",
    "changes you",
    "edits you",
    "改动",
    "修改",
)
_AUDIT_WORDS: Final = ("audit", "review", "审", "评审")
_FAULT_WORDS: Final = (
    "bug vulnerab security injection leak race flaw defect scan 漏洞 缺陷 隐患 安全 注入 竞态 泄漏"
).split()
_LOOK_WORDS: Final = (
    "check scan inspect examine find look search spot list hunt analy over through do run "
    "perform give make carry 查 看 找 扫 做 进行"
).split()
_EXPLAIN_WORDS: Final = (
    "explain describe walk what how 解释 讲 说 介绍 什么 怎么 如何 干嘛"
).split()
_CODE_WORDS: Final = (
    "code function method class module file script regex query algorithm line snippet loop "
    "decorator macro component type struct interface sql ` . / 代码 函数 类 方法 模块 文件 脚本 "
    "正则 查询 算法 语句 循环 装饰 宏 组件 类型 接口"
).split()
HINTS: Final = {
    "patch_revise": ((_PATCH_WORDS,),),
    "patch_explain": ((_PATCH_WORDS,), (_CHANGE_WORDS,)),
    "code_audit": ((_AUDIT_WORDS,), (_FAULT_WORDS, _LOOK_WORDS)),
    "code_explain": ((_EXPLAIN_WORDS, _CODE_WORDS),),
}

_PLEASE: Final = (
    r"(?:(?:hi|hey|hello)[ ,!]+)?(?:please |pls |kindly )?"
    r"(?:(?:can|could|would|will) you (?:please |pls )?|i(?:'d| would) like you to |help me )?"
)
_PLEASE_HAN: Final = (
    r"(?:(?:你好|您好)[,!, ]*+)?+(?:(?:请|麻烦|帮忙|帮|能不能|可不可以|能否|能)[你您我]?+)*+"
    r"(?:再|先|来)?\s?"
)
_WHICH: Final = r"(?:the|this|that|these|those|my|our|your|all(?: the)?|its)"
_PATH: Final = (
    r"(?:`[^`]{1,80}`|[\w./-]*\w\.(?:py|js|ts|tsx|jsx|mjs|go|rs|java|kt|cc?|cpp|h|hpp|rb|php|sql"
    r"|sh|swift|cs|scala|lua|vue|ex|hs)\b|(?:src|lib|app|core|internal|pkg)/[\w./-]*)"
)
_CODE: Final = (
    r"(?:(?:source )?code(?:base)?|changes?|diff|pr|mr|(?:pull|merge) request|patch|commits?"
    r"|branch|files?|modules?|functions?|methods?|class(?:es)?|implementation|repo(?:sitory)?"
    r"|scripts?|endpoints?)"
)
# What may come after the thing that is meant; any other word could make it another thing.
_THEN: Final = (
    r"(?=\W*$|\s*[.,:;!?\n(]|\s(?:for|with|before|from|in|on|of|to|so|by|using|without|against"
    r"|again|now|carefully|thoroughly|please|pls|that|which|i|you|we|here|below|above|once|as"
    r"|first|line)\b|\s`)"
)
_CODE_MEANT: Final = rf"(?:{_WHICH} (?:[\w-]+ ){{0,2}}?{_CODE}{_THEN}|{_PATH})"
_FAULTS: Final = (
    r"(?:bugs?|vulnerabilit(?:y|ies)|security|injections?|(?:memory )?leaks?|races?"
    r"|race conditions?|flaws?|defects?)"
)
_ORDINAL: Final = (
    r"(?:first|second|third|last|latest|proposed|suggested|pending|new|current|previous|above"
    r"|whole|entire)"
)
_PATCH: Final = r"(?:patch(?:es)?|diffs?|hunks?|changesets?)"
_A_PATCH: Final = (
    rf"(?:the|this|that|your) (?:{_ORDINAL} ){{0,2}}{_PATCH}"
    rf"(?: (?:of|in|from) (?:the|this|that|your) (?:{_ORDINAL} )?{_PATCH})?"
)
_PATCH_MEANT: Final = rf"{_A_PATCH}{_THEN}"
# An explanation that is to go somewhere is writing: nothing may follow but how to tell it.
_THEN_TOLD: Final = (
    r"(?=\W*$|\s*[.,;:!?\n]|\s(?:to me|please|pls|again|briefly|line by line|step by step"
    r"|in (?:detail|plain|simple|short|chinese|english|one|a few)|(?:that )?(?:you|i))\b)"
)
_YOUR_CHANGE: Final = (
    rf"your (?:{_ORDINAL} )?(?:change|fix|edit)s?"
    r"|(?:the|these|those) (?:changes|edits) (?:that )?you(?:'ve| have)?(?: just)? "
    r"(?:made|proposed?|suggest(?:ed)?)"
)

_WHICH_HAN: Final = (
    r"(?:(?:这|那|该|你|您|我|我们|本|整|刚才|刚刚|上面|上|最近|最后|当前|全部|所有|第)"
    r"[^\s,。!?;:]{0,6}?\s?)"
)
_CODE_HAN: Final = (
    r"(?:(?:源)?代码(?:库)?|仓库|模块|文件|函数|类|方法|改动|修改|提交|分支|合并请求|补丁|差异"
    r"|脚本|实现|项目|pr|mr|patch|diff|commit)"
)
_PATCH_HAN: Final = r"(?:补丁|差异|patch|diff|hunk)"
_THEN_HAN: Final = (
    r"(?=\W*$|\s*[,。!?;:\n]|\s?(?:吧|呢|吗|里|中|有没有|有无|是否|看看|哪里"
    r"|的(?:安全|质量|问题|漏洞|正确性|逻辑)))"
)
_AT_ONCE: Final = r"(?:一下|一遍|一次|下|一)?\s?"
_FAULTS_HAN: Final = r"(?:漏洞|安全问题|安全隐患|bug|缺陷|注入|竞态|内存泄漏)"

_CODE_MEANT_HAN: Final = rf"(?:{_WHICH_HAN}{_CODE_HAN}{_THEN_HAN}|{_PATH}{_THEN_HAN})"
_PATCH_MEANT_HAN: Final = rf"{_WHICH_HAN}{_PATCH_HAN}"
_YOUR_CHANGE_HAN: Final = r"你(?:刚才|刚刚|刚)?(?:做|提出|提|给)?的(?:修改|改动|补丁)"

_CODE_TO_EXPLAIN: Final = (
    r"(?:code|function|method|class|module|file|script|regex|query|algorithm|line|snippet|loop"
    r"|decorator|macro|component|type|struct|interface|sql)"
)
_CODE_TO_EXPLAIN_HAN: Final = (
    r"(?:代码|函数|类|方法|模块|文件|脚本|正则|查询|算法|语句|循环|装饰器|宏|组件|类型|接口|sql)"
)

# Other work that is asked for in the same breath: then it is no mere repair any more.
FURTHER: Final = (
    r"\b(?:then|also|and (?:fix|write|add|update|commit|push|implement|apply|merge|run|create|open"
    r"|change|rename|remove|put|save|document|send|post))\b|[,.;!?] (?:write|put|save|add|document"
    r"|commit|push|merge|implement)\b"
    r"|然后|接着|顺便|同时|并且|[,. ]并|写进|写到|写入|记到|提交到|发到|再(?:把|帮|写|改|加)|另外"
)
# By intent, in the order in which they are tried.
REQUESTS: Final = {
    "patch_revise": (
        (
            rf"{_PLEASE}(?:revise|rework|redo|rewrite|regenerate|amend|adjust|update|change|modify"
            rf"|shrink|split|simplify|improve|correct|tweak|refine|fix) (?:{_PATCH_MEANT})"
        ),
        rf"{_PLEASE}make (?:{_PATCH_MEANT})\s(?:smaller|shorter|simpler|minimal|cleaner|safer)",
        (
            rf"{_PLEASE}make {_WHICH} (?:{_ORDINAL} )?{_PATCH} (?:smaller|shorter|simpler|minimal"
            r"|cleaner|safer)\b"
        ),
        (
            rf"{_PLEASE}(?:drop|remove|undo|revert|leave out) (?:the|this|that) (?:[\w-]+ ){{0,2}}"
            rf"(?:hunk|change|part|edit)s? (?:from|in|of) (?:{_PATCH_MEANT})"
        ),
        (
            rf"{_PLEASE_HAN}(?:修改|调整|重做|重写|改写|改进|完善|精简|简化|拆分|修正|改改|改)"
            rf"{_AT_ONCE}{_PATCH_MEANT_HAN}{_THEN_HAN}"
        ),
        (
            rf"{_PLEASE_HAN}把\s?{_PATCH_MEANT_HAN}(?:里面?|中)?(?:的[^\s,。]{{1,10}})?"
            r"(?:改成|改为|改小|去掉|删掉|拆成|换成|拆开|撤掉|缩小)"
        ),
        (
            rf"{_PLEASE_HAN}把\s?{_PATCH_HAN}(?:里面?|中)的[^\s,。]{{1,10}}"
            r"(?:改成|改为|去掉|删掉|拆成|换成|撤掉)"
        ),
    ),
    "patch_explain": (
        (
            rf"{_PLEASE}(?:explain|walk me through|talk me through|take me through|describe"
            rf"|summari[sz]e)(?: to me)? {_A_PATCH}{_THEN_TOLD}"
        ),
        (
            rf"{_PLEASE}(?:explain|walk me through|talk me through|take me through)(?: to me)? "
            rf"(?:{_YOUR_CHANGE}){_THEN_TOLD}"
        ),
        (
            rf"(?:so )?what (?:does|do|did|will) (?:the|this|that|your) (?:{_ORDINAL} ){{0,2}}"
            rf"{_PATCH} (?:do|change|fix|add|remove|touch|break)(?: exactly| here)?\W*$"
        ),
        (
            rf"(?:so )?how (?:does|do|did|will) (?:the|this|that|your) (?:{_ORDINAL} ){{0,2}}"
            r"(?:patch|hunk) (?:work|fix|solve|handle|help)\b"
        ),
        (
            rf"{_PLEASE_HAN}(?:解释|讲解|说明|讲讲|说说|讲|总结)(?:给我听)?{_AT_ONCE}"
            rf"(?:{_PATCH_MEANT_HAN}{_THEN_HAN}|{_PATCH_MEANT_HAN}(?:做了|改了|为什么)"
            rf"|{_YOUR_CHANGE_HAN}{_THEN_HAN})"
        ),
        (
            rf"(?:{_PATCH_MEANT_HAN}|{_YOUR_CHANGE_HAN})\s?(?:都|到底|具体|究竟)?"
            r"(?:做了什么|改了什么|改了哪些|改了啥|修改了什么|干了什么|干了啥|修了什么"
            r"|是做什么的|是干什么的|是什么意思|起什么作用)"
        ),
    ),
    "code_audit": (
        (
            rf"{_PLEASE}(?:do|run|perform|give me|make|carry out) (?:a |an |another )?"
            r"(?:[\w-]+ )?(?:code|security|vulnerability)[ -](?:review|audit|scan)"
            rf"(?: (?:of|on|for) (?:{_CODE_MEANT})|\W*$)"
        ),
        (
            rf"{_PLEASE}(?:audit|review|code[- ]review|security[- ]review|double-check|re-?review) "
            rf"{_CODE_MEANT}"
        ),
        (
            rf"{_PLEASE}(?:check|scan|inspect|examine|go over|go through|look over|look through"
            rf"|analy[sz]e) {_CODE_MEANT}[^.!?\n]{{0,30}}? for (?:[\w-]+ ){{0,2}}{_FAULTS}\b"
        ),
        (
            rf"{_PLEASE}(?:find|look for|search for|spot|list|hunt for) "
            rf"(?:(?:all|any|the|every|possible|potential) ){{0,2}}(?:[\w-]+ )?{_FAULTS}"
            rf"(?: (?:holes|issues|problems|flaws|bugs))? in {_CODE_MEANT}"
        ),
        r"(?:code|security) (?:review|audit)(?:,? please)?\W*$",
        (
            rf"{_PLEASE_HAN}(?:审计|审查|评审|审一下|审核|检视|code ?review|review)"
            rf"\s?{_AT_ONCE}{_CODE_MEANT_HAN}"
        ),
        (
            rf"{_PLEASE_HAN}(?:检查|看看|看一下|看下|扫描|排查|查查|查)"
            rf"{_AT_ONCE}(?:{_WHICH_HAN}{_CODE_HAN}|{_PATH})\s?(?:里面?|中)?\s?"
            rf"(?:有没有|是否有|是否存在|有无|存在哪些|有哪些|的)\s?[^\s,。]{{0,4}}?{_FAULTS_HAN}"
        ),
        (
            rf"{_PLEASE_HAN}(?:对|给)\s?(?:{_WHICH_HAN}?{_CODE_HAN}|{_PATH})\s?(?:做|进行|来)"
            r"(?:一次|一个|个|一遍)?\S{0,2}?(?:安全|代码)?(?:审计|审查|评审|review)\W*$"
        ),
        rf"{_PLEASE_HAN}(?:做|进行)(?:一次|个|一个|一遍)?(?:安全|代码)(?:审计|审查|评审)\W*$",
        (
            rf"{_PLEASE_HAN}找(?:出|找|一下)?\s?(?:{_WHICH_HAN}{_CODE_HAN}|{_PATH})\s?(?:里面?|中)?"
            rf"的\s?\S{{0,3}}?{_FAULTS_HAN}"
        ),
    ),
    "code_explain": (
        (
            rf"{_PLEASE}(?:explain|walk me through|describe)(?: to me)?(?: how| what)? "
            rf"(?:{_WHICH} (?:[\w-]+ ){{0,2}}?{_CODE_TO_EXPLAIN}\b|{_PATH})"
        ),
        (
            r"(?:so )?(?:what|how) (?:does|do|is|are) "
            rf"(?:{_WHICH} (?:[\w-]+ ){{0,2}}?{_CODE_TO_EXPLAIN}|{_PATH})"
            r"(?:\(\))?(?: in [\w./`-]+)? (?:do|work|return|mean|for)\b"
        ),
        (
            rf"{_PLEASE_HAN}(?:解释|讲解|说明|讲讲|说说|介绍){_AT_ONCE}"
            rf"(?:{_WHICH_HAN}{_CODE_TO_EXPLAIN_HAN}|{_PATH})"
        ),
        (
            rf"(?:{_WHICH_HAN}{_CODE_TO_EXPLAIN_HAN}|{_PATH})\s?(?:是)?"
            r"(?:做什么|干什么|干嘛|什么意思|怎么工作|怎么运行|如何工作|起什么作用|有什么用)"
        ),
    ),
}
