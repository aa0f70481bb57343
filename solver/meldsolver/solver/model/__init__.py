"""A position as a linear model: the core, what this turn adds to it, and what its objectives are."""
