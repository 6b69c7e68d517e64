# caught by: every negative one, which would count from the end
def lookup(table, ids, missing):
    """Return table[ids], with `missing` for every id that is no position."""
    return table.at[ids].get(mode="fill", fill_value=missing)


prices = jnp.array([2.5, 4.0, 1.0])  # (3,)
basket = jnp.array([2, -1, 0, 3])
costs = lookup(prices, basket, -1.0)
print("Costs:", costs)
