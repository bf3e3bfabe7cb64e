"""`pytest tests/sim --seed N` runs one seed and shows every step of it."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option; it is known when tests/sim is named on the command line."""
    parser.addoption("--seed", action="append", type=int, default=[], help="run this seed alone")


@pytest.fixture
def asked_seeds(request: pytest.FixtureRequest) -> list[int]:
    """Give the seeds asked for by hand, none for the usual ones."""
    return list(request.config.getoption("--seed", default=[]))
