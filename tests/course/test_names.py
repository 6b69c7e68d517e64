"""Which names code binds and reads, seen without running it."""

import ast

import pytest

from lessonkit.course.names import find_bindings, find_bound, find_imports, find_read


@pytest.mark.parametrize(
    ("source", "bound"),
    [
        ("a = b", {"a"}),
        ("a, (b, *c) = d", {"a", "b", "c"}),
        ("a.b = 1\nc[0] = 2", set()),
        ("def f(x):\n    y = x", {"f"}),
        ("class C:\n    x = 1", {"C"}),
        ("for i in x:\n    j = i", {"i", "j"}),
        ("with a as b:\n    pass", {"b"}),
        ("n = [i for i in x]", {"n"}),
        ("if (m := 1):\n    pass", {"m"}),
        ("import a.b\nimport c.d as e\nfrom f import g", {"a", "e", "g"}),
        ("def f():\n    import a", {"f"}),
    ],
)
def test_what_is_bound(source, bound):
    """Only names of the module itself count, whatever statement binds them."""
    assert find_bound(source) == bound


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("a = b + a", {"a", "b"}),
        ("a += 1\nb.c += d", {"a", "b", "d"}),
        ("def f(x, y=d):\n    z = x\n    return z + g", {"d", "g"}),
        ("def f():\n    global g\n    g = 1\n    return g", {"g"}),
        ("def f():\n    def h(a):\n        return a + k\n    return h", {"k"}),
        ("[i + j for i in x if i]", {"j", "x"}),
        ("lambda a: a + b", {"b"}),
        ("@d\ndef f(): pass", {"d"}),
        ("def f():\n    import a\n    return a", set()),
        ("f'{a}'", {"a"}),
    ],
)
def test_what_is_read(source, read):
    """What belongs to a function or a comprehension is no name of the module."""
    assert find_read(source) == read


def test_bindings_have_places_and_imports_do_not_count():
    """A message can point at the line that gives a name another meaning."""
    tree = ast.parse("import jax\njax = 3\ndef f(): pass\n")
    assert [(n, node.lineno) for n, node in find_bindings(tree)] == [
        ("jax", 2),
        ("f", 3),
    ]


def test_imports_are_named_with_what_they_import():
    """Also those inside functions."""
    source = "import a.b\nimport c.d as e\ndef f():\n    from g import h as i\n"
    assert find_imports(ast.parse(source)) == {"a": "a", "e": "c.d", "i": "g.h"}
