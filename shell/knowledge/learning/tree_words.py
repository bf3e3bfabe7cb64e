"""What the grammars of tree-sitter call things: which kind of node is what, and in which field."""

from __future__ import annotations

from typing import Final

FUNCTIONS: Final = frozenset(
    """
    function_definition function_declaration generator_function_declaration method_definition
    method_declaration constructor_declaration compact_constructor_declaration function_item
    """.split()
)
GO_FUNCTIONS: Final = frozenset({"function_declaration", "method_declaration"})
# A name with a value, which may be a function: by the fields of both.
NAMED_VALUES: Final = {
    "variable_declarator": ("name", "value"),
    "assignment_expression": ("left", "right"),
    "field_definition": ("property", "value"),
    "public_field_definition": ("name", "value"),
    "pair": ("key", "value"),
}
ANONYMOUS: Final = frozenset(
    """
    arrow_function function_expression generator_function lambda_expression closure_expression
    func_literal
    """.split()
)
WRAPPED: Final = frozenset({"function_declarator", "pointer_declarator", "reference_declarator"})
SCOPES: Final = {
    "class_specifier": "name",
    "struct_specifier": "name",
    "namespace_definition": "name",
    "class_declaration": "name",
    "abstract_class_declaration": "name",
    "class": "name",
    "internal_module": "name",
    "module": "name",
    "interface_declaration": "name",
    "enum_declaration": "name",
    "record_declaration": "name",
    "impl_item": "type",
    "mod_item": "name",
    "trait_item": "name",
}
BRANCHES: Final = frozenset({"if_statement", "if_expression"})
LOOPS: Final = frozenset({"while_statement", "do_statement", "while_expression"})
CAUGHT: Final = frozenset({"catch_clause"})
CATCHING: Final = frozenset({"catch_formal_parameter"})
SWITCHES: Final = frozenset(
    """
    switch_statement switch_expression expression_switch_statement type_switch_statement
    match_expression
    """.split()
)
CASES: Final = frozenset(
    """
    case_statement switch_case switch_default switch_block_statement_group switch_rule
    expression_case default_case type_case match_arm
    """.split()
)
BLOCKS: Final = frozenset({"compound_statement", "switch_body", "switch_block", "match_block"})
LABELS: Final = frozenset({"switch_label"})
CALLS: Final = {
    "call_expression": "function",
    "method_invocation": "name",
    "object_creation_expression": "type",
    "new_expression": "constructor",
    "macro_invocation": "macro",
}
CHANGES: Final = {
    "assignment_expression": ("left", "right"),
    "augmented_assignment_expression": ("left", "right"),
    "compound_assignment_expr": ("left", "right"),
    "assignment_statement": ("left", "right"),
    "short_var_declaration": ("left", "right"),
    "init_declarator": ("declarator", "value"),
    "variable_declarator": ("name", "value"),
    "let_declaration": ("pattern", "value"),
    "var_spec": ("name", "value"),
}
STEPS: Final = frozenset({"update_expression", "inc_statement", "dec_statement"})
RESULTS: Final = frozenset({"return_statement", "return_expression", "yield_expression"})
FAILURES: Final = frozenset({"throw_statement"})
# How the kinds of Rust's expressions end; other last nodes of a block are statements.
EXPRESSIONS: Final = (
    "_expression", "identifier", "_literal", "literal", "_invocation", "self", "_operator",
)  # fmt: skip
