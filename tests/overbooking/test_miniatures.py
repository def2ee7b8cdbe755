"""The solved miniatures: with the real rules, games have the exact values known otherwise."""

import pytest

from bellhop.games.overbooking.miniatures import SOLVED
from miniature.solving import examine


@pytest.mark.parametrize(
    ("name", "nodes"),
    [("a", 4_000), ("b", 87_472), pytest.param("c", 226_000, marks=pytest.mark.prove)],
)
def test_a_miniature_has_its_exact_value(name: str, nodes: int) -> None:
    found = examine(name, "random")
    assert found["nodes"] == nodes
    assert found["value"] == pytest.approx(SOLVED[name].value, abs=1e-6)


@pytest.mark.prove
@pytest.mark.xdist_group("compiled")
def test_a_search_can_be_exploited_less_than_chance() -> None:
    found = examine("a", "random", "flat:300:100")["exploitability"]
    assert 1.5 < found["random"] < 1.7
    assert 0 <= found["flat:300:100"] < found["random"]
