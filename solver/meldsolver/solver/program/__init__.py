"""A linear program over whole numbers, and the one place that talks to CP-SAT."""
