# caught by: a pure function notes nothing outside
settings = {"rate": 2.0, "fee": 1.5}
invoices = []


def invoice_with_globals(prices):
    total = settings["rate"] * prices.sum() + settings["fee"]
    invoices.append(total)
    return total


def invoice(state, settings, prices):
    """Return the new state (count, turnover), and the total to pay."""
    count, turnover = state
    total = invoice_with_globals(prices)
    return (count + 1, turnover + total), total


opening = (0, 0.0)
day_one, first_total = invoice(opening, settings, prices)
day_two, second_total = invoice(day_one, {"rate": 3.0, "fee": 1.5}, prices)
turnover = day_two[1]
print("Turnover after two invoices:", turnover)
