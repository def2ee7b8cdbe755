"""A server without a network, for the tests of pages and of the interface for programs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from bellhop.web.app import create_app


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A browser's side of a fresh server whose bots do not pause."""
    app = create_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_pause=0.0)
    with TestClient(app, base_url="http://testserver") as made:
        yield made
