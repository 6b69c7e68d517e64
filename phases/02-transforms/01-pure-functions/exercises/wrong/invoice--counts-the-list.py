# caught by: what comes in plus this one invoice
settings = {"rate": 2.0, "fee": 1.5}
invoices = []


def invoice_with_globals(prices):
    total = settings["rate"] * prices.sum() + settings["fee"]
    invoices.append(total)
    return total


def invoice(state, settings, prices):
    """Return the new state (count, turnover), and the total to pay."""
    total = settings["rate"] * prices.sum() + settings["fee"]
    return (len(invoices) + 1, state[1] + total), total


opening = (0, 0.0)
day_one, first_total = invoice(opening, settings, prices)
day_two, second_total = invoice(day_one, {"rate": 3.0, "fee": 1.5}, prices)
turnover = day_two[1]
print("Turnover after two invoices:", turnover)
