"""What a browser keeps for the next visit: it gets a text to keep and sends back what it had."""

from matador.ui.progress.component import keep, read_stored, stored

__all__ = ["keep", "read_stored", "stored"]
