# caught by: Revisit the way back: by name, static values first
def own_register(cls):
    """Register a dataclass by hand, and return it."""
    fields = dataclasses.fields(cls)
    data = [f.name for f in fields if not f.metadata.get("static")]
    static = [f.name for f in fields if f.metadata.get("static")]

    def take_apart(instance):
        children = [getattr(instance, name) for name in data]
        return children, tuple(getattr(instance, name) for name in static)

    def put_together(children, values):
        return cls(**dict(zip(data, children)), **dict(zip(static, values)))

    jax.tree_util.register_pytree_node(cls, take_apart, put_together)
    return cls


@dataclasses.dataclass(frozen=True)
class Fund:
    name: str = jax.tree.static()
    rates: jax.Array
    years: int = jax.tree.static()
    fee: jax.Array


Known = own_register(Fund)
fund = Fund("sea", plan.rates, 4, jnp.array(0.01))
print("Structure:", jax.tree.structure(fund))

