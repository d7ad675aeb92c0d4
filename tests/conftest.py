"""What every test stands on: the presets in the engine, and how hard Hypothesis tries."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from matador.teach.content import install

pytest.register_assert_rewrite("tests.pages.harness", "tests.browser.checks")

install()  # the presets, as the front door and the command line do it; before tests are collected

# "default" keeps the whole of `make test` within minutes on two cores; a night's run is
# HYPOTHESIS_PROFILE=thorough .venv/bin/python -m pytest tests/game
settings.register_profile(
    "default",
    max_examples=60,
    deadline=None,  # a busy machine is no failure
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the browser last: the quick tests should fail first."""
    browser = Path(__file__).with_name("browser")
    items.sort(key=lambda item: item.path.is_relative_to(browser))
