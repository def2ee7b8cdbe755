"""The lowest and the newest versions of all dependencies are installed and tested."""

import pytest

import floors

pytestmark = pytest.mark.prove


@pytest.mark.parametrize("end", ["--lowest", "--newest"])
def test_the_tests_pass_with_the_lowest_and_the_newest_versions(end: str) -> None:
    assert floors.main(end) == 0
