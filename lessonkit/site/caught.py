"""Error messages that a cell caught on purpose, read from what it printed.

The program says what its lines mean: where a handler, `except ValueError as error`,
prints the class and the words of what it caught, its `print` calls become a pattern, and
the recorded lines that match all of it hold the message. Whatever the pattern does not
say for sure is left alone: a line is never taken for a message because it looks like one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from lessonkit.course.trees import list_nodes

# The class of an error or a warning goes by such a name.
CLASS = r"(?:\w+\.)*(?P<kind>[A-Z]\w*(?:Error|Exception|Warning))"
WORDS = r"(?P<words>\S.*)"
# Any other thing that is printed beside them.
ANY = r".*?"
# What may cut the words: `str(error).partition(".")[0]`, `str(error).split(".")[0]`.
CUTTING = ("partition", "split")


@dataclass(frozen=True)
class Message:
    """The class of an error or warning, without its module, and its words.

    The class is empty where a lesson quotes the words alone, and the words are empty
    where a cell printed no more than the class.
    """

    kind: str
    words: str


def find_caught(source: str, printed: str) -> tuple[Message, ...]:
    """Return the messages of caught errors in what a cell printed, in order."""
    found: dict[Message, None] = {}
    for pattern in _list_patterns(source):
        for match in pattern.finditer(printed):
            words = match.groupdict().get("words") or ""
            found[Message(match["kind"], words.strip())] = None
    return tuple(found)


def _list_patterns(source: str) -> Iterator[re.Pattern[str]]:
    """Yield what each handler prints, as a pattern of whole lines."""
    for node in list_nodes(source):
        if not isinstance(node, ast.ExceptHandler) or not node.name:
            continue
        lines = list(_list_lines(node.body, node.name))
        if any(CLASS in line for line in lines):
            yield re.compile("^" + r"\n".join(lines) + "$", re.MULTILINE)


def _list_lines(body: list[ast.stmt], name: str) -> Iterator[str]:
    """Yield the patterns of the lines that tell the class, and then the words.

    The words count only right below the class: anything may stand further down.
    """
    told = ""
    for statement in body:
        line = _describe_print(statement, name)
        if CLASS in line and not told:
            told = line
            yield line
        elif told and WORDS in line and WORDS not in told:
            yield line
            return
        elif told:
            return


def _describe_print(statement: ast.stmt, name: str) -> str:
    """Return the pattern of the line that a statement prints; empty if it is no print."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return ""
    call = statement.value
    if not isinstance(call.func, ast.Name) or call.func.id != "print" or call.keywords:
        return ""
    return " ".join(_describe(argument, name) for argument in call.args)


def _describe(node: ast.expr, name: str) -> str:
    """Return the pattern of what an expression prints; `name` holds the error."""
    if isinstance(node, ast.Constant):
        return re.escape(str(node.value))
    if isinstance(node, ast.JoinedStr):
        return "".join(_describe(value, name) for value in node.values)
    if isinstance(node, ast.FormattedValue):
        plain = node.conversion == -1 and node.format_spec is None
        return _describe(node.value, name) if plain else ANY
    if ast.unparse(node) == f"type({name}).__name__":
        return CLASS
    return WORDS if ast.unparse(_uncut(node)) in (name, f"str({name})") else ANY


def _uncut(node: ast.expr) -> ast.expr:
    """Return what is cut to its beginning in an expression, or the expression."""
    match node:
        case ast.Subscript(
            value=ast.Call(func=ast.Attribute(value=whole, attr=attribute)),
            slice=ast.Constant(value=0),
        ) if attribute in CUTTING:
            return whole
    return node
