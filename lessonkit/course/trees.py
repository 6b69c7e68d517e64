"""Python sources as syntax trees and comments, each source read once.

Loading, checking and showing a lesson ask for the same cells again and again.
"""

from __future__ import annotations

import ast
import functools
import io
import tokenize

# What one lesson needs, and some more.
MOST = 256


@functools.lru_cache(maxsize=MOST)
def parse_tree(source: str) -> ast.Module:
    """Return the syntax tree of a source, which nobody may change.

    Raises SyntaxError, or ValueError for a null byte, as `ast.parse` does.
    """
    return ast.parse(source)


@functools.lru_cache(maxsize=MOST)
def list_nodes(source: str) -> tuple[ast.AST, ...]:
    """Return every node of a source's tree, from the outermost inwards."""
    return tuple(ast.walk(parse_tree(source)))


@functools.lru_cache(maxsize=MOST)
def list_comments(source: str) -> tuple[tuple[int, int, str], ...]:
    """Return line, column and text of every comment."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return tuple((*t.start, t.string) for t in tokens if t.type == tokenize.COMMENT)
