# caught by: two functions of your own
def own_register(cls):
    """Register a dataclass by hand, and return it."""
    return jax.tree_util.register_dataclass(cls)


@dataclasses.dataclass(frozen=True)
class Fund:
    name: str = jax.tree.static()
    rates: jax.Array
    years: int = jax.tree.static()
    fee: jax.Array


Known = own_register(Fund)
fund = Fund("sea", plan.rates, 4, jnp.array(0.01))
print("Structure:", jax.tree.structure(fund))

