# caught by: Revisit which array goes in
def book(balances, accounts, amounts):
    """Return the balances after all bookings; account numbers may repeat."""
    return balances.at[accounts].add(amounts)


def close(balances, account):
    """Return the balances with one account set to zero."""
    return balances.at[account].set(0)


opening = jnp.array([100, 50, 0, 20])
accounts = jnp.array([1, 2, 1, 3, 1])
amounts = jnp.array([10, 30, -5, 1, 10])
booked = book(opening, accounts, amounts)
closed = close(booked, 0)
print("Opening, booked, closed:", opening, booked, closed)
