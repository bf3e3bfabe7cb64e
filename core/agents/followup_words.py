"""Words that only go on with what was said: a message of nothing else asks for no memory.

Tables of data, beside the stop words, which carry no subject at all. Entries are in lower case and
in simplified characters.
"""

from __future__ import annotations

from typing import Final

LATIN_FOLLOW_UP: Final = frozenset(
    """
    add adding ahead apply approve approved awesome bit build carry change check cleanup commit
    complete completed continue continued continuing correct create delete done edit else error
    errors exactly execute explain failed fails finish fix fixed fixes follow following forward
    further generate great idea implement improve issue keep lgtm look looks merge move nice
    option path perfect ping plan please proceed progress push redo refactor remove rename repeat
    rerun restart resume retry return revert review rollback run running save show start status
    step steps stop submit suggestion summarize summary test thought thoughts undo update version
    wait work working works wrap write wrong
    """.split()
)
HAN_FOLLOW_UP: Final = tuple(
    sorted(
        """
        继续 接着 接下来 然后 后面 下面 再来 再看 看看 看下 看一下 换一个 换个 换一换 换一下 换种
        另一个 另外 其他 其它 别的 下一个 下一步 下一条 上一个 上一步 一个 一次 一遍 一下 一点
        试试 试一下 试一试 重试 重来 重做 重新 再试 再做 搞定 完成 开始 停下 停止 等等 等一下 回退
        撤销 撤回 提交 推送 合并 运行 跑一下 跑一遍 执行 修复 修一下 改一下 改改 检查 总结 汇总
        解释 说明 详细 具体 展开 思路 方案 办法 步骤 进度 结果 情况 问题 错误 报错 没问题 有问题
        明白 知道 收到 了解 谢谢 辛苦 不错 很好 太好 厉害 可以 照做 来吧 走吧 上吧 往下 往后 还有
        来一个 接着来 做完 弄好 好了 对了 没错
        """.split(),
        key=lambda word: (-len(word), word),
    )
)
