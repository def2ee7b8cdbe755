"""Settings for all tests: compiled rules are kept in the checkout, proofs take longer."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

os.environ.setdefault("BELLHOP_CACHE", str(Path(__file__).parents[1] / ".cache"))

# No deadline: machines are shared, and tests never assert a time.
common = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True, database=None
)
settings.register_profile("test", common, max_examples=15)
settings.register_profile("prove", common, max_examples=400)
settings.load_profile("prove" if os.environ.get("BELLHOP_PROVE") else "test")
