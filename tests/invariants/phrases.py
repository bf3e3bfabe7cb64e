"""What is said in generated conversations: templates with `{t}` for a topic, in two languages.

The topics of the two projects have no word in common, so that a word tells whose it is.
"""

TOPICS = (
    (
        "clickhouse terraform quokka marimba saffron tangerine rollup kestrel bramble obsidian"
        " lantern monsoon juniper walnut gazelle tamarind".split(),
        "雪莲 青鸾 琥珀 海棠 砚台 松烟 竹筏 芦苇 蒲扇 桂皮".split(),
    ),
    (
        "cassandra pulumi wombat trombone turmeric clementine esbuild falcon thistle basalt"
        " beacon typhoon hemlock almond antelope cardamom".split(),
        "玄武 白鹭 珊瑚 紫檀 铜镜 柏油 藤蔓 陶瓷 纺车 麦芽".split(),
    ),
)

PREFERENCES = {
    "en": (
        "From now on always mention {t} first in your answers",
        "I prefer {t} over long explanations, always",
        "Please never write {t} into a commit message from now on",
        "Going forward, name every branch after {t}",
        "Remember: always format examples with {t}",
    ),
    "zh": (
        "以后回答都先提{t}",
        "今后代码注释一律用{t}风格",
        "以后提交信息里都不要写{t}",
        "记住，以后例子都用{t}来写",
        "以后 code review 都先看{t}",
    ),
}

DECISIONS = {
    "en": (
        "We decided: {t} is our queue",
        "We will use {t} for caching, that is settled",
        "Decision: all services log through {t}",
        "Let's go with {t} for the docs, that's final",
        "It is decided, the project uses only {t} for builds",
    ),
    "zh": (
        "我们决定了，缓存统一用{t}",
        "数据库就用{t}，这个定了",
        "日志全部走{t}，就这么定了",
        "项目统一使用{t}",
        "我们定了，CI 统一用{t}",
    ),
}

PROPOSALS = {
    "en": ("I suggest we use {t} for the cache. Shall we?", "My proposal: use {t} for all logs."),
    "zh": ("建议缓存统一用{t}，可以吗？", "我建议日志都用{t}，要这样定吗？"),
}

ACKS = {
    "en": ("yes", "OK", "Sounds good", "Agreed", "Yes please"),
    "zh": ("好的", "同意", "可以", "就这么定", "没问题"),
}

IDLE = {
    "en": (
        "Just for this answer, use {t}.",
        "Should we use {t} for this?",
        "Maybe {t}, I am not sure yet.",
        "The config sets {t} to 3 at the moment.",
        "If we used {t} it would probably be slower.",
        "He said we must always use {t}.",
        "Thanks, that works. What does {t} do?",
    ),
    "zh": (
        "这次先用{t}，下次再说。",
        "要不要用{t}？",
        "也许用{t}，还没想好。",
        "现在的代码里{t}是默认值。",
        "如果用{t}可能会慢一些。",
        "他说一定要用{t}。",
        "谢谢，可以了。{t}是什么？",
    ),
}

REVERSALS = {
    "en": "We switch from {t} to {u} for good, that is decided",
    "zh": "不用{t}了，改用{u}，这个定了",
}

WITHDRAWALS = {
    "en": ("Forget what I said about {t}.", "Scratch what I said about {t}, please."),
    "zh": ("我之前说的{t}那条不算了。", "忘掉我说的关于{t}的事。"),
}

LEADS = {"en": ("Thanks for the fix. ", "One more thing. "), "zh": ("谢谢。", "还有一件事。")}
TAILS = {"en": (" Now look at the test.", " What next?"), "zh": ("现在看一下测试。", "接下来呢？")}
ENDS = {"en": ".", "zh": "。"}

# Text that is not the user's own, with `{s}` for a statement in it.
PASTED = (
    "```\n{s}.\n```",
    "> {s}.",
    "<document>\n{s}.\n</document>",
    "2026-01-05T10:00:00 INFO {s}",
    "<sayso-memory>\n- m1 {s}\n</sayso-memory>",
)

ANSWERS = ("Fine.", "Done, the test passes.", "好的，已处理。", "Noted: {s}.", "")

REPAIRS = (
    "Patch {t} in the parser, and from now on always use {t}.",
    "修一下{t}，以后都用{t}。",
)
