"""Which models are searched in which order, and what is kept ready between positions."""
