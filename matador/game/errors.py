"""The three ways in which a text can be refused. Nothing else is ever raised by a reader."""


class MatadorError(ValueError):
    """What all three errors share: one sentence that names the place, as first argument.

    The second one, if any, is the engine's verdict.
    """

    def __str__(self) -> str:
        return str(self.args[0])


class UnreadableError(MatadorError):
    """The text is no tile, action, position or rule set. The sentence names field and character."""


class IllegalError(MatadorError):
    """The text is readable, but the rules in force (or a flaw of the position) forbid it."""


class AmbiguousError(MatadorError):
    """The text fits more than one thing; the sentence lists them."""
