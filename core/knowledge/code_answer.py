"""What a model says of a function, read strictly: nothing that its source does not show.

Input: the function's source and a reply. Output: blocks by focus, or why the reply is refused. Each
item quotes the source word for word; what it quotes must stand there, so that no item is of another
function or of none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.ids import item_id
from sayso.core.knowledge.json_values import canonical
from sayso.core.model import (
    ContractFault,
    TextBound,
    bounded_list,
    bounded_text,
    exact_keys,
    read_object,
)
from sayso.core.outcome import Failure, Success, collect, is_failure
from sayso.core.text import clip, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.knowledge.outline import Outline
    from sayso.core.outcome import Result

Item = dict[str, object]
QUOTE: Final = "quote"
# The list of each focus, and the texts of its items; the last may be empty.
LISTS: Final = {
    "alarm_logic": ("rules", ("when", "then", "why")),
    "calculation_chain": ("steps", ("sets", "from", "why")),
    "output_chain": ("outputs", ("what", "when")),
    "state_machine": ("cases", ("from", "to", "when")),
}
_ID_CHARS: Final = 8


def compose_code_question(
    found: Sequence[Outline], max_chars: int = limits.CODE_SOURCE_MAX_CHARS
) -> str:
    """Put the definitions of one function as one JSON object; sources share a bound."""
    share = max_chars // max(1, len(found))
    return canonical(
        {
            "function": found[0].name if found else "",
            "definitions": [
                {"path": one.path, "source": clip(one.source, share), "calls": list(one.calls)}
                for one in found
            ],
        }
    )


def read_code_answer(
    reply: str, found: Sequence[Outline]
) -> Result[dict[str, object], ContractFault]:
    """Read a reply: exactly the four focuses, each a list of items; an empty one is left out."""
    whole = read_object(reply).bind(lambda value: exact_keys(value, "reply", tuple(LISTS)))
    if is_failure(whole):
        return whole
    source = "\n".join(one_line(one.source) for one in found)
    blocks: dict[str, object] = {}
    for focus, value in whole.unwrap().items():
        items = _items(value, focus, source)
        if is_failure(items):
            return items
        by_id = {str(item["id"]): item for item in items.unwrap()}
        if by_id:
            blocks[focus] = {LISTS[focus][0]: list(by_id.values())}
    return Success(blocks)


def _items(value: object, focus: str, source: str) -> Result[tuple[Item, ...], ContractFault]:
    listed = bounded_list(value, focus, 0, limits.CODE_ANSWER_ITEMS_MAX)
    if is_failure(listed):
        return listed
    keys = LISTS[focus][1]
    return collect(
        _item(one, f"{focus}[{at}]", keys, source) for at, one in enumerate(listed.unwrap())
    )


def _item(
    value: object, path: str, keys: tuple[str, ...], source: str
) -> Result[Item, ContractFault]:
    fields = exact_keys(value, path, (*keys, QUOTE))
    if is_failure(fields):
        return fields
    texts = {}
    for key, one in fields.unwrap().items():
        bound = TextBound(max_chars=limits.CODE_ANSWER_TEXT_MAX_CHARS, may_be_empty=key == keys[-1])
        text = bounded_text(one, f"{path}.{key}", bound)
        if is_failure(text):
            return text
        texts[key] = one_line(text.unwrap())
    if texts[QUOTE] not in source:
        return Failure(ContractFault(path=f"{path}.{QUOTE}", reason="does not stand in the source"))
    said: Item = {key: text for key, text in texts.items() if text}
    return Success({"id": item_id(said)[:_ID_CHARS], **said})
