"""The service: its calls, what bounds them, and how it starts and stops."""
