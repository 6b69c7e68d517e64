"""Running lessons: a warm parent, isolated children, budgets, capture, figures."""
