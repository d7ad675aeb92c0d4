"""The front door: the frame around every page; the chosen page does the rest."""

from matador.ui import core, shell

core.prepare()
shell.run()
