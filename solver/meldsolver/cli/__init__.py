"""The command ``meldsolver``."""

from meldsolver.cli.main import main

__all__ = ["main"]
