"""The melds that a turn may lay: shapes, what fills them, and a column for each role that one can have."""
