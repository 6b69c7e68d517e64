# caught by: Revisit the order in which `add_reading` returns
settings = {"rate": 2.0, "fee": 1.5}
invoices = []


def invoice_with_globals(prices):
    total = settings["rate"] * prices.sum() + settings["fee"]
    invoices.append(total)
    return total


def invoice(state, settings, prices):
    """Return the new state (count, turnover), and the total to pay."""
    count, turnover = state
    total = settings["rate"] * prices.sum() + settings["fee"]
    return total, (count + 1, turnover + total)


opening = (0, 0.0)
first_total, day_one = invoice(opening, settings, prices)
second_total, day_two = invoice(day_one, {"rate": 3.0, "fee": 1.5}, prices)
turnover = day_two[1]
print("Turnover after two invoices:", turnover)
