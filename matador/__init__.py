"""Matador, the domino game in which touching halves add up instead of matching."""
