"""Every page opens by its own address, and a page that fails says one sentence."""

import logging
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from matador.ui import shell
from tests.pages.harness import APP, assert_well, open_page, words

PAGES = Path(APP).with_name("pages")


@pytest.mark.parametrize("address", shell.titles(), ids=lambda address: address or "home")
def test_opens_by_its_address(address: str) -> None:
    assert words(assert_well(open_page(address))).strip()


def test_the_menu_names_every_page_file() -> None:
    files = {path.stem for path in PAGES.glob("*.py")}
    assert files == {address or "home" for address in shell.titles()} | set(shell.HIDDEN)


def test_a_page_that_streamlit_opened_alone_gets_its_frame() -> None:
    # AppTest, like a fresh server, discovers pages/ by itself and skips app.py on a second run.
    at = assert_well(assert_well(open_page("seven")).run())
    assert "_framed" not in at.session_state
    assert shell.titles()["seven"] in words(at)


def test_an_unexpected_error_is_one_sentence_for_the_reader(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(shell, "install", fail)
    with caplog.at_level(logging.ERROR):
        at = AppTest.from_file(APP, default_timeout=60).run()
    assert [error.value for error in at.error] == [shell.TROUBLE]
    assert not at.exception
    assert "secret detail" not in words(at)
    assert "secret detail" in caplog.text
