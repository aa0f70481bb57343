"""``python -m meldsolver`` is the command ``meldsolver``."""

import sys

from meldsolver.cli import main

sys.exit(main())
