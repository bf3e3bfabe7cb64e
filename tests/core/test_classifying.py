"""What kind of request a message is by rule: precise first, since a repair is not remembered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sayso.core.project.classifying import (
    Classified,
    Route,
    guess_intent,
    is_repair,
    tell_route,
)
from sayso.core.project.intents import GENERAL_CHAT, INTENTS
from sayso.core.speech.lasting import may_last

# A first word in capitals: what a person would say it is. The second half was written after the
# rules; a mark tells what they leave to a classifier (?) or to the safe side (!).
TABLE = """
code_audit     Review this code for bugs.
code_audit     Please review my changes.
code_audit     Code review please
code_audit     Audit src/auth for security issues.
code_audit     Do a security audit of this module.
code_audit     Check parser.py for vulnerabilities.
code_audit     Find bugs in this function.
code_audit     Can you review the diff?
code_audit     Please do a thorough code review of the last commit.
code_audit     审计一下这段代码
code_audit     帮我审查一下这个 PR
code_audit     检查 auth.py 有没有安全漏洞
code_audit     对这个模块做一次安全审计
code_audit     review 一下这次提交
code_audit     看看这段代码有没有 bug
code_audit     找出这个函数里的漏洞
patch_explain  Explain this patch.
patch_explain  What does this diff do?
patch_explain  Walk me through the patch.
patch_explain  Explain the second hunk of the patch.
patch_explain  Explain the changes you just made.
patch_explain  解释一下这个补丁
patch_explain  这个 patch 改了什么？
patch_explain  解释一下你刚才的修改
patch_revise   Revise the patch so that it handles None.
patch_revise   Change the patch to use a context manager.
patch_revise   Redo the patch without touching tests.
patch_revise   Drop the second hunk from the patch.
patch_revise   Make the patch smaller.
patch_revise   修改一下这个补丁，加上空值检查
patch_revise   把补丁里的第二处改动去掉
patch_revise ! 重做这个 patch，不要动测试
code_explain   Explain this function.
code_explain   How does this module work?
code_explain   What does `parse_line` in reader.py do?
code_explain   解释一下这段代码
code_explain   这个函数是做什么的？
general_chat   Review this code. We decided to use argon2 for hashing.
general_chat   Revise the patch, and from now on never touch the generated files.
general_chat ? Yes, and review the diff.
general_chat ? Forget what I said about tabs and review this PR.
general_chat ? Always review the diff before you commit.
general_chat ? 以后每次提交前都审查一下代码
general_chat   审查这段代码，以后统一用 argon2
general_chat ? Never touch tests in a patch.
general_chat ? The patch must not touch tests.
general_chat ? 好的，审查这个 PR
general_chat   Review the diff. I prefer short reviews.
general_chat ? How do I review a PR on GitHub?
general_chat ? What is a code review?
general_chat ? The audit log is broken, fix it.
general_chat ? Add a review step to CI.
general_chat ? Review the PR description.
general_chat ? Update the patch version in package.json.
general_chat ? Explain how git diff works.
general_chat ? Fix the diff view in the sidebar.
general_chat ? Apply the patch and run the tests.
general_chat   Fix the bug in parser.py.
general_chat ? 这个补丁可以，合并吧
general_chat ? 更新补丁版本号
general_chat ? 写一个审计日志模块
general_chat   Thanks a lot!
general_chat   把缓存换成 Redis

code_audit     Could you please audit the payment module before we ship?
code_audit     Review my last commit for race conditions.
code_audit     please check src/api/users.ts for sql injection
code_audit     Scan this file for security bugs
code_audit   ! Go over the diff for bugs, please.
code_audit     Security review please.
code_audit   ! hey, review the changes in core/jobs.py
code_audit     Inspect our implementation for memory leaks.
code_audit   ! 请审查我刚才的改动
code_audit     麻烦评审一下这个合并请求
code_audit     帮我看看这个函数里有没有内存泄漏
code_audit     给这段代码做个代码审查
code_audit     扫描整个项目的安全漏洞
patch_explain  can you summarize this diff?
patch_explain  what did the second hunk change?
patch_explain  How does this patch fix the crash?
patch_explain  讲讲这个 diff
patch_explain  这个补丁是做什么的
patch_explain  你刚才的改动改了什么
patch_revise   rewrite the patch using pathlib
patch_revise   shrink the diff to the minimum
patch_revise ? Split this patch into two
patch_revise   fix the patch, it breaks the build
patch_revise ? undo the change in utils from the patch
patch_revise   请把这个补丁拆成两个
patch_revise ! 改进一下你给的补丁
patch_revise   再调整一下这个 patch。
general_chat ? Review the design doc and tell me what you think.
general_chat   Check the code for the feature flag and enable it.
general_chat ? Audit trails should include the user id.
general_chat ? Patch the server with the latest kernel.
general_chat ? What does patch mean in semver?
general_chat ? review the failing test and fix it
general_chat ? Review this PR, then fix the typos in it.
general_chat ? Explain this patch, and write it into the changelog.
general_chat ? Describe the patch in the README.
general_chat   Report bugs in this repo to the upstream project.
general_chat ? Make the patch notes shorter.
general_chat ? The code review found three problems, fix them.
general_chat   检查一下代码格式
general_chat ? 审查意见已经写在 issue 里了
general_chat ? 把差异写进文档里
general_chat   这个模块的安全性怎么样
general_chat ? 审查这个 PR，然后合并
general_chat ? review 流程要改一下，两个人批准才能合并
general_chat ? Revise the patch. Also call me Max from now on.
general_chat   Review this PR, and remember that we use tabs.
general_chat ? 解释一下这个补丁，另外我们决定用 Redis 了
"""
CASES = [
    (line[:13].strip(), line[13:15].strip(), line[15:])
    for line in TABLE.splitlines()
    if line.strip()
]


def opens_with_request(text: str) -> bool:
    """Tell as a shell does whether a message that opens with a request may say more."""
    return may_last(text, opens_with_request=True)


@pytest.mark.parametrize(("intent", "mark", "prompt"), CASES)
def test_a_message_is_what_a_person_says_it_is(intent: str, mark: str, prompt: str) -> None:
    """The rules give the intent; what is not unmistakable is general chat, and may be asked on."""
    guess = guess_intent(prompt, opens_with_request)
    assert guess.intent == (GENERAL_CHAT if mark else intent)
    assert guess.is_sure is (mark != "?")


def test_no_repair_is_guessed_that_is_none() -> None:
    """Of all labelled messages none is taken for a repair wrongly, and four in five repairs are
    found: whoever loosens the rules sees what it costs.
    """
    guesses = [(intent, guess_intent(text, opens_with_request).intent) for intent, _, text in CASES]
    guessed = [intent for intent, guess in guesses if is_repair(guess)]
    right = [intent for intent, guess in guesses if is_repair(guess) and intent == guess]
    assert len(right) / len(guessed) == 1.0
    assert len(right) / sum(is_repair(intent) for intent, _ in guesses) >= 0.8
    assert {intent for intent, _ in guesses} == set(INTENTS)


@pytest.mark.parametrize(
    ("text", "lasts"),
    [
        ("Review this diff.", False),
        ("Review this diff. From now on answer in German.", True),
        ("Review this diff. We decided to use pnpm.", True),
        ("Forget what I said about tabs.", True),
        ("Option 2, please.", True),
        ("好的", True),
        ("", False),
        ("Review it. " + "This works. " * 39, False),
        ("Review it. " + "This works. " * 40, True),
    ],
)
def test_what_may_last_is_what_the_gate_could_take(text: str, lasts: bool) -> None:
    """A preference, a decision, a withdrawal, an agreement or a choice is never left out."""
    assert may_last(text) is lasts


def test_words_beside_a_request_are_asked_about() -> None:
    """Whatever the rules make of a message, what may be a say-so makes it general chat."""
    assert guess_intent("Review this diff.", lambda _text: True).intent == GENERAL_CHAT
    assert guess_intent("Review this diff.", lambda _text: False).intent == "code_audit"


def test_nothing_is_asked_about_an_ordinary_message() -> None:
    """What is no repair costs no look at its words."""
    asked: list[str] = []

    def ask(text: str) -> bool:
        asked.append(text)
        return False

    for prompt in ("Add a cache.", "Explain this function.", "How do I review a PR?"):
        guess_intent(prompt, ask)
    assert asked == []


def test_a_long_message_is_more_than_a_request() -> None:
    """What nobody has looked at is no repair, and is neither looked at nor asked about."""

    def ask(_text: str) -> bool:
        raise AssertionError

    request = "Review this diff.\n"
    assert guess_intent(request.ljust(2_000), lambda _text: False).intent == "code_audit"
    guess = guess_intent(request.ljust(2_001), ask)
    assert (guess.intent, guess.is_sure) == (GENERAL_CHAT, True)


def test_the_reason_of_a_fallback_is_told_with_its_route() -> None:
    """One line says the final route, who chose it, and the first line of why (A277)."""
    told = Classified(intent=GENERAL_CHAT, route=Route.FALLBACK, reason="deadline: no\nbody: x")
    assert tell_route(told) == "intent general_chat, by fallback: deadline: no"
    assert tell_route(replace(told, reason="")) == "intent general_chat, by fallback"
