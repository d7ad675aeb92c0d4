"""The README tells what is there: its list of rules, its commands, its pictures."""

import re

from matador.__main__ import main
from tests.readme import CHART, README, chart, with_content

TEXT = README.read_text("utf-8")


def test_it_says_what_the_content_says():
    """The rules, the numbers and the chart. If this fails, `make readme` writes them anew."""
    assert with_content(TEXT) == TEXT
    assert "`szalone-10`" in TEXT
    assert "pips a hand" in TEXT
    assert chart() == (README.parent / CHART).read_text("utf-8")


def test_every_picture_is_there():
    """No broken image."""
    pictures = re.findall(r"\]\((content/[^)]+)\)", TEXT)
    assert len(pictures) >= 6
    assert all((README.parent / path).is_file() for path in pictures)


def test_every_command_line_works(capsys):
    """Each example of the command line is run."""
    commands = re.findall(r"^python -m matador (.+)$", TEXT, re.MULTILINE)
    assert len(commands) >= 4
    for command in commands:
        assert main(command.split()) == 0, command
    assert capsys.readouterr().out
