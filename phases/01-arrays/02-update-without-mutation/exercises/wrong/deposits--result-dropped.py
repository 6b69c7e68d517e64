# caught by: close on [7, 8, 9], account 1: expected [7, 0, 9]
def book(balances, accounts, amounts):
    """Return the balances after all bookings; account numbers may repeat."""
    return balances.at[accounts].add(amounts)


def close(balances, account):
    """Return the balances with one account set to zero."""
    balances.at[account].set(0)
    return balances


opening = jnp.array([100, 50, 0, 20])
accounts = jnp.array([1, 2, 1, 3, 1])
amounts = jnp.array([10, 30, -5, 1, 10])
booked = book(opening, accounts, amounts)
closed = close(opening, 0)
print("Opening, booked, closed:", opening, booked, closed)
