"""The README tells what is there: its list of rules, its commands, its pictures."""

import re

from matador.__main__ import main
from tests.readme import README, with_rules

TEXT = README.read_text("utf-8")


def test_the_list_of_rules_is_what_the_presets_say():
    """If this fails, `make readme` writes the list anew."""
    assert with_rules(TEXT) == TEXT
    assert "`szalone-10`" in TEXT


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
