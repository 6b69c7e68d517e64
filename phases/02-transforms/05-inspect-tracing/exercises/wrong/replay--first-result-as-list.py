# caught by: the first result
from jax.extend.core import Literal

JAX_OPERATIONS = {
    "mul": jnp.multiply,
    "div": jnp.divide,
    "add": jnp.add,
    "sub": jnp.subtract,
    "sin": jnp.sin,
}


def in_words(sign):
    """Return an operation that writes text instead of computing."""

    def write(*inputs):
        parts = [v if isinstance(v, str) else f"{float(v):g}" for v in inputs]
        return f"({f' {sign} '.join(parts)})"

    return write


WORDS = {"mul": in_words("*"), "div": in_words("/"), "add": in_words("+")}


def replay(jaxpr, operations, *args):
    """Run a record by a table of operations; return a list of results."""
    values = dict(zip(jaxpr.jaxpr.invars, args, strict=True))

    def read(variable):
        if isinstance(variable, Literal):
            return variable.val
        return values[variable]

    for equation in jaxpr.eqns:
        inputs = [read(variable) for variable in equation.invars]
        operation = operations[equation.primitive.name]
        values[equation.outvars[0]] = operation(*inputs)
    return [read(variable) for variable in jaxpr.jaxpr.outvars]


replayed = replay(jaxpr, JAX_OPERATIONS, x)
formula = replay(jaxpr, WORDS, "x")
print("Replayed:", replayed)
print("In words:", formula)
