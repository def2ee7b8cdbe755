"""Settings for all tests: compiled rules are kept beside the checkout, proofs are longer on demand."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

os.environ.setdefault("BELLHOP_CACHE", str(Path(__file__).parents[1] / ".cache"))

# No deadline: machines are shared, and tests never assert a time.
common = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "derandomize": True}
settings.register_profile("test", max_examples=15, **common)
settings.register_profile("prove", max_examples=400, **common)
settings.load_profile("prove" if os.environ.get("BELLHOP_PROVE") else "test")
