"""For all tests: Hypothesis draws the same examples in every run, and never looks at the clock.

A run that is red once in twenty, or on a busy machine, tells nothing. ``--hypothesis-profile=explore`` draws others.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
"""What a slow machine, or an unlucky example, must not fail."""

settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=SLOW)
settings.register_profile("explore", deadline=None, suppress_health_check=SLOW, max_examples=1000)
settings.load_profile("suite")
