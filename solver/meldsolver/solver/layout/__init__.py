"""From the solution of a model back to tiles on a table."""
