"""Words that carry no subject, in Chinese and English: tables of data.

Function words, pronouns, politeness and the markers of speech acts (durable, decision, proposal):
two statements that share only these are not about the same thing. `HAN_KEPT` holds longer words
that merely contain a stop phrase, so that removing the phrase does not tear them apart. All
entries are in simplified characters and lower case, to be compared with folded text.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

LATIN_STOP: Final = frozenset(
    """
    a about above across actually adopt adopted adopting after afterwards again against ago agree
    agreed ain all almost along already also although always am among an and another any anybody
    anymore anyone anything anyway anywhere apart are aren around as at avoid away back be became
    because become becomes been before begin behind being below besides best better between beyond
    bit both but by call came can can't cannot cant certain certainly changed choose chooses
    choosing chose chosen come comes coming constraint could couldn couldn't course decide decided
    decides decision decisions default defaults definitely did didn didn't didnt do does doesn
    doesn't doesnt doing don don't done dont down drop dropped dropping drops during each either
    else elsewhere enough especially etc even ever every everybody everyone everything everywhere
    exactly except few final finally fine follow following for forth forward from further future
    gave general generally get gets getting give given gives giving go goes going gonna good got
    great had hadn hadn't happen has hasn hasn't hate have haven haven't having he hello help
    hence her here hereafter hers herself hey hi him himself his hm hmm hope how however i idea ie
    if ill im in include includes indeed inside instead into is isn isn't isnt it its itself ive
    just keep keeping keeps kept kind kinda know later least less let lets lgtm like likely lol
    lot lots love made mainly make makes making many matter may maybe me mean means might mind
    mine more moreover most mostly move moved moving much must mustn my myself namely near nearly
    need needed needs neither never nevertheless next nice no nobody none nope nor normal normally
    not note noted nothing now nowhere of off often oh ok okay on once one ones only onto option
    or other others otherwise ought our ours ourselves out over own per perfect perhaps permanent
    permanently pick picked picks please pls plz possible prefer preferably preference preferred
    prefers probably project projects proposal propose proposed provided put puts quite rather
    really recommend recommendation recommended regarding remember remembers replace replaced
    replacing requirement reverse reversed reversing right rule rules said same saw say saying
    says scrap scrapped scrapping second see seem seems seen select selected sense settle settled
    shall she should shouldn shouldn't show shows since so some somebody somehow someone something
    sometimes somewhat somewhere soon sorry sort sounds standardise standardize standing starting
    starts stay stays stick sticking still stop stops such suggest suggested suggestion sure
    switch switched switching take taken takes taking talk tell tells than thank thanks that
    that's thats the their theirs them themselves then there thereafter these they thing things
    think thinking this those though through throughout thus till time times to today together
    told too took toward towards treat tried truly try trying under unless until up upon us use
    used uses using usual usually very via wait wanna want wanted wants was wasn wasn't wasnt way
    ways we well went were weren what whatever when whenever where whereas wherever whether which
    whichever while who whoever whole whom whose why will wish with within without won won't wont
    work works would wouldn wouldn't yeah yep yes yet you your yours yourself yourselves yup
    """.split()
)

# Phrases whose removal parts a run of Han characters; the longest at a place wins.
HAN_STOP: Final = frozenset(
    """
    一下 一些 一向 一定 一定要 一律 一样 一点 一直 一般 一贯 不 不会 不再 不准 不变 不可以 不得
    不必 不想 不是 不用 不算 不能 不要 不许 不该 不过 与 东西 为什么 为我 之前 之后 也 习惯 了
    事情 于是 什么 今后 今后都 从今以后 从今天开始 从今天起 从今往后 从此 从现在开始 从现在起 他
    他们 以及 以后 以后都 任何 任何时候 但凡 但是 作废 你 你们 使用 保持 倾向 假如 偏好 全部
    全都 关于 其中 其实 再 决定 凡是 切到 切换到 切换成 别 别再 务必 劳驾 勿 千万 反正 另外 只
    只有 只能 只要 可以 可是 同意 向来 吗 吧 呀 呢 和 咱们 哈 哦 哪个 哪些 啊 啦 喜欢 嗯
    嗯嗯 嘛 因为 因此 在 大家 大概 她 好吧 好啦 好的 如何 如果 始终 宁可 宁愿 它 定下 定下来
    定为 定了 对了 对于 对我 就 就定 就按 就是 就照 就这么办 就这么定 就这样 就这样定 尽可能 尽量
    已定 已经 希望 帮忙 帮我 平时 并且 应当 应该 应该是 建议 弃用 当前 往后 必需 必须 怎么 怎样
    总之 总得 总是 您 想要 我 我们 我们项目 我想 我看 我觉得 我这边 或是 或者 所以 所有 把 拍板
    拜托 按你说的 按照 按这个 换为 换到 换成 换用 推翻 推荐 提议 收到 改为 改成 改用 改选 放弃
    敲定 整个 整个项目 方案 无论如何 日后 时候 明白 明确 是 更喜欢 替我 最后 最好 最终 有关 有点
    本次 本项目 来吧 此后 每一次 每回 每次 永远 没 没意见 没有 没问题 然后 照做 照着来 照这个
    现在 用 由于 的 的时候 的话 目前 直接 真的 知道了 硬性 硬性约束 硬性要求 确定 确认 禁止 算了
    结论定了 结论是 给我 统一 统一用 统统 综合来看 考虑到 而且 而是 能够 自己 至于 被 要 要是
    规定 规矩 觉得 认为 让 记下 记住 记得 请 请勿 请记住 谢谢 赞成 起来 跟 跟我 还 还是 还有
    这 这个 这个项目 这么 这些 这条 这样 这次 这种 这边 这里 选 选了 选定 选择 选用 通常 通通
    那 那个 那么 那些 那条 那样 那种 那边 那里 都 采用 采纳 除非 需要 顺便 麻烦 默认
    """.split()
)

# Words that contain a stop phrase and stay whole.
HAN_KEPT: Final = frozenset(
    """
    一般性 不动 不动产 不变量 不可变 不同 不确定性 不足 不透明 不锈钢 与会 与其 与否 专用 个别
    主要 之和 了断 了结 了解 京都 他人 作用 你好 使用率 使用者 使用量 信用 候选 停用 偿还 公用
    共和 共用 其他 其它 再入 再次 再版 再生 再见 分别 利用 别名 刹那 区别 单选 占用 参与 只读
    只身 可用 可用性 可选 吉他 启用 告别 和声 和平 和弦 和服 和解 和谐 哈希 商用 在场 在岗 在库
    在建 在线 在职 在读 在途 型别 备用 复用 多选 存在 实在 实用 家用 将就 就业 就医 就地 就座
    就绪 就诊 就近 就餐 差别 常用 应用 引用 归还 录用 必要 性别 总和 成就 成都 我方 所在 把握
    挪用 摘要 日用 明了 是否 最终一致 柔和 标的 棉被 概要 求和 沉没 没收 温和 潜在 特别 用人
    用例 用处 用户 用料 用水 用法 用电 用纸 用色 用药 用词 用语 用车 用途 用量 用餐 申请 的士
    的确 目的 目的地 确定性 禁用 筛选 简要 类别 精选 级别 纪要 终了 被子 要件 要害 要求 要点
    要素 要道 要闻 让利 让步 识别 试用 请假 请客 请愿 请教 请求 请示 调和 调用 谦让 费用 跟踪
    跟进 转让 辨别 返还 还价 还原 还款 退还 适用 选中 选举 选区 选型 选手 选择器 选项 通用 避让
    邀请 那不勒斯 都城 都市 都柏林 都督 重用 重要 鉴别 雇用 饱和 首选 首都 默认值
    """.split()
)

# Singular forms that the plain rule for English plurals would miss or spoil.
PLURALS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "alias": "alias",
        "aliases": "alias",
        "apis": "api",
        "atlas": "atlas",
        "bias": "bias",
        "branches": "branch",
        "canvas": "canvas",
        "clis": "cli",
        "emojis": "emoji",
        "indexes": "index",
        "indices": "index",
        "matches": "match",
        "patches": "patch",
        "pandas": "pandas",
        "statuses": "status",
        "uis": "ui",
        "wikis": "wiki",
    }
)
