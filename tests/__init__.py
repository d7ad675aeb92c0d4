"""The tests; a package by name, since a package of others is also called `tests`."""
