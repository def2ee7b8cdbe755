"""The wheel is complete: a stranger can use it without the clone."""

import pytest

import installed

pytestmark = pytest.mark.xdist_group("compiled")


def test_the_wheel_works_outside_the_clone() -> None:
    assert installed.main() == 0


@pytest.mark.prove
def test_the_wheel_works_in_an_empty_environment() -> None:
    assert installed.main("--empty") == 0
