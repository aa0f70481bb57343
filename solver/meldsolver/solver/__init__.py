"""The solver: rooms in the order in which data flows, and ``engine`` as their one door."""
