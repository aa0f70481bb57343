"""Starts a server, asks it for the best play of a published position, and shows the tiles.

The position is the first worked example of D. den Hertog and P. B. Hulshof, "Solving Rummikub
Problems by Integer Linear Programming", The Computer Journal 49 (2006), doi:10.1093/comjnl/bxl033:
six of the nine rack tiles can be played, with five of the seven table melds left as they are.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

POSITION = Path(__file__).parent / "den_hertog_hulshof_2006.json"
MELDSOLVER = [sys.executable, "-m", "meldsolver"]


def main() -> int:
    """Runs the demonstration; returns the exit code of the question."""
    with subprocess.Popen([*MELDSOLVER, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            serving = server.stdout.readline().strip()
            if not serving:
                return server.wait() or 1
            print(serving)
            question = ["solve", "--server", serving.rpartition(" ")[2], str(POSITION)]
            print("$ meldsolver", *question[:-1], POSITION.name, flush=True)
            return subprocess.run([*MELDSOLVER, *question], check=False).returncode
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main())
