"""Hints that people can follow: the least disturbing play, its plan, and what to tell of it."""
