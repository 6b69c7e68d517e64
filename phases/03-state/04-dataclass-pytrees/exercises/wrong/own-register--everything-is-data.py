# caught by: data fields alone, in the order of the class
def own_register(cls):
    """Register a dataclass by hand, and return it."""
    names = [field.name for field in dataclasses.fields(cls)]

    def take_apart(instance):
        return [getattr(instance, name) for name in names], None

    def put_together(_, children):
        return cls(*children)

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

