"""The words of the ways in which a preference is said, as data for `carriers`."""

from __future__ import annotations

import re
from typing import Final

OWN_PROMISE_ZH: Final = re.compile(
    r"^\S{0,4}(?:以后|今后|往后|从今|之后)(?:的|就|也|还|再|都)?(?:我(?!要|希望|的|写|说|问|发"
    r"|让|没|不)|我们|咱们|会|可能|有机会|再|常|多联系|见|就知道|就懂|才|想)"
)
WANTED: Final = re.compile(
    r"i (?:always|never|only|generally|usually|normally) (?:want|need|expect)"
    r"(?! to (?:go|be|cry|see|know|learn|run|eat|sleep))"
)
# "Until I tell you otherwise": whatever stands beside it is meant to last.
OTHERWISE: Final = re.compile(
    r"(?:until|till|unless) i (?:tell|say|ask|write|note|decide)(?: you)? (?:otherwise"
    r"|different(?:ly)?|something else)|(?:除非|直到)我(?:另|再)(?:说|讲|通知|交代|改口)"
)
# "You give me crates": an order told as a plain fact, which lasts where it is said to.
YOU_DO: Final = re.compile(
    r"(?:^|[a-z] )you (?:just |only |always |never )?(?:give me|write|put|call|show me|send me"
    r"|quote|name|spell|use|list|mark|bring me|hand me) "
    r"(?!that |this |it |in |off |down |me (?:in|off|down) |joy|hope|life|a )"
)
TOPIC_HAN: Final = re.compile(
    r"^(?:以后)?(?:跟|和|对)我(?:报|讲|说|聊|谈|汇报|介绍|解释|算)[^,这那了过]{0,6}$"
)
LONE_WORD: Final = re.compile(r"(?:and |but )?(?:al+ways|never|ever|never ever)")
# How something is to be done, rather than what.
MANNER: Final = re.compile(
    r"(?:write|use|answer|reply|say|put|spell|keep|format|call|stick|start|speak) "
    r"(?!me |us |it |a |an |one |this |that |the |to )"
)
ASKED_HAN: Final = re.compile("^请|统一|一律")
POINTED_HAN: Final = re.compile("[这那]|今天|今晚|明天|上面|下面|帮")
ONCE_FOR_ALL: Final = re.compile(r"^(?:once and for all|for the last time)(?=:|,|$)")
# A product without any finite verb is an order in short: "larger type in every list you make".
NOMINAL: Final = re.compile(
    r"(?<![a-z])(?:is|are|was|were|has|have|had|looks?|works?|helps?|seems?|makes?|made|[a-z]+ed"
    r"|thanks?|love|like|enjoy|appreciate|can|could|will|would|if|what|how|why|reply"
    r"|read)(?![a-z])|[\u4e00-\u9fff]|'(?:s|re|ve)"
)
ONWARD_STRONG: Final = re.compile(
    r"from (?:now|here|today|tomorrow)|from [\w ]{3,25} on(?:wards?)?$|going forward|moving forward"
    r"|henceforth"
)
SUBJECT: Final = re.compile(
    r"^(?:we|i|he|she|they|it|there|the \w+|my \w+|our \w+|this|that)(?:'|[ ])|(?<![a-z])(?:is"
    r"|are|was|were|will|would|can|could|has|have|had|might|may)(?![a-z])"
)
FOR_EACH: Final = re.compile(
    r"(?<![a-z])(?:in|on|of|at|with|for|to|across|throughout) (?:every|each|any|all)(?![a-z])"
)
# "Can you work out how much I need, whatever the colour": an answer is wanted, and once.
ASKED_ONCE: Final = re.compile(
    r"(?:can|could|would|will) you (?:please )?(?:[a-z]+ ){1,3}(?:how|what|which|whether|if|where"
    r"|when) (?!.{0,200}(?:every|each|always))"
)
# "When I ask for help use …": the case and the order stand in one clause.
ASKED_CASE: Final = re.compile(
    r"when(?:ever)? i (?:ask|send|give|show|paste|share|bring|post|mention)(?: you)? "
    r"(?:for|about|to|a|an|any|some|[a-z]+s)(?![a-z])"
)
WHENEVER: Final = re.compile(r"whenever|(?:each|every|any) ?time")
