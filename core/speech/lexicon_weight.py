"""The points of words and of pairs of words, made by `python -m bench.weights`.

A line holds points and the words that have them; a pair is joined by a low line, ^ and $ stand
for the start and the end of a statement. Digest of the messages they are learned from:
33fc4821a811a52d286c19e316d79604d0c783d8fadde907003ad7b77c57d28a
"""

from __future__ import annotations

from typing import Final

BIAS: Final = 0.6
_TABLE: Final = r"""
3.9 :_,
3.8 ,_这
3.7 ,
3.4 each
3.3 后
3.0 已
2.9 ,_that's
2.8 we've
2.7 be i've we're 定 经
2.6 signed 的
2.5 for_me next 了_,
2.4 all when your 给_我
2.3 name settled stays than that's
2.2 ,_not goes otherwise will_be won't 做 凡
2.1 ,_the ,_we ,_不 before_you final so word 案 确 给 跟 都
2.0 ,_always ^_以 default five is no_more want_the 上
1.9 ^_i've answer in number over we 全 已_经 拍 程
1.8 ,_以 ^_we're as_a me_the when_you whenever with 原
1.7 are can't going notes stop way will 也 折
1.6 ,_一 ^_all ^_and ^_as first out person team 号_, 地 定_了 我 直 线 这_么 长
1.5 ,_it's in_every k long text you you_write 对 推 改 是_$ 的_时 这_是
1.4 " : ^_don't ^_i'd ^_whenever before more them 下_来 不_再 分 就_用 惯 提_醒 边 醒
1.3 ,_so ^_no after for future give i not order out_of season time_$ under 付 凡_是 出 别 同
1.3 拍_板 来_$ 直_接 结 过_了 通
1.2 client files i'd it's names no with_the 写 发 往_后 我_不 硬 签 起 还_是
1.1 ,_合 ^_跟 and_in don't from full habit now whatever whenever_you 《 》 之 习_惯 书 去 就 敲
1.1 方 时_候 照_这
1.0 ,_没 - 2 ^_when ^_另 free general going_to has_to me_, our paper prefer quote time_you to_be
1.0 不_做 事 任_何 何 候 公 制 好_了 孩 孩_子 我_们 掉_$ 替 期 的_, 行_程 话 过 这_个 量 限
0.9 ,_我 ^_凡 ^_对 like may per plan read single that_$ 一_律 不_要 今_后 准 子 展 往 情 接 最
0.9 每 法 清 片 病 种 订 话_, 说_明 那_家 都_把 里_的 长_期 问_题 顺
0.8 1 ^_the all_the anything even file for_the i'm in_any key me_$ night want 个_月 动 同_意 套
0.8 据 效 月 术 款 测 票 给_客 讨 跟_我 这_条 都_这
0.7 ,_and ,_往 ^_one as book code give_me in_all me of start to_me work write write_for you_make
0.7 “_￼￼ 中 别_写 制_在 单 号 合_同 商 定_$ 室 律 必 性 我_的 掉 控 控_制 料 样_$ 概 注 照 用
0.7 白 的_事 目 统 荐 要_$ 超_过 这_种 页 ￼￼ ￼￼_” ￼￼￼￼
0.6 ' ^_from ^_we budget done gets morning on_it out_$ rather 一_样 务 厅 另_外 只 和 场 底
0.6 我_一 我_写 手 永 永_远 节 议 译 请 读 谱 这 部 题 馆
0.5 ,_你 ,_最 ^_i'm an anything_you both drop every i'd_like longer my ok short tell the_old
0.5 一_直 主 你_给 写_$ 别_用 加 带 年 度 我_$ 我_说 找 收 改_成 数_据 方_案 日 时 稿 答 统_一
0.5 认 账 费 超 选 遍 那_边 金
0.4 ,_in ,_跟 ^_你 ^_别 down instead is_the line made must ones send them_$ venue 不 不_能 任 例
0.4 半 厨 另 子_, 教 本 板 样 死 约 语 这_样 都_先 都_别 都_得 额
0.3 ,_老 at_the change each_time it_$ right second style the_first time 一_个 习 作 供 八 叫 司
0.3 名 周 头 始 学 安 定_的 家 工 式 必_须 意 我_只 我_这 报 持 提 放 整 文_, 物 礼 花 英 表 规
0.3 论 说_的 走 远 通_知 都_给 须 餐
0.2 ,_no ,_先 ,_每 ^_i ^_in ^_my ^_ok chosen do_it ever first_, for_all keep_the letter mind put
0.2 run should show to_the we'll whole 万 中_文 了_$ 内 写_, 午 喜_欢 团 外 天_, 婚 婚_礼 就_行
0.2 己 序 店 律_不 推_荐 旧 来_, 欢 点_, 留 码 示 考 自_己 跑 都_用 钱 高
0.1 ^_客 and_i any ask english fixed have i_want off send_me the_two to us 代_码 保 全_部 向 告
0.1 商_量 大 库 开_$ 息 标 格 海 消 的_那 能 草 菜 菜_单 行_$ 要_求 问 音
-0.1 ^_我 always_$ and call does from_now now_on of_the only_, other what_i 东 人_, 代 件 价 位
-0.1 保_留 关 出_来 到 剧 包 台 员 图 就_是 排 明 查 爱 理 系 红 翻 语_, 间
-0.2 ^_新 ^_每 agreed and_the by house minutes next_to office page that's_how “ ” 下_周 为 交
-0.2 便 再 列 卡 存 开 文 时_间 来 第_二 管 组 聊 色 要_用 解 过_$ 进 里
-0.3 ,_just ,_今 ^_if ^_just ^_please for_this forget get have_to it_, last ten 从 你 前 四
-0.3 如_此 所_有 最_后 服 次_都 步 比 点_$ 百 看 系_统 编 要_是 让 试 说_$ 谈 选_了 附 院
-0.4 ,_please ,_现 3 ^_our ^_what from_the keep old round ”_, 一 了 信 在 好_, 客 小_时 就_这
-0.4 总 户 批 果 生 租 算 西 课 谁 隔
-0.5 ,_下 ,_明 ^_do ^_let's everything go hall in_this please 仓 仓_库 以_后 体 双 回 多 太 完
-0.5 录 新 班 知 空 老_板 规_定 记 语_气 货 还_在 这_一 那 错
-0.6 ,_keep ,_主 ^_every ^_不 at but first_$ leave_the numbers plain say sure take that the_new
-0.6 what_would year 好_$ 导 我_把 换 条 求 点 版 老 自 觉 这_段 钟
-0.7 ,_my ,_别 . ^_you blue it_in month nobody people skip thing 二 五 什 什_么 从_来 口 后_一
-0.7 品 小 应 我_没 打 每_次 隔_壁
-0.8 again_$ back decided i_always if_we make reply same 一_点 三 十 取 取_消 壁 天_的 现 纸 评
-0.8 都_要 酒
-0.9 ,_就 check end in_the much room tests 人 先 六 办 咱 明_天 是_我 见 都_不
-1.0 ,_i ^_给 a has i_never need_to new please_, there's three too week 今 今_天 吧_$ 客_人 少
-1.0 早 烦
-1.1 ^_没 again come day decide do every_time how_many many menu open table this 可_以 啊 师 得
-1.1 急 来_的 没_有
-1.2 ,_只 great if it let let's never put_the 下 们 嗯 把_这 文_件 看_$
-1.3 draft good leave thanks there up use without 个 么 哪 帮 帮_我 水
-1.4 ^_make ^_今 about decision for_a had i_need nothing then told use_the where which yes 咱_们
-1.4 次
-1.5 ,_what ,_等 ^_for ^_帮 between list log only tomorrow 多_少 张 数 是_不 气 说_以
-1.6 ,_but ^_听 ^_要 about_the on_the one the_second tonight want_to why 一_下 决 吧_, 复 如 有
-1.6 现_在 电 着 设 还_没 道
-1.7 or rule says was 会 几 吃 所 晚 那_个
-1.8 ^_好 see still 份 的_$ 第
-1.9 he 的_是 要
-2.0 ^_is just need on_a 当 雨
-2.1 today two 他 假 又 听 怎_么 想 看_看
-2.2 set 怎 段 讲
-2.3 decided_to go_with 以 天 好
-2.4 把 真 那_条
-2.5 did once said
-2.6 后_都 等
-2.7 can until what 吧
-2.8 could 不_用
-2.9 :_$ ^_把 they 决_定 可 还
-3.0 吗 吗_$
-3.1 不_是
-3.2 always how
-3.4 是
-3.5 没
-3.6 would
-4.0 说
-4.3 $ ^ ^_这
"""
POINTS: Final = {
    word.replace("_", " "): float(points)
    for points, *words in (line.split(" ") for line in _TABLE.strip().splitlines())
    for word in words
}
