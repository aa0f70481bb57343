"""For all tests: Hypothesis draws the same examples in every run, and never looks at the clock; Ctrl-C is heard.

A run that is red once in twenty, or on a busy machine, tells nothing. ``--hypothesis-profile=explore`` draws others.
"""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
"""What a slow machine, or an unlucky example, must not fail."""

settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=SLOW)
settings.register_profile("explore", deadline=None, suppress_health_check=SLOW, max_examples=1000)
settings.load_profile("suite")

# A run started in the background, or under nohup, inherits SIGINT as ignored, and so would every process that it
# starts. To be set here, not between fork and exec: there gRPC's handlers write to the child's output while other
# threads are in calls.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
