"""Compare the shapes that a cell's trailing comments name with those of its values."""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lessonkit.course.names import find_bindings

# `(4, 3)`, `(4,)` or `()`; a comment that goes on with an arrow tells of a change.
_ONE = r"\((?:\d+,(?:\s*\d+,)*(?:\s*\d+)?)?\)"
_COMMENT = re.compile(
    rf"#\s*(?P<shapes>{_ONE}(?:,\s*{_ONE})*)(?!\s*(?:->|→|\(|or\b|to\b))"
)


@dataclass(frozen=True)
class ShapeClaim:
    """What a comment says: the name on this line of the cell has this shape."""

    line: int
    name: str
    shape: tuple[int, ...]


def find_shape_fault(
    source: str, first: int, names: Mapping[str, Any]
) -> tuple[int, str] | None:
    """Return line and words of the first comment that is not true, or None.

    `first` is the line of the file on which the cell begins, `names` are those that
    it left behind.
    """
    for claim in parse_shapes(source):
        shape = _find_shape(names.get(claim.name))
        if shape is not None and shape != claim.shape:
            message = (
                f"the comment says {claim.shape}, but `{claim.name}` has the shape "
                f"{shape}"
            )
            return first + claim.line - 1, message
    return None


def parse_shapes(source: str) -> tuple[ShapeClaim, ...]:
    """Read the shape comments of a cell's own assignments.

    Those inside functions are left out, for their values are gone, and so are those
    of a name that the cell binds again later.
    """
    claims: dict[str, ShapeClaim | None] = {}
    comments = dict(_find_comments(source))
    for statement in ast.parse(source).body:
        claims |= {name: None for name, _ in find_bindings(ast.Module([statement], []))}
        if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
            shapes = comments.get(statement.end_lineno or statement.lineno, ())
            names = _list_targets(statement)
            if len(names) == len(shapes):
                line = statement.end_lineno or statement.lineno
                pairs = zip(names, shapes, strict=True)
                claims |= {name: ShapeClaim(line, name, s) for name, s in pairs}
    return tuple(claim for claim in claims.values() if claim)


def _find_comments(source: str) -> Iterator[tuple[int, tuple[tuple[int, ...], ...]]]:
    """Yield line and shapes of each comment that opens with shapes."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        match = _COMMENT.match(token.string) if token.type == tokenize.COMMENT else None
        if match:
            shapes = (ast.literal_eval(s) for s in re.findall(_ONE, match["shapes"]))
            yield token.start[0], tuple(shapes)


def _list_targets(statement: ast.Assign | ast.AnnAssign | ast.AugAssign) -> list[str]:
    """Return the names that an assignment binds, if it binds nothing but names."""
    targets = getattr(statement, "targets", None) or [statement.target]
    if len(targets) == 1 and isinstance(targets[0], ast.Tuple):
        targets = targets[0].elts
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    return names if len(names) == len(targets) else []


def _find_shape(value: Any) -> tuple[int, ...] | None:
    """Return a value's shape; numbers and lists have one where there is NumPy."""
    try:
        shape = getattr(value, "shape", None)
        if shape is None and value is not None and "numpy" in sys.modules:
            shape = sys.modules["numpy"].shape(value)
        return None if shape is None else tuple(int(size) for size in shape)
    except Exception:  # A value may do anything when asked, and ragged lists do.
        return None
